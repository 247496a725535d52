/** `xoff sweep stats`: a column's means, quantiles and differences, each with its interval. */
import { didYouMean } from "../base/params.ts";
import { columns } from "../report/columns.ts";
import { table } from "../report/table.ts";
import { collected } from "../sweep/plan/collect.ts";
import { rowColumns } from "../sweep/plan/request.ts";
import type { Interval } from "../figures/statistics/intervals.ts";
import { labelOfRow, pointStatistics, type PointStatistics } from "../sweep/point-statistics.ts";
import { EXIT, Failure } from "./exit.ts";
import { plansOf } from "./sweep-collect.ts";
import { counted, warn } from "./terminal.ts";

export interface StatsOptions {
  readonly against?: string;
  readonly json?: boolean;
}

/** Below, a difference is decided. */
const LEVEL = 0.05;

/** Returns the exit code. */
export function sweepStats(folder: string, name: string, options: StatsOptions): number {
  const column = rowColumns.find((one) => one === name);
  if (column === undefined) {
    const hint = didYouMean(name, rowColumns) ?? "xoff compare --help lists them.";
    throw new Failure(`expected a column of a row, got "${name}". ${hint}`, EXIT.input);
  }
  const { rows, missing } = collected(plansOf([folder]), [folder]);
  const labels = [...new Set(rows.map(labelOfRow))];
  if (rows.length === 0)
    throw new Failure(`${folder}: expected rows, found none. First: xoff sweep run ${folder}`, EXIT.input);
  const against = options.against ?? labels[0];
  if (!labels.includes(against)) {
    const hint = didYouMean(against, labels) ?? `Points are ${labels.map((one) => `"${one}"`).join(", ")}.`;
    throw new Failure(`--against: expected a point of the sweep, got "${against}". ${hint}`, EXIT.input);
  }
  const points = pointStatistics(rows, column, against);
  if (options.json === true) process.stdout.write(`${JSON.stringify(points, null, 1)}\n`);
  else {
    const { unit, about } = columns[column];
    process.stdout.write(`${column} (${unit}): ${about}\n\n${meansText(points)}\n`);
    if (points.length > 1) process.stdout.write(`\n${differencesText(points, against)}\n`);
  }
  if (missing > 0) warn(`${counted(missing, "run")} of the plan ${missing === 1 ? "is" : "are"} not there`);
  return EXIT.done;
}

const shown = (value: number): string => (Number.isNaN(value) ? "-" : String(Number(value.toPrecision(4))));
const range = ({ low, high }: Interval): string => (Number.isNaN(low + high) ? "-" : `${shown(low)} to ${shown(high)}`);
const named = (label: string): string => (label === "" ? "all" : label);

const meansText = (points: readonly PointStatistics[]): string =>
  table(
    ["point", "n", "mean", "95%", "resampled", "median", "95%", "p90", "95%"],
    points.map(({ label, mean, bootstrap, median, p90 }) => [
      ...[named(label), String(mean.count), shown(mean.mean), range(mean), range(bootstrap)],
      ...[shown(median.value), range(median), shown(p90.value), range(p90)],
    ]),
  );

function differencesText(points: readonly PointStatistics[], against: string): string {
  const lines = points.flatMap(({ label, difference }) => {
    if (difference === null) return [];
    const { mean, count, holm } = difference;
    const verdict = Number.isNaN(holm) ? "too few" : holm >= LEVEL ? "undecided" : mean < 0 ? "less" : "more";
    return [
      [named(label), String(count), shown(mean), range(difference), String(Number(holm.toPrecision(2))), verdict],
    ];
  });
  const head = ["point", "pairs", "difference", "95%", "p (Holm)", ""];
  return `Against ${named(against)}, seed by seed:\n${table(head, lines)}`;
}
