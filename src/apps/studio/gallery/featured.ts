/**
 * Figures recommended for a first visit. Each has the trials to compare, and says what to observe after they have run.
 */
import type { Asked } from "../measure/answer.ts";

export interface Featured {
  readonly id: string;
  readonly title: string;
  /**
   * The trials to compare. `label` selects a trial of the figure (`TrialText`), and `name` is the name of its column.
   */
  readonly trials: readonly (readonly [label: string, name: string])[];
  readonly look: string;
  /** The measure that the card asks about. It is the first row of the comparison. */
  readonly asks: Asked;
}

export const featured: readonly Featured[] = [
  {
    id: "spfc/fig4",
    title: "How PFC makes a victim",
    trials: [
      ["DT 2, bursts 24", "DT 2"],
      ["SPFC, bursts 24", "SPFC"],
    ],
    look:
      "At 1 ms, 24 hosts begin to send bursts to r2. Under DT the switch also pauses h0, although flow 0 of h0 goes to r1, " +
      "which has no other traffic. Under SPFC h0 is not paused: compare the goodput of flow 0.",
    asks: { what: "goodput", flow: 0 },
  },
  {
    id: "dsh/fig12",
    title: "A deadlock, and how shared headroom avoids it",
    trials: [
      ["SIH, dcqcn", "SIH"],
      ["DSH, dcqcn", "DSH"],
    ],
    look:
      "Links have failed, so routes go down and up again, and paused queues can wait for each other in a circle. " +
      "Under SIH, move the clock to the end: the drawing shows the circle, and no packet moves.",
    asks: { what: "deadlock" },
  },
  {
    id: "dsh/fig13",
    title: "Collateral damage",
    trials: [
      ["SIH, none", "SIH"],
      ["DSH, none", "DSH"],
    ],
    look:
      "Flows 0 and 1 share a link. At 20 ms, 24 hosts send bursts to the receiver of flow 1. Flow 0 has another receiver. " +
      "Compare the goodput of flow 0 after the burst with headroom for each queue (SIH) and with shared headroom (DSH).",
    asks: { what: "goodput", flow: 0, from: 20e6, to: 20.3e6 },
  },
  {
    id: "acc/fig3",
    title: "Slow down a congested flow, or halt it?",
    trials: [
      ["DCQCN", "DCQCN"],
      ["stop, then PC rate", "ACC's halt"],
    ],
    look:
      "Flow 0 shares a port with flow 1. At 20 ms, bursts of 20 hosts congest the path of flow 1. DCQCN slows flow 1 " +
      "down after ECN marks, and ACC halts it at once. Which of them slows flow 0 down more?",
    asks: { what: "goodput", flow: 0, from: 20e6 },
  },
  {
    id: "plb/fig5",
    title: "A path that is paused for a moment",
    trials: [
      ["DRILL", "DRILL"],
      ["kick-out", "moved at once"],
      ["PLB", "PLB"],
    ],
    look:
      "A small burst pauses one of two paths for a moment. The large flow 2 uses that path, and the other path is " +
      "loaded. How much slower is flow 2 if it moves there at once? Which balancer moves it back?",
    asks: { what: "fct", flow: 2 },
  },
  {
    id: "bifrost/fig7",
    title: "A long link without 2 BDP of memory",
    trials: [
      ["Bifrost, slots 3, reaction 60", "Bifrost"],
      ["PFC, slots 80, reaction 60", "PFC"],
    ],
    look:
      "Two switches are 80 km apart. In the worst case, PFC needs memory for two bandwidth-delay products at the port " +
      "of the long link. Compare the occupancy of its ingress queue under Bifrost and under PFC.",
    asks: { what: "stored", port: "dci1-dci0" },
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
