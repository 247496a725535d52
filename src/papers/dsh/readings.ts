/** Questions that DSH's paper leaves open for several of its figures. The answer to a question is the same in all these figures. */
import { type Chosen, defineReadings } from "../experiment.ts";
import { acksReading } from "../acks.ts";

export const dsh = defineReadings({
  acks: acksReading(
    "control",
    'Section V-A says: "One queue is reserved for ACK packets and PAUSE/RESUME messages, and has the highest priority".',
  ),
  window: {
    asks: "Do DCQCN's flows have a window?",
    options: {
      scaled:
        "one bandwidth-delay product, scaled with the rate. This is dcqcn_vwin in run.py of HPCC's simulator (HAS_WIN 1, VAR_WIN 1)",
      none: "none. This is dcqcn in run.py of HPCC's simulator (HAS_WIN 0) and in PowerTCP's scripts",
    },
    chosen: "scaled",
    why: 'Section V-B has the "default parameter settings in their open-source simulations", which have these two answers and no fixed window. Without a window a flow continues to send for any number of queued bytes. Figure 12 then deadlocks under DSH too, and the paper has 4 of 100.',
  },
  deadlockLoad: {
    asks: 'Figure 12 has a load of .5 "at the downlinks of each leaf switch". Which links does it mean?',
    options: {
      spines: "links from spines to leaves. The load is then 200 Gbps in each direction",
      hosts: "links of a leaf's 16 hosts. They then offer 800 Gbps to one link of 400 Gbps",
    },
    chosen: "spines",
    why: "After \"16 hosts with 100Gbps downlinks\" the words mean the hosts' links. The chosen answer departs from the words (docs/errata.md). The hosts' links would offer twice the rate of the links between L0, L3 and the spines. Every threshold would then be reached.",
  },
  background: {
    asks: "How much of figure 15's load of .9 is background?",
    options: {
      "0.8": ".8, and .1 for the fan-ins. This is the largest background load of figure 14",
      "0.5": ".5, and .4 for the fan-ins. This is the middle of figure 14",
    },
    chosen: "0.8",
    why: 'Section V-B has "Other settings keep unchanged" after a figure with many loads. Neither text nor caption names one. Figure 5 has only background. With .8 five of the eight cases hold at paper scale. With .5 one case holds: data mining in the fat-tree is faster by .8%. Four cases are then 2 to 16% slower under DSH. While SIH pauses fan-ins, background flows in other classes get their share of the links.',
  },
  megabyte: {
    asks: 'How large is a MB of the switch\'s "16MB shared memory"?',
    options: {
      binary: "2^20 B, and a KB is 1,024 B",
      decimal: "1,000,000 B, and a KB is 1,000 B",
    },
    chosen: "binary",
    why: 'The paper calculates in MiB: "56840B x 32 x 7 = 12MB" are 12.7e6 B or 12.1 MiB. With 1,024 B per KB, 3 KB for each of 224 queues are its "672KB". Only "over 4x" (figure 11) supports `decimal`. The fluid model of that case has 4.70 with `decimal` and 3.89 with `binary`.',
  },
  sihResume: {
    asks: "How far below X_off does SIH resume?",
    options: {
      same: "it resumes at X_off, as DSH does in the paper",
      "3072B": "3,072 B below X_off, as HPCC's simulator does",
    },
    chosen: "same",
    why: 'Section V-A: "The X_qon/X_pon threshold is the same as the X_qoff/X_poff threshold". The section has no other sentence about SIH.',
  },
});

export type DshReading = Chosen<typeof dsh>;
