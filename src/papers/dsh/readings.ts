/** What DSH's paper leaves open and several of its figures hang on: one answer for all of them. */
import { type Chosen, defineReadings } from "../experiment.ts";
import { acksReading } from "../acks.ts";

export const dsh = defineReadings({
  acks: acksReading(
    "control",
    'Section V-A: "One queue is reserved for ACK packets and PAUSE/RESUME messages, and has the highest priority".',
  ),
  window: {
    asks: "Have DCQCN's flows a window?",
    options: {
      scaled:
        "one bandwidth-delay product at line rate, less in proportion at a lower rate, as run.py of HPCC's simulator has it in dcqcn_vwin (HAS_WIN 1, VAR_WIN 1)",
      none: "none, as the same run.py has it in dcqcn (HAS_WIN 0), and PowerTCP's scripts too",
    },
    chosen: "scaled",
    why: 'Section V-B has the "default parameter settings in their open-source simulations", which have these two and no window that stays as it is. Without one a flow sends on however much of it waits, and figure 12 deadlocks under DSH too, where the paper has 4 of 100.',
  },
  deadlockLoad: {
    asks: 'Of which links is figure 12\'s load of .5, "at the downlinks of each leaf switch", a share?',
    options: {
      spines: "links from spines down to leaves: 200 Gbps go each way",
      hosts: "links of a leaf's 16 hosts: 800 Gbps want through one link of 400G",
    },
    chosen: "spines",
    why: 'After "16 hosts with 100Gbps downlinks" the words mean the hosts\' links, and this departs from them (docs/errata.md): of those twice as much is offered as the links between L0, L3 and the spines carry, so every threshold is reached, whatever it is.',
  },
  background: {
    asks: "Which part of figure 15's load of .9 is background?",
    options: {
      "0.8": ".8, and .1 the fan-ins', the most background that figure 14 has",
      "0.5": ".5, and .4 the fan-ins', the middle of figure 14",
    },
    chosen: "0.8",
    why: 'Section V-B: "Other settings keep unchanged", of a figure that has many loads; neither text nor caption says which. Figure 5 has background alone. At paper scale five of the eight cases come out with .8; with .5 one does (data mining in the fat-tree, by .8%), and four are 2 to 16% slower: while fan-ins are paused under SIH the background, in other classes, has their share of the links.',
  },
  megabyte: {
    asks: 'How large is a MB of the switch\'s "16MB shared memory"?',
    options: {
      binary: "2^20 B, and a KB 1,024",
      decimal: "1,000,000 B, and a KB 1,000",
    },
    chosen: "binary",
    why: 'The paper\'s own sums are of MiB: "56840B x 32 x 7 = 12MB" are 12.7e6 B or 12.1 MiB, and 3 KB for each of 224 queues "672KB". For e6 speaks "over 4x" (figure 11): the fluid model of that case has 4.70 with it and 3.89 with MiB.',
  },
  sihResume: {
    asks: "How far below X_off does SIH resume?",
    options: {
      same: "at X_off itself, as DSH does in the paper",
      "3072B": "3,072 B below it, as HPCC's simulator does",
    },
    chosen: "same",
    why: 'Section V-A: "The X_qon/X_pon threshold is the same as the X_qoff/X_poff threshold"; of SIH it says nothing else.',
  },
});

export type DshReading = Chosen<typeof dsh>;
