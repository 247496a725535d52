/** `xoff sweep stats`: prints a column's means, quantiles and differences with their confidence intervals. */
import { didYouMean } from "../../../base/params.ts";
import { columns, rowColumns, type ColumnName } from "../../../report/columns.ts";
import { seedNotes } from "../../../report/seed-notes.ts";
import { table } from "../../../report/table.ts";
import { collected } from "../../../batch/sweep/plan/collect.ts";
import type { Interval } from "../../../base/statistics/intervals.ts";
import { labelOfRow, pointStatistics, type PointStatistics } from "../../../batch/sweep/point-statistics.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { pageWidth } from "../terminal/page.ts";
import { seedNoteLines } from "../compare/seed-note-lines.ts";
import { againstOf, type AgainstText } from "./against.ts";
import { plansOf } from "./collect.ts";
import { counted, warn } from "../terminal/terminal.ts";

export interface StatsOptions {
  readonly against?: string;
  readonly json?: boolean;
}

/** Prints the statistics and returns the exit code. */
export function sweepStats(folder: string, name: string, options: StatsOptions): number {
  const column = rowColumns.find((one) => one === name);
  if (column === undefined) {
    const hint = didYouMean(name, rowColumns) ?? "xoff compare --help lists them.";
    throw new Failure(`expected a column of a row, got "${name}". ${hint}`, EXIT.input);
  }
  const { rows, missing } = collected(plansOf([folder]), [folder]);
  if (rows.length === 0)
    throw new Failure(`${folder}: there are no rows. Run first: xoff sweep run ${folder}`, EXIT.input);
  const settings = [...new Map(rows.map((row) => [labelOfRow(row), row.settings])).values()];
  const against = againstOf(settings, options.against);
  const points = pointStatistics(rows, column, against.of);
  if (options.json === true) process.stdout.write(`${JSON.stringify(points, null, 1)}\n`);
  else process.stdout.write(statsText(column, points, against));
  if (missing > 0)
    warn(
      `${counted(missing, "run")} of the plan ${missing === 1 ? "is" : "are"} missing. Run xoff sweep run ${folder} first for all of ` +
        "them.",
    );
  return EXIT.done;
}

function statsText(column: ColumnName, points: readonly PointStatistics[], against: AgainstText): string {
  const { unit, about } = columns[column];
  const notes = seedNoteLines(seedNotes(points), pageWidth());
  return [
    `${column} (${unit}): ${about}`,
    meansText(column, points),
    ...(points.some(({ difference }) => difference !== null) ? [differencesText(points, against)] : []),
    ...(notes.length === 0 ? [] : [notes.join("\n")]),
    "",
  ].join("\n\n");
}

const shown = (value: number): string => (Number.isNaN(value) ? "-" : String(Number(value.toPrecision(4))));
const range = ({ low, high }: Interval): string => (Number.isNaN(low + high) ? "-" : `${shown(low)} to ${shown(high)}`);
const named = (label: string): string => (label === "" ? "all" : label);

/**
 * The table of means. In means of completion times and slowdowns, the age of an unfinished flow counts as its
 * completion time. Such means are too low, so the table also has the share of completed flows.
 */
function meansText(column: ColumnName, points: readonly PointStatistics[]): string {
  const isAged = "ages" in columns[column] && points.some(({ done }) => done < 1);
  return table(
    ["point", "n", ...(isAged ? ["flows done"] : []), "mean", "95%", "resampled", "median", "95%", "p90", "95%"],
    points.map(({ label, mean, bootstrap, median, p90, done }) => [
      ...[named(label), String(mean.count), ...(isAged ? [`${(100 * done).toFixed(1)}%`] : [])],
      ...[shown(mean.mean), range(mean), range(bootstrap)],
      ...[shown(median.value), range(median), shown(p90.value), range(p90)],
    ]),
  );
}

function differencesText(points: readonly PointStatistics[], { text, within }: AgainstText): string {
  const lines = points.flatMap(({ label, difference }) => {
    if (difference === null) return [];
    const { mean, half, count, holm, how, verdict, why } = difference;
    const interval = half > 0 ? range({ low: mean - half, high: mean + half }) : half === 0 ? "every seed" : "-";
    const chance = Number.isNaN(holm) ? "-" : String(Number(holm.toPrecision(2)));
    const said = why === null ? verdict : `no decision: ${why}`;
    return [[named(label), `${count}${how === "paired" ? "" : " (unpaired)"}`, shown(mean), interval, chance, said]];
  });
  const head = ["point", "pairs", "difference", "95%", "p (Holm)", ""];
  const inEach = within.length === 0 ? "" : `, within each ${within.join(", ")}`;
  const isMixed = points.some(({ difference }) => difference?.how === "unpaired");
  const how = isMixed ? "seed by seed where the traffic is the same, else unpaired" : "seed by seed";
  return `Against ${named(text)}${inEach}, ${how}:\n${table(head, lines)}`;
}
