/**
 * Compares each ideal with the best row of a comparison, and states for which measures the ideal is a proved bound.
 * An ideal is a run without one problem, such as PAUSEs. All other problems remain, so its result may be worse than that
 * of a real row. For the other measures, the notes of a comparison (`idealNotes`) give only the difference, with its
 * confidence interval over seeds (docs/ideals.md).
 */
import { aboutIdeals, idealNames, type IdealName } from "../base/ideals.ts";
import { columns, type Column, type ColumnName } from "./columns.ts";
import type { Settings } from "./labelled-run.ts";
import { isOfIdeal, type SeedsRow } from "./seeds-rows.ts";

/**
 * By ideal (a run without one problem, such as PAUSEs): the measures that are always 0 in this run. No policy can have
 * a value below 0. So for these measures the ideal is a proved bound.
 */
const PROVED: Readonly<Record<IdealName, readonly ColumnName[]>> = {
  pauses: ["pauses", "paused_ns"],
  paths: [],
  rates: [],
};

/** The measures in the text. A measure that the runs lack is left out. */
const TOLD: readonly ColumnName[] = [
  ...(["fct_mean_ns", "slowdown_mean", "slowdown_p99", "small_slowdown_p99", "large_slowdown_mean"] as const),
  ...(["goodput_bps", "job_ns"] as const),
];

/**
 * The change of a measure between two rows of a comparison: from the best real row to an ideal. An ideal is a row whose
 * runs lack one problem, such as PAUSEs. All other rows are real. The change is a share: 0.02 means 2% more.
 */
export interface ToBeHad {
  readonly measure: ColumnName;
  /** Label of the row with which the ideal is compared: the best real row by this measure. */
  readonly against: string;
  readonly change: number;
  /** The lower end of the 95% confidence interval over seeds. Absent if the seeds allow no statement. */
  readonly low?: number;
  /** The upper end of the 95% confidence interval over seeds. Absent if `low` is absent. */
  readonly high?: number;
}

export function toBeHad(row: SeedsRow, rows: readonly SeedsRow[], measures = TOLD): ToBeHad[] {
  return measures.flatMap((measure): ToBeHad[] => {
    const found = row.differences[measure];
    const best = rows.find(({ label }) => label === found?.to)?.figures[measure].mean;
    if (found === undefined || best === undefined || !(best > 0)) return [];
    const change = found.mean / best;
    const known = { measure, against: found.to, change };
    if (found.why !== null || !Number.isFinite(found.half)) return [known];
    const half = found.half / best;
    return [{ ...known, low: change - half, high: change + half }];
  });
}

/**
 * Sentences about the ideals of a comparison. An ideal is a row of the comparison whose runs lack one problem, such as
 * PAUSEs. `means` are the rows of the comparison over seeds, or an empty list if each row is a single run.
 */
export function idealNotes(rows: readonly { readonly settings: Settings }[], means: readonly SeedsRow[]): string[] {
  const named = new Set(rows.map(({ settings }) => settings["ideal"]));
  const sentences = idealNames.filter((name) => named.has(name)).map(aboutIdeal);
  const had = means.filter(isOfIdeal).flatMap((row) => {
    const found = toBeHad(row, means);
    return found.length === 0
      ? []
      : [`${row.label} against the best row of each measure: ${found.map(hadText).join(", ")}.`];
  });
  return [...sentences, ...had];
}

/** A text that describes an ideal and its proved bounds, such as "Ideal pauses. No port ever pauses ..." */
function aboutIdeal(name: IdealName): string {
  const proved = PROVED[name].map((measure) => columns[measure].head);
  const bound =
    proved.length === 0
      ? "No bound of a measure is proved."
      : `It bounds ${proved.join(" and ")} by construction. No bound of other measures is proved.`;
  return `Ideal ${name}. ${aboutIdeals[name]} ${bound}`;
}

function hadText({ measure, change, low, high }: ToBeHad): string {
  const { head }: Column = columns[measure];
  const span = low === undefined || high === undefined ? "no interval" : `${percent(low)} to ${percent(high)}`;
  return `${head} ${percent(change)} (${span})`;
}

/** 0.0213 as "+2.1%". */
const percent = (share: number): string => `${share < 0 ? "-" : "+"}${(Math.abs(share) * 100).toFixed(1)}%`;
