/** A comparison as a value: the content of compare.json and the output of `--json`, where a number that does not exist is null. */
import {
  commonFigures,
  type CommonFigures,
  type FixedPart,
  type FlowTimes,
  type Setting,
  type Summary,
} from "../../run/lab/lab.ts";
import { trafficOf } from "../../report/traffic.ts";
import { columnNames, type ColumnName, type Figures, type OwnFigures } from "../../report/columns.ts";
import { seedsRows, type SeedsRow } from "../../report/seeds-rows.ts";
import type { Row } from "./grid.ts";
import type { Outcome } from "./pool.ts";

export type { FixedPart } from "../../run/lab/lab.ts";
export type { Difference, DifferenceVerdict, NoStatement } from "../../base/statistics/difference.ts";
export type { SeedsRow, ToBest } from "../../report/seeds-rows.ts";

/**
 * Version of the format of compare.json and of the files next to it. The number increases with every change that an
 * older reader would misread.
 */
export const FORMAT = 2;

/** Settings as a map from path to value, both as the user wrote them. */
export type Written = Readonly<Record<string, string>>;

/** One run of a comparison. */
export interface ComparedRow {
  readonly label: string;
  readonly settings: Written;
  /** The run's folder, relative to the comparison's; null if the run failed. */
  readonly folder: string | null;
  /** "interrupted" means that the user stopped the run. */
  readonly ending: Summary["ending"] | "failed";
  readonly digest: string | null;
  /** A hash of the run's flows. Absent if the run failed, or if an earlier xoff wrote this comparison. */
  readonly flow_set?: string;
  /**
   * Parts of this row's scenario that do not depend on the seed. Absent if the run failed, or if an earlier xoff wrote this
   * comparison.
   */
  readonly fixed?: readonly FixedPart[];
  readonly figures: Figures | null;
  /** The error of a failed run. */
  readonly why?: string;
}

/** A comparison: the content of compare.json. */
export interface Comparison {
  readonly format: typeof FORMAT;
  /** Version of xoff. */
  readonly xoff: string;
  /** The scenario and the settings that all rows have in common. */
  readonly base: { readonly scenario: string; readonly set: Written };
  /** The varied paths, each with its requested values. */
  readonly vary: Readonly<Record<string, readonly string[]>>;
  /** In the requested order. */
  readonly rows: readonly ComparedRow[];
  /** Labels of rows that had not begun when the comparison was interrupted. */
  readonly not_begun: readonly string[];
  /**
   * The means over seeds for each combination of the other settings, and the verdicts between them. Empty if seeds were
   * not varied.
   */
  readonly over_seeds: readonly SeedsRow[];
}

/** The result of a run, as a worker thread sends it to the main thread. */
export interface RunAnswer {
  readonly ending: Summary["ending"];
  readonly digest: string;
  readonly flow_set: string;
  readonly figures: OwnFigures;
  readonly flows: FlowTimes;
}

/** A row of the grid, and the parts of its scenario that do not depend on the seed. */
export interface ReadRow extends Row {
  readonly fixed: readonly FixedPart[];
}

export const shownOf = ({ settings, shown }: Row): Written => shown ?? written(settings);

export const written = (settings: readonly Setting[]): Written =>
  Object.fromEntries(settings.map(({ path, value }) => [path, value]));

/** Makes the comparison from the rows and their `outcomes`, which have the same order. */
export function comparison(
  { xoff, base, vary }: Pick<Comparison, "xoff" | "base" | "vary">,
  rows: readonly ReadRow[],
  outcomes: readonly Outcome<RunAnswer>[],
): Comparison {
  const common = commonOf(rows, outcomes);
  const compared = rows.flatMap((row, k) => comparedRow(row, outcomes[k], common[k]));
  return {
    format: FORMAT,
    ...{ xoff, base, vary },
    rows: compared,
    not_begun: rows.filter((_, k) => outcomes[k].kind === "not begun").map(({ label }) => label),
    over_seeds: overSeeds(vary, compared),
  };
}

function comparedRow(
  { slug, fixed, ...named }: ReadRow,
  outcome: Outcome<RunAnswer>,
  common: CommonFigures | undefined,
): ComparedRow[] {
  const row = { label: named.label, settings: shownOf({ slug, ...named }) };
  if (outcome.kind === "not begun") return [];
  if (outcome.kind === "answered") {
    const { ending, digest, flow_set, figures: own, flows } = outcome.answer;
    const all = { ...own, ...(common ?? commonFigures([flows])[0]) };
    return [{ ...row, folder: `runs/${slug}`, ending, digest, flow_set, fixed, figures: all }];
  }
  return [{ ...row, folder: null, ending: "failed", digest: null, figures: null, why: outcome.why }];
}

/**
 * Returns figures over common flows, such as the mean FCT, for each row whose run is complete. Common flows are those that
 * all complete runs with the same traffic have finished.
 */
function commonOf(rows: readonly Row[], outcomes: readonly Outcome<RunAnswer>[]): (CommonFigures | undefined)[] {
  const groups = new Map<string, { readonly at: number[]; readonly flows: FlowTimes[] }>();
  outcomes.forEach((outcome, k) => {
    if (outcome.kind !== "answered" || outcome.answer.ending === "interrupted") return;
    const traffic = trafficOf(shownOf(rows[k]));
    const group = groups.get(traffic) ?? { at: [], flows: [] };
    group.at.push(k);
    group.flows.push(outcome.answer.flows);
    groups.set(traffic, group);
  });
  const common: (CommonFigures | undefined)[] = rows.map(() => undefined);
  for (const { at, flows } of groups.values()) commonFigures(flows).forEach((figures, k) => (common[at[k]] = figures));
  return common;
}

/** Returns a row for each group of runs that differ only in their seed. Interrupted and failed runs are left out. */
export const overSeeds = (vary: Comparison["vary"], rows: readonly ComparedRow[]): SeedsRow[] =>
  "seed" in vary
    ? seedsRows(rows.filter(isWhole), (settings) =>
        Object.entries(settings)
          .map(([path, value]) => `${path}=${value}`)
          .join(", "),
      )
    : [];

/** True if the run ended as its scenario requires, so that it can be compared with others. */
export const isWhole = (row: ComparedRow): row is ComparedRow & { readonly figures: Figures } =>
  row.figures !== null && row.ending !== "interrupted";

export const byColumn = <Value>(valueOf: (name: ColumnName) => Value): Record<ColumnName, Value> =>
  Object.fromEntries(columnNames.map((name) => [name, valueOf(name)])) as Record<ColumnName, Value>;
