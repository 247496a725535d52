/** Questions that the ACC paper leaves open for several of its figures, with one answer for all of them. */
import { type Chosen, defineReadings } from "../experiment.ts";
import { acksReading } from "../acks.ts";

export const acc = defineReadings({
  acks: acksReading(
    "control",
    'Section 6.1: "We use the open-source code of DCQCN, TIMELY and HPCC provided in the HPCC simulator", whose ACKs share the class of their data. So `data` is the first reading here. The text itself says nothing of the class of ACKs. At quick scale 38 of 82 claims hold with `data` and 42 with `control`.',
  ),
  dcqcn: {
    asks: "Which timers has DCQCN?",
    options: {
      dcqcn_paper:
        "The timers that run.py of HPCC's simulator calls dcqcn_paper: alpha and cuts every 50 us, steps up every 55 us. The rest is the simulator's.",
      dcqcn: "The timers that it calls dcqcn: alpha every 1 us, a cut every 4 us, a step up every 300 us.",
      zhu15:
        "DCQCN's paper: 55/50/55 us and five stages of fast recovery. CNPs come at most every 50 us, and each cut clamps the target.",
    },
    chosen: "dcqcn_paper",
    why: "With it figure 10's DCQCN and TIMELY drain later than ACC (0.7 and 0.5 ms against 0.2). F1 has a share that bursts can congest (figures 2 to 4), and figure 11's upstream switches get 75 PAUSEs. With dcqcn F1 is too slow for figures 2 and 4, and figure 10's DCQCN drains as soon as ACC. Figures 4, 10 and 11 come out with zhu15 too. Figure 20's DCQCN is then slower still (13.6 and 15.1 ms for 1.5 and 7, with pmax hpcc).",
  },
  pmax: {
    asks: "With which probability does RED mark at K_max?",
    options: {
      hpcc: ".2, as in HPCC's simulator, whose code of DCQCN it is.",
      zhu15: ".01, as in DCQCN's paper, from which K_min and K_max come.",
    },
    chosen: "zhu15",
    why: "Section 6.1: K_min and K_max are set \"following the parameter setting in [31, 49]\", and [49] has .01 with them. At quick scale WebSearch's small flows are then 1.9 (average) and 4.2 (p99) times as slow under DCQCN as under ACC. With hpcc it is 1.5 and 2.7, in the paper 3.3 and 11.5. Figure 20's DCQCN recovers after 1.5 ms with N = 10, as in the paper, and with hpcc after 3.3. Figures 10 and 11 come out with both.",
  },
  warmUp: {
    asks: "When do the bursts of figure 1 start?",
    options: {
      five: "5 ms after the long flows, figure 20's start, in all its figures; where the axis says 1 ms it is moved.",
      twenty: "20 ms after them, so that slow senders have settled too; the axis is moved.",
      axis: "When the axis says: 1 ms after them, in figure 20 5 ms.",
    },
    chosen: "twenty",
    why: 'Section 3.1: "assume F0 and F1 start simultaneously and achieve their fair bandwidth allocation, then bursts start", and DCQCN takes about 15 ms for that. With 5 ms or 1 ms F1 is so slow that no flow is blocked in figures 2 to 4, and DCQCN\'s upstream switches get no PAUSE in figure 11. Of the nine claims of figures 3 and 4 then 2 hold, with 20 ms 8. Figure 20 comes out with 5 ms too (ACC 1.5 ms and DCQCN 1.4 ms with N = 10).',
  },
  service: {
    asks: "In which order does a port serve the packets of its ingress ports?",
    options: {
      arrival: "In the order of their arrival, one queue a class.",
      ingress: "Its ingress ports in turn.",
    },
    chosen: "arrival",
    why: "HPCC's simulator does so, and figures 3 and 11 need it. In turn F1 has 1 / (N + 1) at once, P3 is blocked for half as long with N = 20, and TIMELY does not spread congestion. Figure 2's ACK rate holds only in turn.",
  },
  timely: {
    asks: "How much does TIMELY add in a step?",
    options: {
      hpcc: "100 Mbps, and 500 Mbps from the sixth step in a row on. The rate is never below 1 Gbps, as in HPCC's simulator at 100G.",
      zhu16: "10 Mbps and never more, as in zhu16, which the paper cites for alpha and beta.",
    },
    chosen: "zhu16",
    why: "Section 6.1 has the code of HPCC's simulator and alpha and beta \"as suggested in [50]\", which is zhu16. It has 10 Mbps with them. Figure 20 then recovers after 9.7 and 15.5 ms (the paper 6 and 12; with hpcc 1.9 and 3.9), and HPCC is not its slowest with N = 20. Of table 2's 50 runs 38 deadlock (the paper 37; with hpcc all 50). No claim is lost at either scale. Figure 10's link is then busy 54% of the time under TIMELY (with hpcc 78%).",
  },
  window: {
    asks: "How much may ACC have in flight?",
    options: {
      none: "As much as its rate sends. Algorithm 1 has no window, so a flow sends at line rate until its first ACK is back, even through long queues.",
      bdp: 'One bandwidth-delay product of its path, as HPCC\'s simulator bounds senders in its "vwin" variants, which also scale it by the rate.',
    },
    chosen: "none",
    why: "Algorithm 1 and its variables in table 1 have no window. With a window figure 16 would not come out: without the halt there are 2 PAUSEs a run at paper scale instead of 660, and small flows lose nothing. Cache Follower comes out better with a window: under ACC 22 PAUSEs a run instead of 12,032, and small flows take 10.2 us instead of 43 (HPCC 11.5). Three more claims of figures 13 to 15 hold, and two fewer of figures 9 and 16. Figures 18, 19 and table 2 were not run with it at paper scale.",
  },
});

export type Reading = Chosen<typeof acc>;
