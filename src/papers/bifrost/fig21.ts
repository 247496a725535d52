/** bifrost/fig21: three priorities from one data centre to the other. Servers offer 30% of their links: 480 Gbps to a link of 400 Gbps. */
import { priorities } from "./flow-groups.ts";
import { ahead, byPriority, lowPays, onParWithCbfc } from "./priorities.ts";

/**
 * The field `orders` of this figure. It gives the change of FCT under BifrostX against PFC and SWING, for each answer to the open question
 * `scheduler`. The commands that measure these changes are in docs/results/notes/bifrost/fig21.md.
 */
const ORDERS =
  "In the paper the low priority is slightly slower than under PFC and SWING. With `turns` it is 33 and 26% faster. With `strict` it is 14 and 44% faster (three seeds), and with `queues` 8 and 15% slower, with intervals that include 0 (paper scale). No answer shows a slight loss.";

export const fig21 = byPriority({
  id: "bifrost/fig21",
  title: "Three priorities between two data centres, 30%",
  asks: "Is BifrostX still ahead at less than half the load of figure 20?",
  traffic: "inter-DC",
  load: 0.3,
  seeds: 10,
  orders: ORDERS,
  claims: (times) => [
    // "BifrostX outperforms PFC and SWING, with high and middle-priority traffic, while its performance degrades with the low-priority
    // traffic slightly."
    ahead(times, ["high", "middle"], "outperforms PFC and SWING with high and middle-priority traffic"),
    lowPays(times),
    onParWithCbfc(times, priorities),
  ],
});
