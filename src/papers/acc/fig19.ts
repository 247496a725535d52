/** acc/fig19: for how long ACC's victims keep their rate. */
import {
  allOf,
  below,
  changes,
  type Claim,
  COMPARABLE,
  defineExperiment,
  type Done,
  markOf,
  onAPar,
  order,
  pointsOf,
  ratio,
  type Sample,
  valuesOf,
} from "../experiment.ts";
import {
  chosenForClos,
  CLASSES,
  closRuns,
  count,
  flowsOf,
  LAYERS,
  measured,
  pausedLayers,
  PERIODS,
  periodsName,
  times,
  type Class,
  type ClosKey,
  type ClosRow,
} from "./clos-fabric.ts";
import type { acc } from "./readings.ts";

const WORKLOAD = "WebSearch + incast";

export const fig19 = defineExperiment<ClosKey, ClosRow, typeof acc>({
  id: "acc/fig19",
  title: "Sensitivity to P_thresh",
  asks: "What do victims gain by keeping their rate for longer, and what does it cost the others?",
  chosen: [
    ...chosenForClos,
    "Completion times are of WebSearch, load .6, beside incasts of 50 KB a sender, load .2.",
    '"Not sensitive" is within 10% from P_thresh 0 to 3.',
  ],
  runsOf: "acc/fig13",
  ...closRuns([{ workload: WORKLOAD, schemes: PERIODS.map(periodsName) }]),

  conclude: (done) => ({
    plots: [
      ...(["slowdown", "slowdown99"] as const).map((what) => ({
        title: what === "slowdown" ? "(a) average slowdown" : "(b) 99th percentile of slowdown",
        x: "P_thresh, periods",
        y: "FCT slowdown",
        log: "y" as const,
        lines: CLASSES.map((size) => ({
          name: size,
          points: line((periods) => of(done, periods, ({ classes }) => classes[size][what])),
        })),
        ...(what === "slowdown99" && {
          marks: [
            markOf(
              "large",
              0,
              of(done, 1, ({ classes }) => classes.large[what]),
              1.22,
            ),
          ],
          note: "Mark: P_thresh 0 by the paper's change, from ours of 1.",
        }),
      })),
      {
        title: "(c) PAUSEs received",
        x: "P_thresh, periods",
        y: "PAUSEs",
        lines: LAYERS.map((layer) => ({
          name: layer,
          points: line((periods) => of(done, periods, ({ pauses }) => pauses[layer])),
        })),
      },
    ],
    claims: done.length === 0 ? [] : claimsOf(done),
  }),
});

const line = (at: (periods: number) => Sample) => pointsOf(PERIODS.map((periods) => [periods, at(periods)]));

const of = (
  done: readonly Done<ClosKey, ClosRow>[],
  periods: number,
  pick: (row: ClosRow) => number | null,
  name = "",
): Sample => ({
  ...measured(done, WORKLOAD, periodsName(periods), pick),
  name: `P_thresh ${periods}${name === "" ? "" : `, ${name}`}`,
});

function claimsOf(done: readonly Done<ClosKey, ClosRow>[]): Claim[] {
  const slowdown =
    (size: Class) =>
    ({ classes }: ClosRow): number | null =>
      classes[size].slowdown;
  const large99 = ({ classes }: ClosRow): number | null => classes.large.slowdown99;
  return [
    ratio(
      {
        id: "large",
        claim: "Large flows: p99 slowdown with P_thresh 0 against 1",
        paper: "1.22x",
        tried:
          "P_thresh changes next to nothing here, at the paper's scale: from 0 to 3 large flows' p99 slowdown is 19.2, 19.0, 18.9, 18.8, their average 9.5 to 9.4, and servers are sent 84,600 to 87,500 PAUSEs a run. The incasts of 64 x 50 KB are over before a flow has a period with marks, so they set the PAUSEs, and a victim that halves its rate is stopped all the same.",
      },
      changes(of(done, 0, large99), of(done, 1, large99), 1.22, times),
      flowsOf(done, WORKLOAD, "ACC"),
    ),
    order(
      {
        id: "medium-and-large",
        claim: "Medium and large flows have less average slowdown with P_thresh 3 than with 0",
        paper: "better FCT slowdown performance as P_thresh increases",
      },
      allOf(
        (["medium", "large"] as const).map((size) =>
          below(of(done, 3, slowdown(size), size), of(done, 0, slowdown(size), size), times),
        ),
      ),
    ),
    order(
      {
        id: "small",
        claim: "Flows up to 10 KB have the same average and p99 slowdown with P_thresh 3 and 0, within 10%",
        paper: "not sensitive to P_thresh",
      },
      allOf(
        (["slowdown", "slowdown99"] as const).map((what) => {
          const [three, none] = [3, 0].map((periods) =>
            of(done, periods, ({ tiny }) => tiny[what], what === "slowdown" ? "average" : "p99"),
          );
          return onAPar(three, none, COMPARABLE);
        }),
      ),
      `n ${valuesOf(of(done, 3, ({ tiny }) => tiny.n)).reduce((sum, n) => sum + n, 0)}`,
    ),
    order(
      {
        id: "pauses",
        claim: "Each layer that is paused at all receives more PAUSEs with P_thresh 3 than with 0",
        paper: "a larger P_thresh may trigger more PAUSEs at each layer",
      },
      allOf(
        pausedLayers(done, WORKLOAD, PERIODS.map(periodsName)).map((layer) =>
          below(
            of(done, 0, ({ pauses }) => pauses[layer], layer),
            of(done, 3, ({ pauses }) => pauses[layer], layer),
            count,
          ),
        ),
      ),
    ),
  ];
}
