/** Questions that DSH's paper leaves open for several of its figures, with one answer for all of them. */
import { type Chosen, defineReadings } from "../experiment.ts";
import { acksReading } from "../acks.ts";

export const dsh = defineReadings({
  acks: acksReading(
    "control",
    'Section V-A: "One queue is reserved for ACK packets and PAUSE/RESUME messages, and has the highest priority".',
  ),
  window: {
    asks: "Do DCQCN's flows have a window?",
    options: {
      scaled:
        "one bandwidth-delay product at line rate, and in proportion at a lower rate, as in dcqcn_vwin of run.py of HPCC's simulator (HAS_WIN 1, VAR_WIN 1)",
      none: "none, as in dcqcn of the same run.py (HAS_WIN 0), and in PowerTCP's scripts",
    },
    chosen: "scaled",
    why: 'Section V-B has the "default parameter settings in their open-source simulations", which have these two and no fixed window. Without a window a flow continues to send however much of it is queued, and figure 12 deadlocks under DSH too, where the paper has 4 of 100.',
  },
  deadlockLoad: {
    asks: 'Figure 12 has a load of .5 "at the downlinks of each leaf switch". Which links does it mean?',
    options: {
      spines: "links from spines down to leaves: 200 Gbps go each way",
      hosts: "links of a leaf's 16 hosts: they offer 800 Gbps to one link of 400G",
    },
    chosen: "spines",
    why: "After \"16 hosts with 100Gbps downlinks\" the words mean the hosts' links, and this reading departs from them (docs/errata.md). The hosts' links would offer twice the rate of the links between L0, L3 and the spines, so every threshold is reached, whatever it is.",
  },
  background: {
    asks: "Which part of figure 15's load of .9 is background?",
    options: {
      "0.8": ".8, and .1 for the fan-ins: the most background that figure 14 has",
      "0.5": ".5, and .4 for the fan-ins: the middle of figure 14",
    },
    chosen: "0.8",
    why: 'Section V-B has "Other settings keep unchanged" after a figure with many loads. Neither text nor caption names one. Figure 5 has background alone. At paper scale five of the eight cases come out with .8. With .5 one does (data mining in the fat-tree, by .8%), and four are 2 to 16% slower: while SIH pauses fan-ins, the background in other classes gets their share of the links.',
  },
  megabyte: {
    asks: 'How large is a MB of the switch\'s "16MB shared memory"?',
    options: {
      binary: "2^20 B, and a KB 1,024",
      decimal: "1,000,000 B, and a KB 1,000",
    },
    chosen: "binary",
    why: 'The paper\'s own sums are of MiB: "56840B x 32 x 7 = 12MB" are 12.7e6 B or 12.1 MiB, and 3 KB for each of 224 queues "672KB". Only "over 4x" (figure 11) supports 1e6: the fluid model of that case has 4.70 with it and 3.89 with MiB.',
  },
  sihResume: {
    asks: "How far below X_off does SIH resume?",
    options: {
      same: "at X_off itself, as DSH does in the paper",
      "3072B": "3,072 B below it, as HPCC's simulator does",
    },
    chosen: "same",
    why: 'Section V-A: "The X_qon/X_pon threshold is the same as the X_qoff/X_poff threshold". It has no other sentence about SIH.',
  },
});

export type DshReading = Chosen<typeof dsh>;
