/** The parameters in which figures of SPFC's paper differ, each with its sentence. */
import type { Difference } from "../experiment.ts";

const CLOS = ["spfc/fig15", "spfc/fig16", "spfc/tab3", "spfc/fig17", "spfc/fig18"];
const MIXED = ["spfc/fig13", "spfc/fig14"];

export const differences: readonly Difference[] = [
  {
    parameter: "switch.memory",
    figures: CLOS,
    because:
      'Section VII-D: "The switch memory is 32 MB"; of figure 17: "Other settings are kept consistent with the above\'s."',
  },
  {
    parameter: "switch.memory",
    figures: ["spfc/fig12"],
    because: 'Section VII-B: "The total buffer of the switch is 2.5MB".',
  },
  {
    parameter: "switch.memory",
    figures: ["spfc/fig2"],
    because:
      'Section II-D: "The port k will be overloaded at time t = 0", one port instead of 32; B is the same and headroom that of its two links.',
  },
  {
    parameter: "switch.memory",
    figures: ["spfc/fig6"],
    because:
      'Section II-C: "Each port has its own reserved buffer and headroom [38], which are used to absorb packets after sending PFC PAUSE until the upstream is actually paused"; figure 6(b) sweeps the RTT, and headroom with it.',
  },
  {
    parameter: "policies.buffer.dt.alpha",
    figures: ["spfc/fig4", "spfc/fig5"],
    because:
      'Section III-A: "We configure alpha = 1, 2, 4 to test DT"; of all that follow: "If not specified, DT defaults to alpha = 2".',
  },
  {
    parameter: "policies.buffer.dt.alpha",
    figures: ["spfc/fig15", "spfc/fig16", "spfc/tab3"],
    because: 'The columns of table III, "SPFC, DT1, DT2, DT4, ST", of "the above scenario" (section VII-D).',
  },
  {
    parameter: "policies.buffer.dt.alpha",
    figures: ["spfc/fig2"],
    because:
      'Section II-D: "The larger the alpha, the larger buffer the activated port occupies and the smaller the remaining buffer."',
  },
  ...["dt", "spfc"].map((policy) => ({
    parameter: `policies.buffer.${policy}.alpha`,
    figures: MIXED,
    because: 'Section VII-C: "The switch memory is 16 MB, and the alpha for DT and SPFC is set to 1."',
  })),
  {
    parameter: "policies.buffer.spfc.k",
    figures: ["spfc/fig11"],
    because:
      'Section VII-A: "we conducted tests on the PFC pause rate and throughput under different values of K_spfc."',
  },
  {
    parameter: "policies.buffer.spfc.period",
    figures: CLOS,
    because:
      'Section V-B: "In practice, TC >= 4RTT is good enough for most cases"; section VII-D: "All links have a 2us propagation delay, which gives a 24us maximum base RTT."',
  },
  {
    parameter: "policies.buffer.spfc.period",
    figures: ["spfc/fig6", "spfc/fig12"],
    because:
      'Section V-B: "In practice, TC >= 4RTT is good enough for most cases"; figure 6(b) sweeps the RTT, and the testbed of figure 12 has another.',
  },
];
