/** bifrost/fig21: three priorities from one data centre to the other, 30% of the long link. */
import { priorities } from "./flow-groups.ts";
import { byPriority, ahead, onParWithCbfc } from "./priorities.ts";

export const fig21 = byPriority({
  id: "bifrost/fig21",
  title: "Three priorities between two data centres, 30%",
  asks: "Is BifrostX still ahead when the long link is two thirds empty?",
  traffic: "inter-DC",
  load: 0.3,
  claims: (runs) => [...ahead(runs, ["high", "middle"]), onParWithCbfc(runs, priorities)],
});
