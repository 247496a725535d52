/** acc/fig19: the effect of P_thresh, the number of periods in which victims of congestion keep their rate. */
import * as xoff from "../experiment.ts";
import * as clos from "./clos-fabric.ts";
import type { Class, ClosRow, ClosRuns } from "./clos-fabric.ts";

const { CLASSES, LAYERS, PERIODS, periodsName } = clos;
const WORKLOAD = "WebSearch + incast";
/** The paper's p99 slowdown of large flows with P_thresh 0, divided by that with P_thresh 1. */
const PAPER = 1.22;

export const fig19 = xoff.defineFigure({
  id: "acc/fig19",
  title: "Sensitivity to P_thresh",
  asks: "If victims keep their rate for more periods, how much faster are they, and how much slower are other flows?",
  chosen: [
    ...clos.chosenForClos,
    "Completion times are those of WebSearch flows with a load of .6. Incasts of 50 KB per sender add a load of .2.",
    '"Not sensitive" means a difference within 10% between P_thresh 0 and 3.',
  ],
  runsOf: "acc/fig13",
  ...clos.closRuns([WORKLOAD], () => PERIODS.map(periodsName)),
  plots: (runs) => [
    ...(["slowdown", "slowdown99"] as const).map((what) => {
      const at = (size: Class, periods: number) => of(runs, periods, ({ classes }) => classes[size][what]);
      const title = what === "slowdown" ? "(a) average slowdown" : "(b) 99th percentile of slowdown";
      const marks = [xoff.markOf("large", 0, at("large", 1), PAPER)];
      const note = "Mark: the paper's ratio of P_thresh 0 to 1, times our value for 1.";
      return xoff.plotOf(title, "P_thresh, periods", "FCT slowdown", xoff.linesOver(CLASSES, PERIODS, at), {
        log: "y",
        ...(what === "slowdown99" && { marks, note }),
      });
    }),
    xoff.plotOf("(c) PAUSEs received", "P_thresh, periods", "PAUSEs", pausesByLayer(runs)),
  ],
  claims: (runs) => {
    const large99 = (periods: number): xoff.Sample => of(runs, periods, ({ classes }) => classes.large.slowdown99);
    const slowdown = (size: Class) => (periods: number) =>
      of(runs, periods, ({ classes }) => classes[size].slowdown, size);
    const tinyFlows = xoff.valuesOf(of(runs, 3, ({ tiny }) => tiny.n));
    return [
      xoff.ratio("large", {
        claim: "Large flows: p99 slowdown with P_thresh 0 against 1",
        paper: `${PAPER}x`,
        judged: xoff.changes(large99(0), large99(1), PAPER, clos.times),
        context: clos.flowsOf(runs, WORKLOAD),
        underdetermined: { evidence: clos.WINDOW_IS_OPEN },
      }),
      xoff.order("medium-and-large", {
        claim: "Medium and large flows have less average slowdown with P_thresh 3 than with 0",
        paper: "better FCT slowdown performance as P_thresh increases",
        judged: (["medium", "large"] as const).map((size) => xoff.belowEach(3, [0], slowdown(size), clos.times)),
      }),
      xoff.order("small", {
        claim: "Flows up to 10 KB have the same average and p99 slowdown with P_thresh 3 and 0, within 10%",
        paper: "not sensitive to P_thresh",
        judged: (["slowdown", "slowdown99"] as const).map((what) =>
          xoff.likeEach(3, [0], (periods) =>
            of(runs, periods, ({ tiny }) => tiny[what], what === "slowdown" ? "average" : "p99"),
          ),
        ),
        context: `n ${tinyFlows.reduce((sum, n) => sum + n, 0)}`,
      }),
      xoff.order("pauses", {
        claim: "Each layer that is paused at all receives more PAUSEs with P_thresh 3 than with 0",
        paper: "a larger P_thresh may trigger more PAUSEs at each layer",
        judged: clos
          .pausedLayers(runs, WORKLOAD, PERIODS.map(periodsName))
          .map((layer) =>
            xoff.aboveEach(3, [0], (periods) => of(runs, periods, ({ pauses }) => pauses[layer], layer), clos.count),
          ),
      }),
    ];
  },
});

const pausesByLayer = (runs: ClosRuns): xoff.Line[] =>
  xoff.linesOver(LAYERS, PERIODS, (layer, periods) => of(runs, periods, ({ pauses }) => pauses[layer]));

/** The sample of one quantity over the runs in which P_thresh is `periods`. */
function of(runs: ClosRuns, periods: number, pick: (row: ClosRow) => number | null, name = ""): xoff.Sample {
  const called = `P_thresh ${periods}${name === "" ? "" : `, ${name}`}`;
  return runs.of({ scheme: periodsName(periods), workload: WORKLOAD }, pick, called);
}
