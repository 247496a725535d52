/**
 * Rows over seeds: runs that differ only by their seed form one row, in `xoff compare`, the report page and the studio.
 *
 * Each row has its own means with confidence intervals. The verdict of a column uses the differences of every row to
 * the row with the best mean. Only rows with the same traffic are compared. base/statistics/difference.ts
 * computes the differences.
 */
import { estimate, type Estimate } from "../base/confidence.ts";
import { differenceBetween, ofSameFlows, type Difference, type Side } from "../base/statistics/difference.ts";
import { fixedUnderSeeds, movesWithSeed, sideOf, type SeedValue } from "../base/statistics/side.ts";
import type { FixedPart } from "../scenario/fixed-parts.ts";
import { columnNames, columns, type ColumnName, type Figures } from "./columns.ts";
import type { Settings } from "./labelled-run.ts";
import { trafficOf } from "./traffic.ts";

/** A complete run. */
export interface SeedRun {
  /** The varied settings, including the seed if it varies. */
  readonly settings: Settings;
  readonly figures: Figures;
  readonly digest: string | null;
  /**
   * Hash of the run's flows (`run/measure/flow-set.ts`). The field `fixed` has the parts of the scenario that no seed changes.
   * Both are absent if an older version wrote the run.
   */
  readonly flow_set?: string | undefined;
  readonly fixed?: readonly FixedPart[] | undefined;
}

/** The difference of a row to the row with the best mean of the column. */
export interface ToBest extends Difference {
  /** Label of the row with the best mean. */
  readonly to: string;
}

/**
 * Runs that differ only by their seed. They have one row, with their means and the differences to the best row of each
 * column.
 */
export interface SeedsRow {
  readonly label: string;
  /** Without the seed. */
  readonly settings: Settings;
  /** Number of runs. It excludes failed and interrupted runs. */
  readonly seeds: number;
  /**
   * False if every seed gave the same run, so that intervals over seeds are undefined. Null if there is only one seed.
   */
  readonly moves: boolean | null;
  /**
   * The parts of the scenario that no seed changes. They may be the reason why the seed does not change results. Empty
   * if the seed changes the flows, because results then depend on the seed in any case.
   */
  readonly fixed: readonly FixedPart[];
  readonly figures: Readonly<Record<ColumnName, Estimate>>;
  /**
   * The difference of this row to the row with the best mean, for each column in which low or high values are better.
   * That best row has no difference.
   */
  readonly differences: Readonly<Partial<Record<ColumnName, ToBest>>>;
  /**
   * Columns in which this row is the best. Every other row with the same traffic must be equal under every seed, or
   * significantly worse over the seeds. At least one row must be worse.
   */
  readonly best: readonly ColumnName[];
}

/** Makes one row of all runs that differ only by their seed, in the order of their first runs. `labelOf` names a row by its settings. */
export function seedsRows(runs: readonly SeedRun[], labelOf: (settings: Settings) => string): SeedsRow[] {
  const groups = grouped(runs, labelOf);
  return groups.map((group) => {
    // An ideal is no real scheme, so it is never the best row.
    const rivals = groups.filter((other) => other.traffic === group.traffic && !isOfIdeal(other));
    return {
      ...{ label: group.label, settings: group.settings, seeds: group.runs.length },
      ...{ moves: group.runs.length < 2 ? null : group.moves, fixed: group.fixed, figures: group.figures },
      differences: differencesOf(group, rivals),
      best: isOfIdeal(group) ? [] : columnNames.filter((name) => isBest(group, rivals, name)),
    };
  });
}

/** True if the row is an ideal, a run without one particular problem (docs/ideals.md). */
export const isOfIdeal = ({ settings }: { readonly settings: Settings }): boolean =>
  (settings["ideal"] ?? "none") !== "none";

interface Group {
  readonly label: string;
  readonly settings: Settings;
  readonly runs: readonly SeedRun[];
  readonly traffic: string;
  readonly moves: boolean;
  readonly fixed: readonly FixedPart[];
  readonly figures: Record<ColumnName, Estimate>;
}

function grouped(runs: readonly SeedRun[], labelOf: (settings: Settings) => string): Group[] {
  const groups = new Map<string, SeedRun[]>();
  for (const run of runs) {
    const { seed: _, ...settings } = run.settings;
    const key = JSON.stringify(settings);
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return Array.from(groups.values(), (some): Group => {
    const { seed: _, ...settings } = some[0].settings;
    const moves = movesWithSeed(some);
    return {
      ...{ label: labelOf(settings), settings, runs: some, traffic: trafficOf(settings), moves },
      fixed: fixedUnderSeeds(some),
      figures: Object.fromEntries(
        columnNames.map((name) => {
          const found = estimate(some.map(({ figures }) => figures[name]));
          return [name, moves ? found : { ...found, half: NaN }];
        }),
      ) as Record<ColumnName, Estimate>,
    };
  });
}

/**
 * The roles of policies, such as "routing", with a part that is the same under every seed. Fixed traffic is left out:
 * only rows with the same traffic are compared, so it is equally fixed in both.
 */
export const fixedRoles = (fixed: readonly FixedPart[]): string[] =>
  fixed.filter(({ at }) => at !== "traffic").map(({ at }) => at);

/** One side of a comparison: runs that differ only by their seed. */
export const sideOver = (settings: Settings, runs: readonly SeedValue<FixedPart>[]): Side =>
  sideOf(
    trafficOf(settings),
    runs.map((run) => ({ ...run, fixed: fixedRoles(run.fixed ?? []) })),
  );

const columnSide = ({ runs, settings }: Group, name: ColumnName): Side =>
  sideOver(
    settings,
    runs.map((run, k) => ({
      ...run,
      ...{ seed: Number(run.settings.seed ?? k), value: run.figures[name], error: run.figures.skip_error },
    })),
  );

function differencesOf(group: Group, rivals: readonly Group[]): Partial<Record<ColumnName, ToBest>> {
  const found: Partial<Record<ColumnName, ToBest>> = {};
  for (const name of columnNames) {
    const leader = leaderOf(rivals, name);
    if (leader !== undefined && leader !== group && isKnown(group, name))
      found[name] = { to: leader.label, ...between(group, leader, name) };
  }
  return found;
}

/** The row with the best mean of a column. Undefined for columns in which neither a low nor a high value is better. */
function leaderOf(rivals: readonly Group[], name: ColumnName): Group | undefined {
  const { best } = columns[name] as { best?: "least" | "most" };
  if (best === undefined) return undefined;
  const value = ({ figures }: Group): number => figures[name].mean * (best === "least" ? 1 : -1);
  return rivals
    .filter((row) => isKnown(row, name))
    .reduce<Group | undefined>(
      (first, row) => (first === undefined || value(row) < value(first) ? row : first),
      undefined,
    );
}

const isKnown = ({ figures }: Group, name: ColumnName): boolean => Number.isFinite(figures[name].mean);

function between(one: Group, other: Group, name: ColumnName): Difference {
  const found = differenceBetween(columnSide(one, name), columnSide(other, name));
  if (!("ages" in columns[name])) return found;
  return ofSameFlows(found, columnSide(one, "unfinished").bySeed, columnSide(other, "unfinished").bySeed);
}

/**
 * True if row `group` has the best mean of column `name`, or equals the row that has it. Differences seed by seed must also
 * confirm the best mean:
 *
 * - Every other row is equal to the row with the best mean, or significantly worse. If a difference is undecided
 *   (not significant over the seeds), the function returns false.
 * - At least one row is worse.
 *
 * The means alone are not enough, because a row may lack some seeds. Its mean can then be worse than the best mean, although
 * the row is better under each seed that both rows have.
 */
function isBest(group: Group, rivals: readonly Group[], name: ColumnName): boolean {
  const leader = leaderOf(rivals, name);
  if (leader === undefined || !isKnown(group, name)) return false;
  const others = rivals.filter((row) => row !== leader && isKnown(row, name));
  const found = others.map((row) => ({ row, verdict: between(row, leader, name).verdict }));
  const worse = (columns[name] as { best?: "least" | "most" }).best === "least" ? "more" : "less";
  const isDecided = found.every(({ verdict }) => verdict === worse || verdict === "equal");
  const isApart = found.some(({ verdict }) => verdict !== "equal");
  const ties = group === leader || found.some(({ row, verdict }) => row === group && verdict === "equal");
  return isDecided && isApart && ties;
}
