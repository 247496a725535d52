/** acc/fig15: who receives PAUSEs in figure 13's runs. */
import {
  allOf,
  atMost,
  below,
  type Claim,
  combine,
  defineExperiment,
  type Done,
  order,
  pointsOf,
  type Sample,
} from "../experiment.ts";
import {
  CACHE_PAUSES,
  chosenForClos,
  closRuns,
  closSchemes,
  count,
  LAYERS,
  measured,
  type ClosKey,
  type ClosRow,
  type Layer,
  type Workload,
} from "./clos-fabric.ts";
import type { acc } from "./readings.ts";

const WORKLOADS = ["WebSearch", "Cache Follower"] as const satisfies readonly Workload[];
const ALMOST_NONE = 0.05;

export const fig15 = defineExperiment<ClosKey, ClosRow, typeof acc>({
  id: "acc/fig15",
  title: "PAUSEs received by layer",
  asks: "How many PAUSEs does each layer of the Clos receive, by sender?",
  chosen: [
    ...chosenForClos,
    "Runs are those of acc/fig13; PAUSEs are counted from the first flow's start until the last is done.",
    `"Almost no trigger" is a twentieth of DCQCN's and TIMELY's PAUSEs, or less.`,
    '"Most PAUSEs" are more than half of them, as the words have it: to receive more than any other layer is less.',
  ],
  runsOf: "acc/fig13",
  ...closRuns(WORKLOADS.map((workload) => ({ workload, schemes: closSchemes }))),

  conclude: (done) => ({
    plots: WORKLOADS.map((workload) => ({
      title: `${workload}: PAUSEs received`,
      x: "layer",
      y: "PAUSEs",
      bins: LAYERS,
      lines: closSchemes.map((scheme) => ({
        name: scheme,
        points: pointsOf(LAYERS.map((layer, k) => [k, received(done, workload, scheme, [layer])])),
      })),
    })),
    claims: done.length === 0 ? [] : WORKLOADS.flatMap((workload) => claimsOf(done, workload)),
  }),
});

/** PAUSEs that the layers received together. */
const received = (
  done: readonly Done<ClosKey, ClosRow>[],
  workload: Workload,
  scheme: string,
  layers: readonly Layer[] = LAYERS,
): Sample => ({
  ...measured(done, workload, scheme, ({ pauses }) => layers.reduce((sum, layer) => sum + pauses[layer], 0)),
  name: layers.length === LAYERS.length ? scheme : `${scheme}, ${layers.join(" and ")}:`,
});

function claimsOf(done: readonly Done<ClosKey, ClosRow>[], workload: Workload): Claim[] {
  const named = workload.toLowerCase().replace(" ", "-");
  const of = (scheme: string, layers?: readonly Layer[]): Sample => received(done, workload, scheme, layers);
  const heuristic = ["DCQCN", "TIMELY"] as const;
  const most: readonly Layer[] = workload === "WebSearch" ? ["aggregation"] : ["aggregation", "servers"];
  const rest = LAYERS.filter((layer) => !most.includes(layer));
  return [
    order(
      {
        id: `${named}-almost-none`,
        claim: `${workload}: under ACC there are at most a twentieth of the PAUSEs under DCQCN, and under TIMELY`,
        paper: "almost no trigger of PFC",
        ...(workload === "Cache Follower" && { tried: CACHE_PAUSES }),
      },
      allOf(
        heuristic.map((scheme) =>
          atMost(
            combine(`ACC ${count(meanOf(of("ACC")))} against ${scheme}, share`, of("ACC"), of(scheme), share),
            ALMOST_NONE,
            (part) => `${(100 * part).toFixed(1)}%`,
          ),
        ),
      ),
    ),
    // "In Web Search workload, for DCQCN and TIMELY, most PAUSEs are received in the aggregation layer"; "in Cache Follower workload, most PAUSEs are
    // received at the aggregation layer and servers": a statement of both senders each.
    order(
      {
        id: `${named}-most`,
        claim: `${workload}: under DCQCN and TIMELY most PAUSEs are received by ${most.join(" and ")}`,
        paper: `most at the ${most.join(" and ")}`,
        ...(workload === "WebSearch" && { tried: TRIED_MOST }),
      },
      allOf(heuristic.map((scheme) => below(of(scheme, rest), of(scheme, most), count))),
    ),
  ];
}

const TRIED_MOST =
  "At paper scale the aggregation receives more than any other layer under DCQCN in each of three seeds (37,172 to 39,436 PAUSEs, the servers 7,861 to 15,659); under TIMELY in two, in the third the servers do (25,945 and 33,300); with the steps of HPCC's simulator (`timely: hpcc`) in each (37,445 to 47,146, the servers 27,935 to 32,692).";

const meanOf = ({ bySeed }: Sample): number => [...bySeed.values()].reduce((sum, n) => sum + n, 0) / bySeed.size;
/** Of none, all. */
const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
