/**
 * The difference between two runs of the page over further seeds, with its interval and verdict. It follows the rules of
 * `xoff compare --seeds` (docs/statistics.md).
 */
import { differenceBetween, ofSameFlows, type Difference, type Side } from "../../../base/statistics/difference.ts";
import { sideOf } from "../../../base/statistics/side.ts";
import type { RunView } from "../lab/messages.ts";
import type { SeedRun } from "../state/run.ts";
import { valuesOf, type AnswerRow, type Asked } from "./answer.ts";

/** The numbers of one run that are needed to compute differences over seeds. Undefined for a recorded run. */
export function seedRunOf(view: RunView, asked: Asked | undefined): SeedRun | undefined {
  const { summary, seeding } = view;
  return (
    seeding && {
      ...{ ...seeding, seed: summary.seed, digest: summary.digest },
      unfinished: summary.fct.by_size.classes.at(-1)?.unfinished ?? 0,
      error: summary.fast_forward?.error_bound ?? 0,
      values: valuesOf(view, asked),
    }
  );
}

/** The difference from the runs `from` to the runs `to` in one row of the table. Each list has one run per seed. */
export function differenceOver(
  { key, ages }: Pick<AnswerRow, "key" | "ages">,
  from: readonly SeedRun[],
  to: readonly SeedRun[],
): Difference {
  const found = differenceBetween(side(key, to), side(key, from));
  return ages ? ofSameFlows(found, unfinishedOf(to), unfinishedOf(from)) : found;
}

const unfinishedOf = (runs: readonly SeedRun[]): ReadonlyMap<number, number> =>
  new Map(runs.map(({ seed, unfinished }) => [seed, unfinished]));

const side = (key: string, runs: readonly SeedRun[]): Side =>
  sideOf(
    runs[0].traffic,
    runs.map(({ flowSet, values, ...run }) => ({ ...run, flow_set: flowSet, value: values[key] ?? NaN })),
  );

/** A difference with its interval as text, such as "+2.4 us ±0.3 us". Empty if no statement is possible. */
export function intervalText({ mean, half, verdict }: Difference, text: (value: number) => string): string {
  if (Number.isNaN(half)) return "";
  if (verdict === "equal") return "under every seed";
  const sign = mean < 0 ? "−" : "+";
  return `${sign}${text(Math.abs(mean))} ±${text(half)}${verdict === "undecided" ? ", undecided" : ""}`;
}
