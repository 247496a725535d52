/** Questions that the ACC paper leaves open for several of its figures, with one answer for all of them. */
import { type Chosen, defineReadings } from "../experiment.ts";
import { acksReading } from "../acks.ts";

export const acc = defineReadings({
  acks: acksReading(
    "control",
    'Section 6.1: "We use the open-source code of DCQCN, TIMELY and HPCC provided in the HPCC simulator", whose ACKs share the class of their data. This supports `data`, but the text does not mention the class of ACKs. `control` explains more claims: at quick scale 42 of 82 hold, and 38 with `data`.',
  ),
  dcqcn: {
    asks: "Which timers does DCQCN have?",
    options: {
      dcqcn_paper:
        "The timers that run.py of HPCC's simulator calls dcqcn_paper: alpha and cuts every 50 us, increases every 55 us. Other values are those of the simulator.",
      dcqcn:
        "The timers that run.py of HPCC's simulator calls dcqcn: alpha every 1 us, a cut every 4 us, an increase every 300 us.",
      zhu15:
        "DCQCN's paper: 55/50/55 us and five stages of fast recovery. CNPs come at most every 50 us, and each cut clamps the target.",
    },
    chosen: "dcqcn_paper",
    why: "With dcqcn_paper, DCQCN and TIMELY drain the queue of figure 10 later than ACC (0.7 and 0.5 ms against 0.2 ms). F1 then has enough rate for bursts to congest it (figures 2 to 4), and upstream switches receive 75 PAUSEs in figure 11. With dcqcn, F1 is too slow for figures 2 and 4. In figure 10 DCQCN then drains as soon as ACC. With zhu15, figures 4, 10 and 11 match the paper too. In figure 20 DCQCN then recovers later still: 13.6 and 15.1 ms with pmax hpcc, against 1.5 and 7 ms in the paper.",
  },
  pmax: {
    asks: "With which probability does RED mark at K_max?",
    options: {
      hpcc: ".2, as in HPCC's simulator, whose code of DCQCN the paper uses.",
      zhu15: ".01, as in DCQCN's paper, from which K_min and K_max come.",
    },
    chosen: "zhu15",
    why: 'Section 6.1: K_min and K_max are set "following the parameter setting in [31, 49]", and [49] has .01 with them. At quick scale WebSearch\'s small flows are then 1.9 (average) and 4.2 (p99) times as slow under DCQCN as under ACC. With hpcc the ratios are 1.5 and 2.7, and in the paper 3.3 and 11.5. In figure 20 with N = 10 DCQCN recovers after 1.5 ms, as in the paper. With hpcc it recovers after 3.3 ms. Figures 10 and 11 match the paper with both.',
  },
  warmUp: {
    asks: "When do the bursts of figure 1 start?",
    options: {
      five: "5 ms after the long flows, as in figure 20. Where the axis of a figure shows 1 ms, the plot is shifted by the difference.",
      twenty:
        "20 ms after the long flows, so that slow senders have converged too. The plot is shifted to the axis of the figure.",
      axis: "At the time that the axis shows: 1 ms after the long flows, and 5 ms in figure 20.",
    },
    chosen: "twenty",
    why: 'Section 3.1: "assume F0 and F1 start simultaneously and achieve their fair bandwidth allocation, then bursts start", and DCQCN takes about 15 ms to reach it. With 5 ms or 1 ms F1 is so slow that no flow is blocked in figures 2 to 4. Upstream switches then receive no PAUSE under DCQCN in figure 11. Then 2 of the nine claims of figures 3 and 4 hold, and 8 hold with 20 ms. Figure 20 with N = 10 also fits with 5 ms: recovery takes 1.5 ms under ACC, as in the paper. Under DCQCN it takes 2.2 ms (0.4 to 3.9, five seeds), and the paper has 1.5 ms.',
  },
  service: {
    asks: "In which order does an egress port serve the packets of different ingress ports?",
    options: {
      arrival: "In order of arrival, with one queue per class.",
      ingress: "The ingress ports in turn (round robin).",
    },
    chosen: "arrival",
    why: "HPCC's simulator serves in order of arrival, and figures 3 and 11 match the paper only with this order. With ingress ports in turn, F1 has a share of 1 / (N + 1) at once. With N = 20, P3 is then blocked for half as long, and TIMELY does not spread congestion. Figure 2's ACK rate holds only with ingress ports in turn.",
  },
  timely: {
    asks: "How large is a step of TIMELY's additive increase?",
    options: {
      hpcc: "100 Mbps, and 500 Mbps from the sixth consecutive step on. The minimum rate is 1 Gbps, as in HPCC's simulator at 100 Gbps.",
      zhu16: "10 Mbps in every step, as in zhu16, which the paper cites for alpha and beta.",
    },
    chosen: "zhu16",
    why: "Section 6.1 uses the code of HPCC's simulator, with alpha and beta \"as suggested in [50]\". That reference is zhu16, whose step is 10 Mbps. In figure 20 TIMELY then recovers after 9.7 and 15.5 ms. The paper has 6 and 12 ms, and the answer hpcc has 1.9 and 3.9 ms. With N = 20 HPCC is then not the slowest. Of table 2's 50 runs 38 deadlock; the paper has 37, and with hpcc all 50 do. No claim is lost at either scale. In figure 10 link utilisation is then 54% under TIMELY (with hpcc 78%).",
  },
  window: {
    asks: "How many bytes may an ACC flow have in flight?",
    options: {
      none: "Any number. Algorithm 1 has no window, so a flow sends at line rate until its first ACK arrives, even through long queues.",
      bdp: 'One bandwidth-delay product of its path, scaled by the rate. HPCC\'s simulator limits senders so in its "vwin" variants.',
    },
    chosen: "none",
    why: "Algorithm 1 and its variables in table 1 have no window. With a window figure 16 does not match the paper. Without the halt a run at paper scale then has 2 PAUSEs instead of 660, and small flows are not slower. Cache Follower matches the paper better with a window. Under ACC a run then has 22 PAUSEs instead of 12,032. Small flows take 10.2 us instead of 43 us (HPCC 11.5 us). Three more claims of figures 13 to 15 hold, and two fewer of figures 9 and 16. Figures 18, 19 and table 2 were not run with it at paper scale.",
  },
});

export type Reading = Chosen<typeof acc>;
