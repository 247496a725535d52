/**
 * bifrost/fig20: three priorities from one data centre to the other. Servers offer 70% of their links: 1,120 Gbps to a link of 400 Gbps.
 */
import { COMPARABLE } from "../experiment.ts";
import { byPriority, sameAs, slightlyBehindCbfc } from "./priorities.ts";

/**
 * The field `orders` of this figure. It gives the change of FCT under BifrostX against PFC and SWING, for each answer to the open question
 * `scheduler`. The commands that measure these changes are in docs/results/notes/bifrost/fig20.md.
 */
const ORDERS =
  "Against PFC the averages of high, middle and low priority change by -54.5, -27.4 and +5.0% in the paper. With `turns` they change by -29, -35 and +10% (100 km, one seed). With `queues` they change by -55, -25 and +55%. With `strict` they change by -29, -24 and -28% (paper scale, three seeds). Against SWING the paper has -16.5, -37.2 and +0.3%. Here `turns` has -32, -29 and +23%. With `strict` they are -19, -43 and -30%. No answer gives all six.";

export const fig20 = byPriority({
  id: "bifrost/fig20",
  title: "Three priorities between two data centres, 70%",
  asks: "Is BifrostX, with one buffer for three priorities, as fast as schemes with three buffers?",
  traffic: "inter-DC",
  load: 0.7,
  seeds: 13,
  printed: [
    ["PFC", "high", { average: 0.455, p99: 0.119 }],
    ["PFC", "middle", { average: 0.726, p99: 0.803 }],
    ["PFC", "low", { average: 1.05, p99: 0.795 }],
    ["SWING", "high", { average: 0.835, p99: 0.835 }],
    ["SWING", "middle", { average: 0.628, p99: 0.872 }],
    ["SWING", "low", { p99: 1.069 }],
  ],
  orders: ORDERS,
  claims: (times) => [
    sameAs(times, "SWING", "low", COMPARABLE, "slightly increases, +0.3%"),
    slightlyBehindCbfc(times, ["middle", "low"]),
  ],
});
