/** Statistics of one column over the seeds of each point, and the differences between points (docs/statistics.md). */
import {
  differenceBetween,
  ofSameFlows,
  verdictAt,
  type Difference,
  type Side,
} from "../../base/statistics/difference.ts";
import {
  bootstrapOf,
  holm,
  meanOf,
  quantileOf,
  type Interval,
  type Mean,
  type Quantile,
} from "../../base/statistics/intervals.ts";
import { fixedUnderSeeds, movesWithSeed } from "../../base/statistics/side.ts";
import { columns, type ColumnName } from "../../report/columns.ts";
import { sideOver, type SeedsRow } from "../../report/seeds-rows.ts";
import type { CollectedRow } from "./plan/collect.ts";

type Settings = CollectedRow["settings"];

export interface PointStatistics extends Pick<SeedsRow, "label" | "settings" | "moves" | "fixed"> {
  readonly mean: Mean;
  readonly bootstrap: Interval;
  readonly median: Quantile;
  readonly p90: Quantile;
  /** Share of the counted flows that finished, over all seeds. */
  readonly done: number;
  /**
   * The difference to the baseline point, and the test whether it is significant. Null if this point has no baseline. `p` is the p value
   * of this test alone. `holm` and the verdict take all tests of the table into account.
   */
  readonly difference: (Difference & { readonly against: string; readonly holm: number }) | null;
}

/** A function that returns the label of a point's baseline. Undefined if the point has none. */
export type Against = (settings: Settings) => string | undefined;

export function pointStatistics(
  rows: readonly CollectedRow[],
  column: ColumnName,
  against: Against,
): PointStatistics[] {
  const points = pointsOf(rows, column);
  const differences = points.map((point) => {
    const label = against(point.settings);
    const base = label === point.label ? undefined : points.find((other) => other.label === label);
    if (base === undefined) return null;
    const found = differenceBetween(point.side, base.side);
    const checked = "ages" in columns[column] ? ofSameFlows(found, point.unfinished, base.unfinished) : found;
    return { against: base.label, ...checked };
  });
  const raised = holm(differences.map((one) => one?.p ?? NaN));
  return points.map(({ label, settings, moves, fixed, side, done }, k) => {
    const all = [...side.bySeed.values()];
    const difference = differences[k];
    const decided = difference === null || difference.why !== null ? undefined : verdictAt(raised[k], difference);
    return {
      ...{ label, settings, moves, fixed, done },
      ...(moves === false ? withoutIntervals(all) : withIntervals(all)),
      difference: difference && { ...difference, verdict: decided ?? difference.verdict, holm: raised[k] },
    };
  });
}

type Summaries = Pick<PointStatistics, "mean" | "bootstrap" | "median" | "p90">;

const withIntervals = (all: readonly number[]): Summaries => ({
  ...{ mean: meanOf(all), bootstrap: bootstrapOf(all) },
  ...{ median: quantileOf(all, 0.5), p90: quantileOf(all, 0.9) },
});

function withoutIntervals(all: readonly number[]): Summaries {
  const none = { low: NaN, high: NaN };
  const { mean, count } = meanOf(all);
  const { value } = quantileOf(all, 0.5);
  return { mean: { mean, count, ...none }, bootstrap: none, median: { value, ...none }, p90: { value, ...none } };
}

interface Point extends Pick<PointStatistics, "label" | "settings" | "moves" | "fixed" | "done"> {
  readonly side: Side;
  /** Number of unfinished flows in the run of each seed. */
  readonly unfinished: ReadonlyMap<number, number>;
}

function pointsOf(rows: readonly CollectedRow[], column: ColumnName): Point[] {
  const byLabel = new Map<string, CollectedRow[]>();
  for (const row of rows) byLabel.set(labelOfRow(row), [...(byLabel.get(labelOfRow(row)) ?? []), row]);
  return Array.from(byLabel, ([label, some]): Point => {
    const [{ settings }] = some;
    const runs = some.map(({ run, row }) => ({
      ...row,
      ...{ seed: run.seed, value: figureOf(row, column), error: figureOf(row, "skip_error") },
    }));
    const sum = (name: ColumnName): number => some.reduce((total, { row }) => total + figureOf(row, name), 0);
    return {
      ...{ label, settings, side: sideOver(settings, runs) },
      moves: runs.length < 2 ? null : movesWithSeed(runs),
      fixed: fixedUnderSeeds(runs),
      unfinished: new Map(some.map(({ run, row }) => [run.seed, figureOf(row, "unfinished")])),
      done: 1 - sum("unfinished") / sum("flows"),
    };
  });
}

const figureOf = ({ figures }: CollectedRow["row"], column: ColumnName): number =>
  (figures as Readonly<Record<string, number | null>>)[column] ?? NaN;

export const labelOf = (settings: Settings): string =>
  Object.entries(settings)
    .map(([path, value]) => `${path}=${value}`)
    .join(", ");

export const labelOfRow = ({ settings }: CollectedRow): string => labelOf(settings);
