/** bifrost/fig22: three priorities all-to-all, 30% of the flows across the long link; 432 Gbps for its 400. */
import { byPriority, onParWithCbfc, sameAs } from "./priorities.ts";

const TRIED =
  "At paper scale, ten seeds, high, middle and low are on average at -12, -18 and -25% of PFC's time, -14, -16 and -16% of SWING's; with strictness under every scheme (`scheduler: strict`, three seeds) at -12, -19 and -12% of PFC's, -4 (-12 to +4), -27 and -26% of SWING's; at quick scale, 100 km, with every switch strict under BifrostX alone (`scheduler: queues`) at -24, +3 and +46%, -32, +5 and +46%.";

export const fig22 = byPriority({
  id: "bifrost/fig22",
  title: "Three priorities all-to-all, 90%",
  asks: "Do flows across the long link gain from BifrostX where most traffic never leaves its data centre?",
  traffic: "all-to-all",
  load: 0.9,
  printed: [
    ["PFC", "high", { average: 0.96, p99: 0.865, tried: TRIED }],
    ["PFC", "middle", { average: 0.485, p99: 0.715, tried: TRIED }],
    ["PFC", "low", { average: 0.734, p99: 0.79, tried: TRIED }],
    ["SWING", "middle", { average: 0.524, p99: 0.773, tried: TRIED }],
    ["SWING", "low", { average: 0.809, p99: 0.901, tried: TRIED }],
  ],
  claims: (runs) => [
    sameAs(runs, "SWING", "high", 1.01, "a difference of not more than 1%", TRIED),
    onParWithCbfc(runs, ["high"]),
  ],
});
