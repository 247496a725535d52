/** Figures recommended for a first visit: the trials to compare, and what to observe after they have run. */

export interface Featured {
  readonly id: string;
  readonly title: string;
  /**
   * The trials of the figure to compare. `label` identifies a trial (`TrialText`), and `name` is the name of its
   * column.
   */
  readonly trials: readonly (readonly [label: string, name: string])[];
  readonly look: string;
}

export const featured: readonly Featured[] = [
  {
    id: "spfc/fig4",
    title: "How PFC makes a victim",
    trials: [
      ["DT 2, bursts 24", "DT 2"],
      ["SPFC, bursts 24", "SPFC"],
    ],
    look: "24 hosts burst to r2 from 1 ms on. Under DT the switch stops h0 too, whose flow 0 goes to r1, where nobody else goes. Under SPFC h0 sends on: compare the raster's row h0-sw0.",
  },
  {
    id: "dsh/fig12",
    title: "A deadlock, and how shared headroom avoids it",
    trials: [
      ["SIH, dcqcn", "SIH"],
      ["DSH, dcqcn", "DSH"],
    ],
    look: "With links down, routes go down and up again, and PAUSEs can wait for each other in a circle. Move the clock to its end under SIH: the circle is drawn, and everything has stopped.",
  },
  {
    id: "dsh/fig13",
    title: "Collateral damage",
    trials: [
      ["SIH, none", "SIH"],
      ["DSH, none", "DSH"],
    ],
    look: "Flows 0 and 1 share a link; 24 hosts burst to the receiver of flow 1. Watch the throughput of flow 0, which goes elsewhere, when headroom is set aside for each queue (SIH), and when it is shared (DSH).",
  },
  {
    id: "acc/fig3",
    title: "Cut a congested flow, or halt it?",
    trials: [
      ["DCQCN", "DCQCN"],
      ["stop, then PC rate", "ACC's halt"],
    ],
    look: "Flow 0 shares a port with flow 1, which the bursts of 20 hosts congest at 20 ms. Zoom in there: for how long does flow 0 stand behind it, if flow 1 is cut by marks, and if it stops at once?",
  },
  {
    id: "plb/fig5",
    title: "A path that is paused for a moment",
    trials: [
      ["DRILL", "DRILL"],
      ["PLB", "PLB"],
    ],
    look: "A small burst pauses one of two paths. Which balancer moves a large flow to the loaded path for that, and what do the flows there pay?",
  },
  {
    id: "bifrost/fig7",
    title: "A long link without 2 BDP of memory",
    trials: [
      ["Bifrost, slots 1, reaction 60", "Bifrost"],
      ["PFC, slots 80, reaction 60", "PFC"],
    ],
    look: "80 km between two switches, in the worst case. PFC must keep what two bandwidth-delay products bring; compare the egress queues with Bifrost's.",
  },
];

/** Titles of the papers, by the first part of a figure's id. docs/papers.md has the full references. */
export const titles: Readonly<Record<string, string>> = {
  spfc: "Re-Architecting Buffer Management in Lossless Ethernet (SPFC, 2024)",
  acc: "Revisiting Congestion Control for Lossless Ethernet (ACC, 2024)",
  plb: "Load Balancing in PFC-Enabled Datacenter Networks (PLB, 2022)",
  dsh: "Less is More: Dynamic and Shared Headroom Allocation in PFC-enabled Datacenter Networks (DSH, 2023)",
  bifrost: "Minimizing Buffer Utilization for Lossless Inter-DC Links (Bifrost, 2024)",
  cross: "Schemes of several papers together",
};
