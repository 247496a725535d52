/** A comparison as a value: what compare.json holds and `--json` prints, where a number that does not exist is null. */
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
export type { Difference, DifferenceVerdict, NoStatement } from "../../papers/figures/statistics/difference.ts";
export type { SeedsRow, ToBest } from "../../report/seeds-rows.ts";

/** Of compare.json and of the files beside it; it grows when a reader of the former would misread the latter. */
export const FORMAT = 2;

/** What was varied, or set, and its value: both as written. */
export type Written = Readonly<Record<string, string>>;

/** One run of a comparison. */
export interface ComparedRow {
  readonly label: string;
  readonly settings: Written;
  /** The run's own folder, from this one; null: it failed. */
  readonly folder: string | null;
  /** "interrupted": cut short by whoever ran it. */
  readonly ending: Summary["ending"] | "failed";
  readonly digest: string | null;
  /** Hash over its flows, and parts of it that no seed draws; absent: it failed, or an earlier xoff wrote it. */
  readonly flow_set?: string;
  readonly fixed?: readonly FixedPart[];
  readonly figures: Figures | null;
  /** Why it failed. */
  readonly why?: string;
}

/** A comparison: what compare.json holds. */
export interface Comparison {
  readonly format: typeof FORMAT;
  /** Version of xoff. */
  readonly xoff: string;
  /** What the rows have in common: a scenario, and what was set in all of them. */
  readonly base: { readonly scenario: string; readonly set: Written };
  /** What was varied, and the values asked for. */
  readonly vary: Readonly<Record<string, readonly string[]>>;
  /** In the order asked for. */
  readonly rows: readonly ComparedRow[];
  /** Labels of rows that had not begun when it was cut short. */
  readonly not_begun: readonly string[];
  /** Where seeds were varied: means over them by the other settings, and what is decided between rows. */
  readonly over_seeds: readonly SeedsRow[];
}

/** What a run answers. */
export interface RunAnswer {
  readonly ending: Summary["ending"];
  readonly digest: string;
  readonly flow_set: string;
  readonly figures: OwnFigures;
  readonly flows: FlowTimes;
}

/** A row of the grid, with the parts of its scenario that no seed draws. */
export interface ReadRow extends Row {
  readonly fixed: readonly FixedPart[];
}

export const shownOf = ({ settings, shown }: Row): Written => shown ?? written(settings);

export const written = (settings: readonly Setting[]): Written =>
  Object.fromEntries(settings.map(({ path, value }) => [path, value]));

/** `outcomes` are those of `rows`, in their order. */
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

/** For each row that is whole: its figures of the flows that all whole rows with its traffic finished. */
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

/** Rows that were cut short or failed are left out. */
export const overSeeds = (vary: Comparison["vary"], rows: readonly ComparedRow[]): SeedsRow[] =>
  "seed" in vary
    ? seedsRows(rows.filter(isWhole), (settings) =>
        Object.entries(settings)
          .map(([path, value]) => `${path}=${value}`)
          .join(", "),
      )
    : [];

/** Does the row say what its scenario asked for, so that it can be compared with others? */
export const isWhole = (row: ComparedRow): row is ComparedRow & { readonly figures: Figures } =>
  row.figures !== null && row.ending !== "interrupted";

export const byColumn = <Value>(valueOf: (name: ColumnName) => Value): Record<ColumnName, Value> =>
  Object.fromEntries(columnNames.map((name) => [name, valueOf(name)])) as Record<ColumnName, Value>;
