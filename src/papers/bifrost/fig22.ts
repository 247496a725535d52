/** bifrost/fig22: three priorities, all-to-all. 30% of the flows cross the long link: 432 Gbps for a link of 400 Gbps. */
import { byPriority, onParWithCbfc, sameAs } from "./priorities.ts";

export const fig22 = byPriority({
  id: "bifrost/fig22",
  title: "Three priorities all-to-all, 90%",
  asks: "Are flows across the long link faster under BifrostX when other traffic stays within a data centre?",
  traffic: "all-to-all",
  load: 0.9,
  seeds: 10,
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
