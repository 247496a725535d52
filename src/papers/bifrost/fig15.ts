/** bifrost/fig15: completion times of flows across the long link, under every scheme of the paper. */
import * as xoff from "../experiment.ts";
import { acrossChosen, acrossTrials, LOADS, LOSSLESS, SCHEMES } from "./across.ts";
import { changesOf, fctFigure, ms, NAMES, WHATS, type Printed } from "./fct.ts";
import { fctsByPlace, type Place } from "./flow-groups.ts";
import type { Workload } from "./traffic.ts";

const TIMEOUT_IS_OPEN = "The text does not say what IRN retransmits after a timeout (reading `irnTimeout`).";
const CBFC_IS_OPEN =
  "The text gives neither the memory of CBFC's ports inside a data centre (reading `cbfcMemory`) nor CBFC's time slot.";

/**
 * Bifrost's FCT divided by that of each other scheme, as the paper prints it for Hadoop at 30% load.
 */
const PAPER: Printed<Place> = [
  ["SWING", "inter-DC", { average: 0.885, p99: 0.882 }],
  ["CBFC-ideal", "inter-DC", { average: 0.826, p99: 0.663 }, CBFC_IS_OPEN],
  ["PFC", "inter-DC", { average: 0.599, p99: 0.448 }],
  ["IRN", "inter-DC", { average: 0.136, p99: 0.248 }, TIMEOUT_IS_OPEN],
];
const PRINTED = { workload: "Hadoop", load: 0.3 } as const;
/** The paper prints numbers only for Hadoop, so quick scale runs no other workload. */
const WORKLOADS: xoff.PerScale<readonly Workload[]> = { quick: ["Hadoop"], paper: ["Hadoop", "WebSearch"] };

export const fig15 = fctFigure({
  id: "bifrost/fig15",
  title: "Traffic between two data centres",
  asks: "What are the completion times of flows across the long link under each flow control, and under schemes that drop packets?",
  chosen: acrossChosen,
  trials: (scale, reading) => acrossTrials(WORKLOADS[scale], scale, reading),
  row: fctsByPlace,
  complete: ["overall"],
  plots: (times, scale) =>
    WORKLOADS[scale].flatMap((workload) =>
      WHATS.map((what) => {
        const ours = times.where(PRINTED).fct("Bifrost", "inter-DC", what);
        const marks = PAPER.map(([scheme, , paper]) =>
          xoff.markOf(scheme, LOADS.indexOf(PRINTED.load), ours, 1 / (paper[what] ?? NaN)),
        );
        return xoff.plotOf(
          `${workload}: ${NAMES[what]} across the long link`,
          "load of the servers' links",
          "FCT, ms",
          SCHEMES.map((name) => ({
            name,
            points: xoff.pointsOf(
              LOADS.map((load, k) => [k, times.where({ workload, load }).fct(name, "inter-DC", what)]),
            ),
          })),
          {
            log: "y",
            bins: LOADS.map((load) => `${load * 100}%, ${times.where({ workload, load }).n("inter-DC")}`),
            ...(workload === "Hadoop" && {
              ...{ marks, note: "Marks: the other schemes, from the paper's changes and our result for Bifrost." },
            }),
          },
        );
      }),
    ),
  claims: (times, scale) => [
    ...changesOf(times.where(PRINTED), "hadoop-30", "Hadoop 30%", PAPER),
    ...WORKLOADS[scale].flatMap((workload) =>
      LOADS.map((load) => {
        const at = times.where({ workload, load });
        return xoff.order(`newreno-last-${workload.toLowerCase()}-${load * 100}`, {
          claim: `${workload} ${load * 100}%: NewReno is slower than every other scheme (average FCT)`,
          paper: "worse performance than the RDMA solutions",
          judged: [...LOSSLESS, "IRN" as const].map((scheme) =>
            xoff.below(at.fct(scheme, "inter-DC"), at.fct("NewReno", "inter-DC"), ms),
          ),
          note: "70% of Hadoop flows fit into NewReno's initial window of ten packets, so congestion control does not limit them. Figure 17 shows the other flows.",
          context: at.n("inter-DC"),
          underdetermined: { evidence: TIMEOUT_IS_OPEN },
        });
      }),
    ),
  ],
});
