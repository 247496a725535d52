/** Criteria of SPFC's claims that were changed, and the sentence that each follows from. */
import type { ChangedCriterion } from "../experiment.ts";

export const criteria: readonly ChangedCriterion[] = [
  {
    claims: ["spfc/tab2/websearch-hpcc"],
    before: "each share within 3 points, which is the largest difference",
    after: "within 1 point; the table's column adds up to 96.99%",
    sentence: 'Table II, "% of number", W1: 15.0, 39.16, 15.83, 27.0',
    verdictsBefore: ["holds"],
  },
  {
    claims: ["spfc/fig4/pauses-grow-dt", "spfc/fig4/pauses-grow-st"],
    before: "counts PAUSEs, however long",
    after:
      "counts PAUSE frames; where it fails it is underdetermined, since the text does not say how long a frame holds",
    sentence: 'Section III-A: "the PAUSE rate (i.e., the rate of transmitting PAUSE messages)"',
    verdictsBefore: ["fails", "holds"],
  },
  {
    claims: ["spfc/fig4/throughput-falls"],
    before: "at the scheme and N where it falls most, by an interval of its own",
    after: "the same, its interval widened for all schemes and N that it is picked from",
    sentence: 'Section III-A: "the throughput of port P0 rapidly decreases by up to 80%"',
    verdictsBefore: ["holds"],
  },
  {
    claims: ["spfc/fig4/spfc-keeps-throughput"],
    before: "more than each of the others by 5%",
    after: "more than each of the others by the margin of all orders, a hundredth",
    sentence: 'Section III-A: "When raising the PFC threshold for P0, it can eliminate the victim phenomenon"',
    verdictsBefore: ["fails"],
  },
  {
    claims: ["spfc/fig4/st-suffers"],
    before: "no claim of its own; hidden in the 5% of the claim before",
    after: "under ST P0's throughput falls by more than a tenth from the fewest burst ports to the most",
    sentence:
      'Section III-A, of DT and ST: "the PAUSE rate increases with the increase of concurrent burst traffic, while the throughput of port P0 rapidly decreases"',
    verdictsBefore: ["not a claim"],
  },
  {
    claims: ["spfc/fig4/f1-recovers"],
    before: "F1 has 83 Gbps of payload in each .5 ms from 1 ms after the burst's start",
    after: "on average over that time, so it repeats spfc/fig5/f1-climbs and does not count",
    sentence: 'Section III-B: "giving more buffer to P0 ensures keeping the throughput of F1 stable"',
    verdictsBefore: ["holds"],
  },
  {
    claims: ["spfc/fig5/alpha-does-not-matter"],
    before: "what is left of F1's rate is the same within a quarter",
    after:
      "the threshold of P0 is the same within a tenth; where it is not the claim is underdetermined, since the text does not say what does not differ",
    sentence:
      'Section III-B: "DT algorithm treats each port equally, so burst ports are also allocated the same amount of buffer. DT algorithm degrades into ST algorithm during burst. And there is no difference in DT between different alpha."',
    verdictsBefore: ["fails"],
  },
  {
    claims: ["spfc/fig6/grows-with-rtt"],
    before: "longer at every step, by however little",
    after: "longer from the shortest RTT to the longest by the margin of all orders, and at no step shorter",
    sentence: 'Section III-B: "the duration for pausing the upstream port also increases, as shown in Fig. 6(b)"',
    verdictsBefore: ["holds"],
  },
  {
    claims: ["spfc/fig6/recovery-dt"],
    before: "holds within a factor of 1.5 of 9 ms",
    after: "the same; where it fails it is underdetermined, since the text gives the longer burst no length",
    sentence:
      'Section III-B: "we further extend the duration of the burst [...] the throughput of F1 takes nearly 9 ms to recover"',
    verdictsBefore: ["fails"],
  },
  {
    claims: ["spfc/sec4d/f1-keeps"],
    before: "F1 has 83 Gbps of payload in each .25 ms from 2 ms after F2's start",
    after: "on average over that time, as in figures 4 and 5",
    sentence: 'Section IV-D: "the order in which long-lived flows arrive does not conflict with our previous analysis"',
    verdictsBefore: ["holds"],
  },
  {
    claims: ["spfc/fig11/k5-beats-dt"],
    before: "better by a hundredth or more",
    after: "better by a hundredth or more, and by a tenth at most",
    sentence: 'Section IV-C: "SPFC can also slightly outperform DT in the case of victim traffic"',
    verdictsBefore: ["holds"],
  },
  {
    claims: ["spfc/fig12/spfc-best", "spfc/fig12/pauses"],
    before: "counted",
    after: "not counted: senders without congestion control were chosen so that there is a figure",
    sentence: 'Section VII-B: "At the end host, DCQCN is used as the congestion control with default parameters."',
    verdictsBefore: ["holds", "holds"],
  },
  {
    claims: ["spfc/fig12/st-worst"],
    before: "worst by 5%",
    after: "worst by the margin of all orders, a hundredth",
    sentence: 'Section VII-B: "In contrast, ST performs the worst"',
    verdictsBefore: ["fails"],
  },
  {
    claims: ["spfc/fig13/dcqcn-middle", "spfc/fig13/timely-middle"],
    before: "faster beyond scatter, by however little",
    after: "faster beyond scatter and by a hundredth on average, as all orders",
    sentence: 'Section VII-C: "for flows (10KB-1MB), SPFC outperforms the other two schemes"',
    verdictsBefore: ["holds", "holds"],
  },
  {
    claims: ["spfc/fig13/dcqcn-small"],
    before: "similar within 20%",
    after: "similar within a tenth, as in every figure",
    sentence: 'Section VII-C: "for small flows (<10KB), SPFC provides similar FCT slowdown with DT and ST"',
    verdictsBefore: ["fails"],
  },
  {
    claims: ["spfc/fig13/dcqcn-p95", "spfc/fig13/timely-p95"],
    before: "lower in each of four bins",
    after: "lower in each bin above 10 KB, and undecided where more than 5% of the flows are not done",
    sentence:
      'Section VII-C: "For all ports, SPFC achieves lower 95th FCT slowdown compared to DT and ST. Specifically, [...] for small flows (<10KB), SPFC provides similar FCT slowdown"; "For port H1-H29, SPFC only has obvious FCT increase on small flows (<10KB)"',
    verdictsBefore: ["fails", "fails"],
  },
  {
    claims: [
      "spfc/fig13/dcqcn-burst-small",
      "spfc/fig13/timely-burst-small",
      "spfc/fig13/dcqcn-burst-others",
      "spfc/fig13/timely-burst-others",
    ],
    before: "obvious: slower beyond scatter; not obvious: slower by less than 5%",
    after: "obvious: slower by more than a tenth; not obvious: by less, the margin of what is similar",
    sentence: 'Section VII-C: "For port H1-H29, SPFC only has obvious FCT increase on small flows (<10KB)"',
    verdictsBefore: ["undecided", "holds", "holds", "fails"],
  },
  {
    claims: ["spfc/fig15/large-dt", "spfc/fig15/large-st", "spfc/fig16/large-dt", "spfc/fig16/large-st"],
    before: "at the load above .5 where SPFC gains most, by an interval of its own",
    after: "the same, its interval widened for the loads that it is picked from",
    sentence: 'Section VII-D: "when the load exceeds 0.5, [...] SPFC achieves an improvement of up to 46.1%"',
    verdictsBefore: ["fails", "fails", "fails", "fails"],
  },
  {
    claims: ["spfc/fig15/low-load", "spfc/fig16/low-load"],
    before: "similar at the lowest load, which holds where there is no difference at any load",
    after: "similar at the lowest load, and SPFC faster at the highest",
    sentence:
      'Section VII-D: "When the load is low, there is not much difference between SPFC and the other two schemes. [...] However, when the load exceeds 0.5, the advantages of SPFC start to become prominent."',
    verdictsBefore: ["holds", "holds"],
  },
  {
    claims: ["spfc/fig15/small"],
    before: "similar within 20%",
    after: "similar within a tenth, as in every figure",
    sentence: 'Section VII-D: "SPFC provides similar performance to DT and ST in terms of average latency"',
    verdictsBefore: ["undecided"],
  },
  {
    claims: ["spfc/fig16/p99"],
    before: "lower beyond scatter",
    after: "the same, and undecided where more than 1% of the flows are not done",
    sentence: 'Section VII-D: "the 99th percentile FCT slowdown for some flows is lower"',
    verdictsBefore: ["undecided"],
  },
  {
    claims: ["spfc/fig18/hadoop-small", "spfc/fig18/hadoop-large"],
    before: "at the sender where SPFC gains most, flows that are not done at their age",
    after:
      "the same, its interval widened for two senders, and undecided where more than a twentieth of the flows are not done",
    sentence:
      'Section VII-D: "it can reduce 95th FCT by up to 45.9% compared to ST. [...] it can reduce average FCT by up to 53.3%": an age is no completion time',
    verdictsBefore: ["holds", "fails"],
  },
  {
    claims: ["spfc/fig18/websearch-dcqcn", "spfc/fig18/websearch-timely"],
    before: "similar to DT within 20%, better than ST by however much",
    after: "similar to DT within a tenth, as in every figure, and better than ST by a hundredth to a tenth",
    sentence: 'Section VII-D: "the performance of SPFC is similar to DT but slightly better than ST under W1"',
    verdictsBefore: ["undecided", "holds"],
  },
];
