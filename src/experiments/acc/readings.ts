/** What the ACC paper leaves open and several of its figures hang on. */
import { defineReadings, type Chosen } from "../readings.ts";

export const acc = defineReadings({
  dcqcn: {
    asks: "Which timers has DCQCN?",
    options: {
      dcqcn_paper:
        "Those that run.py of HPCC's simulator calls dcqcn_paper: alpha and cuts every 50 us, steps up every 55 us; all else is the simulator's.",
      dcqcn: "Those that it calls dcqcn: alpha every 1 us, a cut every 4 us, a step up every 300 us.",
      zhu15:
        "DCQCN's paper: 55/50/55 us, five stages of fast recovery, CNPs at most every 50 us, target clamped at each cut.",
    },
    chosen: "dcqcn_paper",
    why: "",
  },
  pmax: {
    asks: "With which chance does RED mark at K_max?",
    options: {
      hpcc: ".2, as in HPCC's simulator, whose DCQCN it is.",
      zhu15: ".01, as in DCQCN's paper, from which K_min and K_max come.",
    },
    chosen: "hpcc",
    why: "",
  },
  warmUp: {
    asks: "When do the bursts of figure 1 start?",
    options: {
      five: "5 ms after the long flows, figure 20's start, in all its figures; where the axis says 1 ms it is moved.",
      twenty: "20 ms after them, so that slow senders have settled too; the axis is moved.",
      axis: "When the axis says: 1 ms after them, in figure 20 5 ms.",
    },
    chosen: "twenty",
    why: "",
  },
  service: {
    asks: "In which order does a port serve the packets of its ingress ports?",
    options: {
      arrival: "In the order of their arrival, one queue a class.",
      ingress: "Its ingress ports in turn.",
    },
    chosen: "arrival",
    why: "",
  },
  timely: {
    asks: "How much does TIMELY add in a step?",
    options: {
      hpcc: "100 Mbps, from the sixth step in a row on 500 Mbps, never below 1 Gbps, as in HPCC's simulator at 100G.",
      zhu16: "10 Mbps and never more, as in zhu16, which the paper cites for alpha and beta.",
    },
    chosen: "hpcc",
    why: "",
  },
});

export type Reading = Chosen<typeof acc>;
