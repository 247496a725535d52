/** The code that Bifrost's figures 14 to 18 and 20 to 23 share. These figures show the completion times of groups of flows. */
import * as xoff from "../experiment.ts";
import type { Fct } from "./flow-groups.ts";
import { bifrost, type BifrostReading } from "./readings.ts";
import type { Run, Scheme } from "./schemes.ts";

export const WHATS = ["average", "p99"] as const;
export type What = (typeof WHATS)[number];
export const NAMES: Readonly<Record<What, string>> = { average: "average FCT", p99: "99th percentile of FCT" };

type SchemeKey = xoff.Key & { readonly scheme: Run };
type Row<G extends string> = Readonly<Record<G, Fct>>;

export const ms: xoff.Show = (value) => `${value.toPrecision(4)} ms`;

/** The completion time of a group in ms, by the sender's clock or the receiver's. */
export const timeOf = (fct: Fct, clock: BifrostReading["clock"], what: What): number | null => {
  const times = fct[clock];
  return times === null ? null : times[what] / 1000;
};

/** The completion times of a figure's runs. */
export interface Times<K extends SchemeKey, G extends string> {
  readonly runs: xoff.Runs<K, Row<G>>;
  where(where: xoff.Where<K>): Times<K, G>;
  /** The FCT of a group in ms, by seed. */
  fct(scheme: Run, group: G, what?: What): xoff.Sample;
  /** The number of flows as text, averaged over the runs: "n = 1,234 flows a run". */
  n(group: G): string;
}

const timesOf = <K extends SchemeKey, G extends string>(
  runs: xoff.Runs<K, Row<G>>,
  clock: BifrostReading["clock"],
): Times<K, G> => ({
  runs,
  where: (where) => timesOf(runs.where(where), clock),
  fct: (scheme, group, what = "average") =>
    xoff.sample(
      scheme,
      runs.done,
      (key) => key.scheme === scheme,
      (row) => timeOf(row[group], clock, what),
    ),
  n: (group) =>
    `n = ${xoff.formatCount(Math.round(xoff.mean(runs.done.map(({ row }) => row[group].flows))))} flows a run`,
});

export interface FctFigure<K extends SchemeKey, G extends string> extends xoff.About {
  readonly chosen: readonly string[];
  readonly runsOf?: string;
  readonly seeds?: xoff.PerScale<number>;
  trials(scale: xoff.Scale, reading: BifrostReading): readonly xoff.Trial<K>[];
  row(results: xoff.Results): Record<G, Fct>;
  /** The groups of flows that must all complete within the run. */
  readonly complete: readonly NoInfer<G>[];
  readonly plots: (times: Times<K, G>, scale: xoff.Scale) => readonly xoff.Plot[];
  readonly claims: (times: Times<K, G>, scale: xoff.Scale) => readonly xoff.Claim[];
}

export const fctFigure = <K extends SchemeKey, G extends string>({
  complete,
  plots,
  claims,
  ...rest
}: FctFigure<K, G>): xoff.Experiment =>
  xoff.defineFigure<K, Row<G>, typeof bifrost>({
    ...{ readings: bifrost, seeds: { quick: 3, paper: 5 } },
    ...rest,
    plots: (runs, scale, reading) => plots(timesOf(runs, reading.clock), scale),
    claims: (runs, scale, reading) => [...claims(timesOf(runs, reading.clock), scale), allDone(runs, complete)],
  });

/**
 * Changes of the FCT that the paper prints. Each has a scheme, a group of flows, and up to two factors: of the average
 * and of the p99. A factor is the FCT under Bifrost or BifrostX, divided by that under the named scheme. For example, 0.532
 * is 46.8% less. `open` is a question that the paper leaves open and that decides the claim (`Underdetermined`).
 */
export type Printed<G extends string> = readonly (readonly [
  Scheme,
  G,
  Readonly<Partial<Record<What, number>>>,
  open?: string,
])[];

/**
 * A plot with bars for each group of flows. A mark at a scheme's bar is the FCT that the paper's factor predicts for
 * this scheme: our FCT of `schemes[0]`, divided by the factor.
 */
export const groupsPlot = <K extends SchemeKey, G extends string>(
  title: string,
  times: Times<K, G>,
  schemes: readonly Scheme[],
  groups: readonly G[],
  what: What,
  printed: Printed<G> = [],
): xoff.Plot => {
  const marks = printed.flatMap(([against, group, { [what]: change }]) => {
    const k = groups.indexOf(group);
    if (change === undefined || k < 0) return [];
    return [xoff.markOf(against, k, times.fct(schemes[0], group, what), 1 / change)];
  });
  const at = (scheme: Scheme, group: G) => times.fct(scheme, group, what);
  return xoff.barPlot(`${title}: ${NAMES[what]}`, "flows", "FCT, ms", schemes, groups, at, {
    ...(marks.length > 0 && { marks }),
    note: groups.map((group) => `${group}: ${times.n(group)}`).join("; "),
  });
};

/** By group: the words with which a claim describes the flows of the group. Absent: the name of the group describes them. */
const FLOWS: Readonly<Partial<Record<string, string>>> = {
  ...{ overall: "all", high: "high-priority", middle: "middle-priority", low: "low-priority" },
};

/** Makes a claim for each number that the paper prints. */
export const changesOf = <K extends SchemeKey, G extends string>(
  times: Times<K, G>,
  id: string,
  name: string,
  printed: Printed<G>,
  ours: Scheme = "Bifrost",
): xoff.Claim[] =>
  printed.flatMap(([against, group, paper, open]) =>
    WHATS.flatMap((what) => {
      const change = paper[what];
      if (change === undefined) return [];
      const [mine, other] = [times.fct(ours, group, what), times.fct(against, group, what)];
      const claimId = `${id}-${against}-${group}-${what}`.toLowerCase();
      const said = {
        claim: `${name}: ${what} FCT of ${FLOWS[group] ?? group} flows under ${ours} against ${against}`,
        paper: xoff.percentChange(change),
        context: `${ours} ${ms(xoff.meanOf(mine))}, ${against} ${ms(xoff.meanOf(other))}, ${times.n(group)}`,
        ...(open !== undefined && { underdetermined: { evidence: open } }),
      };
      const all = [...new Set(times.runs.done.map(({ key }) => key.scheme))];
      // A run without PAUSEs shows the largest improvement that a scheme can have, so it bounds only claims of an improvement. A claim
      // gets this bound only if the figure has such a run and the paper prints an improvement (`change` is at most 1).
      if (!all.includes(xoff.NO_PAUSES) || change > 1)
        return [xoff.ratio(claimId, { ...said, judged: xoff.changes(mine, other, change) })];
      const schemes = all.filter((scheme) => scheme !== xoff.NO_PAUSES);
      const of = (scheme: Run): xoff.Sample => times.fct(scheme, group, what);
      return [
        xoff.ratioAgainstIdeal<Run>(claimId, {
          ...said,
          ...{ one: ours, other: against, ideal: xoff.NO_PAUSES, schemes, factor: change, of },
        }),
      ];
    }),
  );

/** Judges the claim that `ours` has a lower average FCT than each of `others`, in each of `groups`. */
export const faster = <K extends SchemeKey, G extends string>(
  times: Times<K, G>,
  ours: Scheme,
  others: readonly Scheme[],
  groups: readonly G[],
): xoff.Judged =>
  eachGroup(groups, (group) => others.map((other) => xoff.below(times.fct(ours, group), times.fct(other, group), ms)));

/**
 * Judges a combined claim: it holds if all judgements that `judge` makes for each group of flows hold. If there are
 * several groups, each text names its group.
 */
export const eachGroup = <G extends string>(
  groups: readonly G[],
  judge: (group: G) => readonly xoff.Judged[],
): xoff.Judged =>
  xoff.allOf(groups.flatMap((group) => judge(group).map((one) => (groups.length === 1 ? one : xoff.at(group, one)))));

/** Makes the claim that all flows complete. Unfinished flows would distort the figure's completion times. */
function allDone<K extends SchemeKey, G extends string>(
  { done }: xoff.Runs<K, Row<G>>,
  groups: readonly G[],
): xoff.Claim {
  const left = done.map(({ row }) => groups.reduce((sum, group) => sum + row[group].unfinished, 0));
  return xoff.order("all-done", {
    claim: "Every flow completes within the run",
    paper: "(ours)",
    judged: xoff.inEveryRun("runs in which every flow completed", left, (flows) => flows === 0),
    standing: "ours",
    context: `at most ${xoff.formatCount(Math.max(0, ...left))} unfinished flows in a run`,
  });
}
