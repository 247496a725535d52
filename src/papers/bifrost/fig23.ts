/** bifrost/fig23: three priorities, all-to-all. 30% of the flows cross the long link: 288 Gbps for a link of 400 Gbps. */
import { priorities } from "./flow-groups.ts";
import { ahead, byPriority, onParWithCbfc } from "./priorities.ts";

export const fig23 = byPriority({
  id: "bifrost/fig23",
  title: "Three priorities all-to-all, 60%",
  asks: "Is BifrostX still ahead when the long link is not overloaded?",
  traffic: "all-to-all",
  load: 0.6,
  seeds: 10,
  claims: (times) => [
    // "BifrostX consistently outperforms PFC and SWING, with all kinds of traffic, especially for high and middle-priority traffic."
    ahead(times, priorities, "consistently outperforms PFC and SWING, with all kinds of traffic"),
    onParWithCbfc(times, priorities),
  ],
});
