/**
 * bifrost/fig20: three priorities from one data centre to the other. Servers offer 70% of their links: 1,120 Gbps to a link of 400 Gbps.
 */
import { COMPARABLE } from "../experiment.ts";
import { byPriority, sameAs, slightlyBehindCbfc } from "./priorities.ts";

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
  claims: (times) => [
    sameAs(times, "SWING", "low", COMPARABLE, "slightly increases, +0.3%"),
    slightlyBehindCbfc(times, ["middle", "low"]),
  ],
});
