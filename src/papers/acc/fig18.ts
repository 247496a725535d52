/** acc/fig18: how much ACC's step up matters. */
import {
  allOf,
  below,
  type Claim,
  COMPARABLE,
  defineExperiment,
  type Done,
  onAPar,
  order,
  pointsOf,
  type Sample,
} from "../experiment.ts";
import {
  chosenForClos,
  CLASSES,
  closRuns,
  flowsOf,
  increaseName,
  INCREASES,
  measured,
  times,
  type Class,
  type ClosKey,
  type ClosRow,
} from "./clos-fabric.ts";
import type { acc } from "./readings.ts";

export const fig18 = defineExperiment<ClosKey, ClosRow, typeof acc>({
  id: "acc/fig18",
  title: "Sensitivity to RI",
  asks: "Do small and medium flows pay when ACC's flows rise faster, and what do large ones gain?",
  chosen: [
    ...chosenForClos,
    "RI is RI_high, 1 to 8 Gbps, and RI_low a tenth of it. Runs with 4 Gbps are those of acc/fig13.",
    '"Not sensitive" is within 10% from the smallest RI to the largest.',
  ],
  runsOf: "acc/fig13",
  ...closRuns([{ workload: "WebSearch", schemes: INCREASES.map(increaseName) }]),

  conclude: (done) => ({
    plots: (["slowdown", "slowdown99"] as const).map((what) => ({
      title: what === "slowdown" ? "(a) average slowdown" : "(b) 99th percentile of slowdown",
      x: "RI, Gbps",
      y: "FCT slowdown",
      log: "x" as const,
      lines: CLASSES.map((size) => ({
        name: size,
        points: pointsOf(INCREASES.map((gbps) => [gbps, of(done, gbps, size, what)])),
      })),
    })),
    claims: done.length === 0 ? [] : claimsOf(done),
  }),
});

const of = (
  done: readonly Done<ClosKey, ClosRow>[],
  gbps: number,
  size: Class,
  what: "slowdown" | "slowdown99" = "slowdown",
): Sample => ({
  ...measured(done, "WebSearch", increaseName(gbps), ({ classes }) => classes[size][what]),
  name: `RI ${gbps} Gbps, ${size}`,
});

const claimsOf = (done: readonly Done<ClosKey, ClosRow>[]): Claim[] => [
  order(
    { id: "large", claim: "Large flows have less slowdown with 8 Gbps than with 1 Gbps", paper: "higher throughput" },
    below(of(done, 8, "large"), of(done, 1, "large"), times),
    flowsOf(done, "WebSearch", "ACC"),
  ),
  order(
    {
      id: "others",
      claim: "Average slowdown of small and medium flows is the same with 8 Gbps and with 1 Gbps, within 10%",
      paper: "not sensitive to RI",
    },
    allOf((["small", "medium"] as const).map((size) => onAPar(of(done, 8, size), of(done, 1, size), COMPARABLE))),
  ),
];
