/** bifrost/fig18: PFC with deep buffers against Bifrost with half of that memory. */
import { onAPar, order } from "../experiment.ts";
import { eachGroup, faster, fctFigure, groupsPlot, WHATS } from "./fct.ts";
import { fctsByPlace, places } from "./flow-groups.ts";
import type { Scheme } from "./schemes.ts";
import { chosen, offeredTrials, SIZES, sizeChosen } from "./two-dcs.ts";

const SCHEMES: readonly Scheme[] = ["Bifrost", "PFC-deep", "PFC"];
const LOADS = [0.8, 0.5] as const;

export const fig18 = fctFigure({
  id: "bifrost/fig18",
  title: "PFC with deep buffers",
  asks: "Is PFC with two bandwidth-delay products of memory as good as Bifrost with one?",
  chosen: [
    ...chosen,
    "PFC-deep has X_OFF = X_ON of one BDP in MiB, 286 MiB at 600 km. Like PFC, it has the headroom that real frames need.",
    'The paper says "comparable" and "similarly". Here both mean within 10% of each other.',
    sizeChosen(SIZES["all-to-all"]),
  ],
  runsOf: "bifrost/fig16",
  trials: (scale, reading) =>
    offeredTrials("all-to-all", { workload: ["Hadoop"], load: LOADS, scheme: SCHEMES }, scale, reading),
  row: fctsByPlace,
  complete: ["overall"],
  plots: (times) =>
    LOADS.flatMap((load) =>
      WHATS.map((what) => groupsPlot(`${load * 100}%`, times.where({ load }), SCHEMES, places, what)),
    ),
  claims: (times) => [
    ...LOADS.flatMap((load) =>
      (["inter-DC", "overall"] as const).map((group) => {
        const at = times.where({ load });
        return order(`par-${group.toLowerCase()}-${load * 100}`, {
          claim: `${load * 100}%, ${group}: Bifrost is within 10% of PFC-deep with half its buffer, average and p99`,
          paper: load === 0.8 ? "comparable" : "similarly",
          judged: eachGroup(WHATS, (what) => [onAPar(at.fct("Bifrost", group, what), at.fct("PFC-deep", group, what))]),
          context: at.n(group),
        });
      }),
    ),
    ...LOADS.map((load) =>
      order(`pfc-worse-${load * 100}`, {
        claim: `${load * 100}%: PFC is slower than PFC-deep and Bifrost (average FCT of all flows)`,
        paper: load === 0.8 ? "PFC-deep has a better performance" : "PFC is also inferior to other schemes",
        judged: (["PFC-deep", "Bifrost"] as const).map((one) =>
          faster(times.where({ load }), one, ["PFC"], ["overall"]),
        ),
      }),
    ),
    order("deep-intra", {
      claim: "At 50% PFC-deep is faster than Bifrost for flows within a data centre (average FCT)",
      paper: "shorter FCT, under light load",
      judged: faster(times.where({ load: 0.5 }), "PFC-deep", ["Bifrost"], ["intra-DC"]),
    }),
  ],
});
