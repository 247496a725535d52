/** bifrost/fig20: three priorities from one data centre to the other; the servers offer 70% of their links, 1,120 Gbps for one of 400. */
import { COMPARABLE } from "../experiment.ts";
import { byPriority, sameAs, slightlyBehindCbfc } from "./priorities.ts";

const SCHEDULERS =
  "On 100 km, with 6 ms of arrivals: against PFC on average high, middle and low have -29, -35 and +10% in turn, -55, -25 and +55% with every switch strict under BifrostX alone (`scheduler: queues`), -22, -24 and -1.5% with strictness under every scheme (one seed); against SWING in turn -32, -29 and +23%. At paper scale, three seeds, strictness under every scheme (`scheduler: strict`): -29, -24 and -28% against PFC, -19, -43 and -30% against SWING.";

export const fig20 = byPriority({
  id: "bifrost/fig20",
  title: "Three priorities between two data centres, 70%",
  asks: "With one buffer for three priorities, is BifrostX as good as schemes with three?",
  traffic: "inter-DC",
  load: 0.7,
  printed: [
    ["PFC", "high", { average: 0.455, p99: 0.119, tried: SCHEDULERS }],
    ["PFC", "middle", { average: 0.726, p99: 0.803 }],
    ["PFC", "low", { average: 1.05, p99: 0.795, tried: SCHEDULERS }],
    ["SWING", "high", { average: 0.835, p99: 0.835, tried: SCHEDULERS }],
    ["SWING", "middle", { average: 0.628, p99: 0.872 }],
    ["SWING", "low", { p99: 1.069, tried: SCHEDULERS }],
  ],
  claims: (runs) => [
    sameAs(runs, "SWING", "low", COMPARABLE, "slightly increases, +0.3%", SCHEDULERS),
    slightlyBehindCbfc(runs, ["middle", "low"]),
  ],
});
