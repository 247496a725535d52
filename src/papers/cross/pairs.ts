/**
 * The code that cross/buffer-x-cc and cross/lb-x-cc share. They run every scheme of one role (buffer, load balancer) with every
 * congestion control.
 */
import * as xoff from "../experiment.ts";
import { chosenForFabrics, crossRow, crossScenario, type CrossRow } from "./fabrics.ts";
import { BASE, chosenForRoles, nameOf, senderNames, type Combination } from "./roles.ts";
import { bestSentence, pausesSentence, plusMinus, rankedBy } from "./tables.ts";

const CELL = { fabric: "leaf-spine", workload: "Hadoop + fan-in" } as const;

const MEASURES = {
  average: "average slowdown",
  p99: "p99 slowdown",
  small: "average slowdown up to 10 KB",
  large: "average slowdown above 100 KB",
  pauses: "PAUSEs",
} as const;
type Measure = keyof typeof MEASURES;
const measures = Object.keys(MEASURES) as Measure[];

interface Pairs extends xoff.About {
  readonly grid: readonly Combination[];
  /** The compared role. Each scheme of the role (`names`) is compared with the scheme `base`, once for each congestion control. */
  readonly compared: {
    readonly names: readonly string[];
    readonly of: (key: Combination) => string;
    readonly title: string;
    readonly base: string;
  };
  /** The names of the papers' own schemes among those compared. */
  readonly papers: readonly string[];
}

const times = xoff.fixed(2);

export function pairsFigure({ grid: planned, compared, papers, ...about }: Pairs): xoff.Experiment {
  /** Returns the measure `what` of one scheme with the congestion control `sender`, as a sample over the seeds. */
  const at = (runs: xoff.Runs<Combination, CrossRow>, scheme: string, sender: string, what: Measure): xoff.Sample =>
    xoff.sample(
      scheme,
      runs.done,
      (key) => compared.of(key) === scheme && key.sender === sender,
      (row) => row[what],
    );
  return xoff.defineExperiment<Combination, CrossRow>({
    ...about,
    seeds: { quick: 2, paper: 10 },
    chosen: [
      ...chosenForRoles,
      ...chosenForFabrics,
      "Slowdowns count all flows that began. Small flows have up to 10 KB, and large flows have more than 100 KB. Paired tests over seeds decide which scheme may be the best, with a correction for the number of schemes (docs/statistics.md).",
    ],
    trials: (scale) => planned.map((key) => ({ key: { ...key }, scenario: crossScenario(CELL, key, scale) })),
    row: crossRow,
    conclude(done) {
      const runs = xoff.runsOf(done);
      const grid = planned.filter((one) => runs.rows({ ...one }).length > 0);
      const of = (one: Combination, what: Measure): xoff.Sample => runs.of({ ...one }, what, nameOf(one));
      const best = (["average", "p99"] as const).flatMap((what) =>
        bestSentence(`${MEASURES[what]}, of ${grid.length} combinations`, grid, BASE, (one) => of(one, what), times),
      );
      const gains = papers.map((paper) => {
        const under = senderNames.map((sender) => {
          const [base, ours] = [compared.base, paper].map((scheme) => at(runs, scheme, sender, "average"));
          return `${sender} ${xoff.gainText(xoff.gain(base, ours))}`;
        });
        return `${paper} against ${compared.base}, factors by which the average slowdown is lower: ${under.join(", ")}.`;
      });
      const stuck = done.filter(({ row }) => row.deadlocked);
      const names = [...new Set(stuck.map(({ key }) => nameOf(key)))].join("; ");
      const left = done.reduce((sum, { row }) => sum + row.unfinished, 0);
      return {
        plots: (["average", "p99", "pauses"] as const).map((what) =>
          xoff.barPlot(
            MEASURES[what],
            "congestion control",
            what === "pauses" ? "count of PAUSEs" : "FCT slowdown",
            compared.names,
            senderNames,
            (scheme, sender) => at(runs, scheme, sender, what),
          ),
        ),
        claims: papers.flatMap((paper) =>
          senderNames.map((sender) =>
            xoff.order(`${paper}-${sender}`.toLowerCase().replaceAll(" ", "-"), {
              claim: `${paper} lowers the average slowdown ${sender === "none" ? "without congestion control" : `under ${sender}`}`,
              paper: "not shown together",
              judged: xoff.below(at(runs, paper, sender, "average"), at(runs, compared.base, sender, "average"), times),
              standing: "ours",
            }),
          ),
        ),
        findings: [
          ...best,
          ...gains,
          pausesSentence(runs.rows({})),
          stuck.length === 0
            ? `No run of ${done.length} ended in a deadlock.`
            : `${stuck.length} of ${done.length} runs ended in a deadlock: ${names}.`,
          ...(left === 0 ? [] : [`${left} flows were unfinished and count with the time since they began.`]),
        ],
        tables: [
          {
            title: "All combinations, sorted by average slowdown (means over seeds ± half the 95% interval)",
            columns: ["combination", ...Object.values(MEASURES)],
            rows: rankedBy(grid, (one) => of(one, "average")).map((one) => [
              nameOf(one),
              ...measures.map((what) => plusMinus(of(one, what), what === "pauses" ? 0 : 2)),
            ]),
          },
        ],
      };
    },
  });
}
