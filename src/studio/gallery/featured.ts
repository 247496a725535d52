/** Figures to begin with: which of their trials stand side by side, and what to look at once they have run. */

export interface Featured {
  readonly id: string;
  readonly title: string;
  /** Labels of trials, as the lab words their keys, and what the column is called. */
  readonly trials: readonly (readonly [label: string, name: string])[];
  readonly look: string;
}

export const featured: readonly Featured[] = [
  {
    id: "spfc/fig4",
    title: "SPFC: how PFC makes a victim",
    trials: [
      ["DT 2, bursts 24", "DT 2"],
      ["SPFC, bursts 24", "SPFC"],
    ],
    look: "24 hosts burst to r2 from 1 ms on. Under DT the switch stops h0, whose flow 0 goes to r1, where nobody else goes. Under SPFC h0 sends on: compare the raster's row h0-sw0.",
  },
  {
    id: "dsh/fig10",
    title: "DSH: headroom that is shared",
    trials: [
      ["a", "case a"],
      ["b", "case b"],
    ],
    look: "Queues and their threshold as a burst comes: with DSH the threshold bends where headroom is lent out.",
  },
  {
    id: "acc/fig3",
    title: "ACC: stop the congested flow, not the class",
    trials: [
      ["DCQCN", "DCQCN"],
      ["ACC", "ACC"],
    ],
    look: "A flow that shares a link with a congested one is held up behind it. Watch the throughput of each as ACC halts the one alone.",
  },
  {
    id: "plb/fig5",
    title: "PLB: leave a paused path at once",
    trials: [
      ["DRILL", "DRILL"],
      ["PLB", "PLB"],
    ],
    look: "A path is stopped by PAUSE. Which balancer keeps sending into it? Watch the queues at the leaf.",
  },
  {
    id: "bifrost/fig7",
    title: "Bifrost: a long link without 2 BDP of memory",
    trials: [
      ["PFC, slots 1, reaction 60", "PFC"],
      ["Bifrost, slots 1, reaction 60", "Bifrost"],
    ],
    look: "The queue at the end of a long link in the worst case: how much memory does stopping the far end take?",
  },
];
