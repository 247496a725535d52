/** bifrost/fig22: three priorities, all-to-all. 30% of the flows cross the long link: 432 Gbps for a link of 400 Gbps. */
import { byPriority, onParWithCbfc, sameAs } from "./priorities.ts";

/**
 * The field `orders` of this figure. It gives the change of FCT under BifrostX against PFC and SWING, for each answer to the open question
 * `scheduler`. The commands that measure these changes are in docs/results/notes/bifrost/fig22.md.
 */
const ORDERS =
  "Against PFC the averages of high, middle and low priority change by -4.0, -51.5 and -26.6% in the paper. They change by -15, -18 and -25% with `turns` (paper scale). With `strict` they change by -12, -19 and -12% (three seeds). With `queues` they change by -24, +3 and +46% (100 km). Against SWING the high priority is the same within 1% in the paper. It is 18% faster with `turns`, 4% with `strict` (-12 to +4%), and 32% with `queues`. No answer gives all of them.";

export const fig22 = byPriority({
  id: "bifrost/fig22",
  title: "Three priorities all-to-all, 90%",
  asks: "Are flows across the long link faster under BifrostX when other traffic stays within a data centre?",
  traffic: "all-to-all",
  load: 0.9,
  seeds: 10,
  orders: ORDERS,
  claims: (times) => [
    sameAs(times, "SWING", "high", 1.01, "a difference of not more than 1%"),
    onParWithCbfc(times, ["high"]),
  ],
  printed: [
    ["PFC", "high", { average: 0.96, p99: 0.865 }],
    ["PFC", "middle", { average: 0.485, p99: 0.715 }],
    ["PFC", "low", { average: 0.734, p99: 0.79 }],
    ["SWING", "middle", { average: 0.524, p99: 0.773 }],
    ["SWING", "low", { average: 0.809, p99: 0.901 }],
  ],
});
