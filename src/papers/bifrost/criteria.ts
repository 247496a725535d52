/** Criteria of Bifrost's claims that were changed, and the sentence that each follows from. */
import type { ChangedCriterion } from "../experiment.ts";

export const criteria: readonly ChangedCriterion[] = [
  {
    claims: ["bifrost/tab1/bifrost-settles"],
    before: "slot by slot: standard deviation within a tenth of the rate",
    after: "mean of the last round trip within a tenth of what drains; slot by slot is ours",
    sentence:
      'Section IV-B: "At last, it will reach a state where the sending rate equals the draining rate because of the periodic pause frames sent by the downstream"',
    verdictsBefore: ["fails"],
  },
  {
    claims: ["bifrost/fig7/half"],
    before: "counted",
    after: "definition: it follows from two other claims",
    sentence: 'Section III-B: "the total buffer reservation for PFC is at least 2 BDP"',
    verdictsBefore: ["holds"],
  },
  {
    claims: ["bifrost/fig11/a-size-p99", "bifrost/fig11/a-size-average"],
    before: "counted",
    after: "definitions: the same measurement as size-512",
    sentence:
      'Section VI-A2: "latency flow with PFC enabled has higher average latency and 99%ile latency, as shown in Figure 11a"',
    verdictsBefore: ["holds", "holds"],
  },
  {
    claims: ["bifrost/fig11/b-1-p99"],
    before: "b-8-p99 (direction) with eight flows of a sender, and b-p99 (holds) beside it",
    after: "one claim, with one flow of a sender",
    sentence:
      'Section VI-A2: "Bifrost has lower average, 99%ile and 99.9%ile latency than PFC. Bifrost reduces the 99%ile latency by 46% than PFC"',
    verdictsBefore: ["not a claim"],
  },
  {
    claims: ["bifrost/fig16/irn"],
    before: "two claims: irn-50 (holds), irn-80 (holds)",
    after: "one claim of one statement",
    sentence: 'Section VI-C: "According to Section VI-B, Bifrost significantly outperforms IRN and TCP"',
    verdictsBefore: ["not a claim"],
  },
  {
    claims: ["bifrost/fig20/low-as-swing"],
    before: "within 5%",
    after: "within a tenth, the margin of what is slight in every figure",
    sentence: 'Section VI-C1: "For low-priority traffic, BifrostX slightly increases the average FCT by 0.3%"',
    verdictsBefore: ["undecided"],
  },
  {
    claims: ["bifrost/fig21/ahead"],
    before: "four claims, one for each scheme and priority",
    after: "one claim of one statement",
    sentence: 'Section VI-C1: "BifrostX outperforms PFC and SWING, with high and middle-priority traffic"',
    verdictsBefore: ["not a claim"],
  },
  {
    claims: ["bifrost/fig21/low-pays"],
    before: "two claims, one for each scheme",
    after: "one claim of one statement",
    sentence: 'Section VI-C1: "while its performance degrades with the low-priority traffic slightly"',
    verdictsBefore: ["not a claim"],
  },
  {
    claims: ["bifrost/fig23/ahead"],
    before: "six claims, one for each scheme and priority",
    after: "one claim of one statement",
    sentence: 'Section VI-C2: "BifrostX consistently outperforms PFC and SWING, with all kinds of traffic"',
    verdictsBefore: ["not a claim"],
  },
  {
    claims: ["bifrost/fig24/others-stand-still"],
    before: "two claims: pfc-stands-still (holds), swing-stands-still (fails)",
    after: "one claim of one statement",
    sentence:
      'Section VI-C3: "In the range of 12 to 15ms, myopic PFC and SWING can only maintain a very low throughput"',
    verdictsBefore: ["not a claim"],
  },
  {
    claims: [
      "bifrost/fig19/swing-over-pfc",
      "bifrost/fig19/over-pfc",
      "bifrost/fig19/over-swing",
      "bifrost/fig24/over-pfc",
      "bifrost/fig24/over-swing",
    ],
    before: "flows begin for 100 ms; averaged until the last is done, 182 to 380 ms, a time of its own for each scheme",
    after: "flows begin for 20 ms, as in all simulations; averaged over that time, as spells and steadiness are told",
    sentence:
      'Section VI-B7: "We monitor the throughput of the long distance link [...] in the all-to-all traffic experiment"; VI-C3: "by the same method as Section VI-B.7 [...] under heavy load". Against it, VI-B7: "the throughput distribution in 0.1 s" (reading window: tenth)',
    verdictsBefore: ["holds", "holds", "fails", "direction", "undecided"],
  },
];
