/** bifrost/fig21: three priorities from one data centre to the other. Servers offer 30% of their links: 480 Gbps to a link of 400 Gbps. */
import { priorities } from "./flow-groups.ts";
import { ahead, byPriority, lowPays, onParWithCbfc } from "./priorities.ts";

export const fig21 = byPriority({
  id: "bifrost/fig21",
  title: "Three priorities between two data centres, 30%",
  asks: "Is BifrostX still ahead at less than half the load of figure 20?",
  traffic: "inter-DC",
  load: 0.3,
  seeds: 10,
  claims: (times) => [
    // "BifrostX outperforms PFC and SWING, with high and middle-priority traffic, while its performance degrades with the low-priority
    // traffic slightly."
    ahead(times, ["high", "middle"], "outperforms PFC and SWING with high and middle-priority traffic"),
    lowPays(times),
    onParWithCbfc(times, priorities),
  ],
});
