/**
 * bifrost/fig16: all-to-all traffic over two data centres. The figure has the completion times of flows across the long
 * link, and of all flows.
 */
import * as xoff from "../experiment.ts";
import { changesOf, faster, fctFigure, groupsPlot, WHATS, type Printed } from "./fct.ts";
import { fctsByPlace, type Place } from "./flow-groups.ts";
import type { Scheme } from "./schemes.ts";
import { chosen, offeredTrials, SIZES, sizeChosen } from "./two-dcs.ts";

const OTHERS = ["SWING", "CBFC-ideal", "PFC", "IRN"] as const;
const SCHEMES: readonly Scheme[] = ["Bifrost", ...OTHERS];
const GROUPS: readonly Place[] = ["inter-DC", "overall"];
const LOADS = [0.5, 0.8] as const;
/** The workloads of each scale. The paper prints numbers only for Hadoop, so quick scale has no other workload. */
const WORKLOADS = { quick: ["Hadoop"], paper: ["Hadoop", "WebSearch"] } as const;

/** Bifrost's FCT divided by that of other schemes, as the paper prints it for Hadoop at 50% load. */
const PAPER: Printed<Place> = [
  ["PFC", "inter-DC", { average: 0.532, p99: 0.437 }],
  ["PFC", "overall", { average: 0.448, p99: 0.365 }],
  ["SWING", "inter-DC", { average: 0.851, p99: 0.839 }],
  ["SWING", "overall", { average: 0.858, p99: 0.834 }],
];
/** Bifrost counts as "one of the best" if no other scheme is faster by more than this factor. */
const ONE_OF_THE_BEST = 1.05;

export const fig16 = fctFigure({
  id: "bifrost/fig16",
  title: "All-to-all traffic over two data centres",
  asks: "How does the flow control of the long link change the completion times of flows that cross it, and of all other flows?",
  chosen: [
    ...chosen,
    "All-to-all means that every server sends to every other, so 16 of 31 flows cross the long link. Quick scale has only the Hadoop workload.",
    sizeChosen(SIZES["all-to-all"]),
    '"One of the best" means that no other scheme is ahead by more than 5%.',
    "IRN drops packets. All its switches have the memory of a switch inside a data centre, and all memory is shared, as in figure 15.",
  ],
  trials: (scale, reading) =>
    offeredTrials("all-to-all", { workload: WORKLOADS[scale], load: LOADS, scheme: SCHEMES }, scale, reading),
  row: fctsByPlace,
  complete: ["overall"],
  plots: (times, scale) =>
    WORKLOADS[scale].flatMap((workload) =>
      LOADS.flatMap((load) =>
        WHATS.map((what) => {
          const printed = workload === "Hadoop" && load === 0.5 ? PAPER : [];
          const at = times.where({ workload, load });
          return groupsPlot(`${workload}, ${load * 100}%`, at, SCHEMES, GROUPS, what, printed);
        }),
      ),
    ),
  claims(times) {
    const [half, full] = LOADS.map((load) => times.where({ workload: "Hadoop", load }));
    const against = (runs: typeof half, other: Scheme, name: string) =>
      xoff.combine(name, runs.fct("Bifrost", "overall"), runs.fct(other, "overall"), (ours, theirs) => ours / theirs);
    /** The change of Bifrost's average FCT against PFC, in percent. */
    const advantage = (runs: typeof half, name: string) =>
      xoff.mapped(name, against(runs, "PFC", name), (factor) => 100 * (factor - 1));
    return [
      ...changesOf(half, "hadoop-50", "Hadoop 50%", PAPER),
      xoff.order("shrinks", {
        claim: "Bifrost's advantage over PFC is smaller at 80% than at 50% (average FCT of all Hadoop flows)",
        paper: "the performance advantage of Bifrost becomes smaller",
        judged: xoff.below(advantage(half, "at 50%"), advantage(full, "at 80%"), xoff.fixed(1, "%")),
      }),
      xoff.order("one-of-the-best", {
        claim: "At 80% Bifrost is among the best: no scheme is ahead by more than 5% (average FCT of all flows)",
        paper: "still gains one of the best performance",
        judged: OTHERS.map((other) =>
          xoff.atMost(against(full, other, `Bifrost against ${other}`), ONE_OF_THE_BEST, xoff.percentChange),
        ),
      }),
      // Section VI-C: "According to Section VI-B, Bifrost significantly outperforms IRN and TCP". The sentence is on both
      // loads, so there is one claim for both.
      xoff.order("irn", {
        claim: "Hadoop, 50 and 80%: Bifrost outperforms IRN across the long link, and over all flows (average FCT)",
        paper: "significantly outperforms (section VI-C)",
        judged: [half, full].map((at) => faster(at, "Bifrost", ["IRN"], GROUPS)),
      }),
    ];
  },
});
