/** acc/fig15: the PAUSEs that each layer of the Clos receives in the runs of figure 13. */
import * as xoff from "../experiment.ts";
import { chosenForClos, closRuns, closSchemes, count, LAYERS } from "./clos-fabric.ts";
import type { Layer, Workload } from "./clos-fabric.ts";
import { HEURISTIC } from "./schemes.ts";

const WORKLOADS = ["WebSearch", "Cache Follower"] as const satisfies readonly Workload[];

export const fig15 = xoff.defineFigure({
  id: "acc/fig15",
  title: "PAUSEs received by layer",
  asks: "How many PAUSEs does each layer of the Clos receive under each sender?",
  chosen: [
    ...chosenForClos,
    "Runs are those of acc/fig13. PAUSEs are counted from the start of the first flow to the end of the last one.",
    `"Almost no trigger" means at most 5% of DCQCN's and of TIMELY's PAUSEs.`,
    '"Most PAUSEs" means more than half of all PAUSEs. To receive more than any other layer is not enough.',
  ],
  runsOf: "acc/fig13",
  ...closRuns(WORKLOADS, () => closSchemes),
  plots: (runs) =>
    WORKLOADS.map((workload) =>
      xoff.barPlot(`${workload}: PAUSEs received`, "layer", "PAUSEs", closSchemes, LAYERS, (scheme, layer) =>
        runs.of({ scheme, workload }, ({ pauses }) => pauses[layer]),
      ),
    ),
  claims: (runs) =>
    WORKLOADS.flatMap((workload) => {
      const named = workload.toLowerCase().replace(" ", "-");
      const received = (scheme: string, layers: readonly Layer[], name: string) =>
        runs.of({ scheme, workload }, ({ pauses }) => layers.reduce((sum, layer) => sum + pauses[layer], 0), name);
      const all = (scheme: string) => received(scheme, LAYERS, scheme);
      const at = (scheme: string, layers: readonly Layer[]) =>
        received(scheme, layers, `${scheme}, ${layers.join(" and ")}`);
      const most: readonly Layer[] = workload === "WebSearch" ? ["aggregation"] : ["aggregation", "servers"];
      const rest = LAYERS.filter((layer) => !most.includes(layer));
      const mean = count(xoff.meanOf(all("ACC")));
      return [
        xoff.order(`${named}-almost-none`, {
          claim: `${workload}: PAUSEs under ACC are at most 5% of those under DCQCN, and of those under TIMELY`,
          paper: "almost no trigger of PFC",
          judged: HEURISTIC.map((scheme) => {
            const share = xoff.combine(`ACC ${mean} against ${scheme}, share`, all("ACC"), all(scheme), shareOf);
            return xoff.atMost(share, ALMOST_NONE, (part) => `${(100 * part).toFixed(1)}%`);
          }),
          ...(workload === "Cache Follower" && { underdetermined: { evidence: WINDOW_IS_OPEN } }),
        }),
        // "In Web Search workload, for DCQCN and TIMELY, most PAUSEs are received in the aggregation layer"; "in Cache Follower workload,
        // most PAUSEs are received at the aggregation layer and servers". Each sentence is one claim on DCQCN and TIMELY together.
        xoff.order(`${named}-most`, {
          claim: `${workload}: under DCQCN and TIMELY most PAUSEs are received by ${most.join(" and ")}`,
          paper: `most at the ${most.join(" and ")}`,
          judged: HEURISTIC.map((scheme) => xoff.below(at(scheme, rest), at(scheme, most), count)),
          ...(workload === "WebSearch" && { underdetermined: { evidence: MOST_IS_OPEN } }),
        }),
      ];
    }),
});

/** ACC's PAUSEs count as "almost no trigger" if they are at most this share of another sender's PAUSEs. */
const ALMOST_NONE = 0.05;

/** `part` divided by `whole`, or 1 if `whole` is 0. */
const shareOf = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);

const WINDOW_IS_OPEN = "The text gives no window of ACC's flows (reading `window`).";
const MOST_IS_OPEN =
  'The text does not say whether "most" means more than half or more than any other layer, and gives no step of TIMELY (reading `timely`).';
