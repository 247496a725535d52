/**
 * Rows over seeds: runs that differ by their seed alone are one row. `xoff compare`, the report page and the studio show these.
 *
 * Each row has its own means with their intervals. The verdict of a column comes from differences: those of every row to the row with the
 * best mean, of the rows with the same traffic (papers/figures/statistics/difference.ts).
 */
import { estimate, type Estimate } from "../base/confidence.ts";
import {
  differenceBetween,
  withoutStatement,
  type Difference,
  type Side,
} from "../papers/figures/statistics/difference.ts";
import type { FixedPart } from "../scenario/fixed-parts.ts";
import { columnNames, columns, type ColumnName, type Figures } from "./columns.ts";
import type { Settings } from "./labelled-run.ts";
import { trafficOf } from "./traffic.ts";

/** A run that is whole. */
export interface SeedRun {
  /** The seed among them, where seeds were varied. */
  readonly settings: Settings;
  readonly figures: Figures;
  readonly digest: string | null;
  /** Hash over its flows (`run/measure/flow-set.ts`), and the parts that no seed draws; absent: an earlier xoff wrote the run. */
  readonly flow_set?: string | undefined;
  readonly fixed?: readonly FixedPart[] | undefined;
}

/** The difference of a row to the row with the best mean of the column. */
export interface ToBest extends Difference {
  /** Label of the row with the best mean. */
  readonly to: string;
}

/** Runs that differ by their seed alone: their means, and how they differ from the best row of each column. */
export interface SeedsRow {
  readonly label: string;
  /** Without the seed. */
  readonly settings: Settings;
  /** How many runs: fewer than were asked for where some failed, or were cut short. */
  readonly seeds: number;
  /** False: every seed gave the same run, so there is no interval. Null: one seed. */
  readonly moves: boolean | null;
  /** Parts that are the same under every seed, where that counts: the flows are the same, too. */
  readonly fixed: readonly FixedPart[];
  readonly figures: Readonly<Record<ColumnName, Estimate>>;
  /** Of columns in which less or more is better. The row with the best mean has none. */
  readonly differences: Readonly<Partial<Record<ColumnName, ToBest>>>;
  /** Columns in which every other row with the same traffic is worse, decided over seeds, or equal. */
  readonly best: readonly ColumnName[];
}

/** `labelOf` names a row by its settings. Rows come in the order in which each first occurs. */
export function seedsRows(runs: readonly SeedRun[], labelOf: (settings: Settings) => string): SeedsRow[] {
  const groups = grouped(runs, labelOf);
  return groups.map((group) => {
    // An ideal is no scheme, so it is never the best row.
    const rivals = groups.filter((other) => other.traffic === group.traffic && !isOfIdeal(other));
    return {
      ...{ label: group.label, settings: group.settings, seeds: group.runs.length },
      ...{ moves: group.runs.length < 2 ? null : group.moves, fixed: group.fixed, figures: group.figures },
      differences: differencesOf(group, rivals),
      best: isOfIdeal(group) ? [] : columnNames.filter((name) => isBest(group, rivals, name)),
    };
  });
}

/** Is it what would come out without one problem (docs/ideals.md)? */
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

/** Of one seed it is not known, so it is not denied. */
export const movesWithSeed = (runs: readonly Pick<SeedRun, "digest">[]): boolean =>
  runs.length < 2 || new Set(runs.map(({ digest }) => digest)).size > 1;

/** Where flows are drawn a fixed hash does not fix their paths. */
export function fixedUnderSeeds(runs: readonly Pick<SeedRun, "digest" | "flow_set" | "fixed">[]): readonly FixedPart[] {
  const [{ fixed = [], flow_set: flows }] = runs;
  const sameFlows = flows !== undefined && runs.every((run) => run.flow_set === flows);
  return runs.length > 1 && (sameFlows || !movesWithSeed(runs)) ? fixed : [];
}

/** Roles of the parts that a seed could draw, or that stay as the scenario gives them. What traffic is given all rows of a group share. */
export const fixedRoles = (fixed: readonly FixedPart[]): string[] =>
  fixed.filter(({ at }) => at !== "traffic").map(({ at }) => at);

/** What of a run a comparison of one column takes. */
export interface SeedValue extends Pick<SeedRun, "digest" | "flow_set" | "fixed"> {
  readonly seed: number;
  /** NaN: the run has none. */
  readonly value: number;
}

/** One side of a comparison: runs that differ by their seed alone. */
export const sideOver = (settings: Settings, runs: readonly SeedValue[]): Side => ({
  bySeed: new Map(runs.map(({ seed, value }) => [seed, value])),
  moves: movesWithSeed(runs),
  fixed: runs.length === 0 ? [] : fixedRoles(fixedUnderSeeds(runs)),
  traffic: trafficOf(settings),
});

const sideOf = ({ runs, settings }: Group, name: ColumnName): Side =>
  sideOver(
    settings,
    runs.map((run, k) => ({ ...run, seed: Number(run.settings.seed ?? k), value: run.figures[name] })),
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

/** Of columns in which neither less nor more is better there is none. */
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
  const found = differenceBetween(sideOf(one, name), sideOf(other, name));
  return ofSameFlows(found, name, sideOf(one, "unfinished").bySeed, sideOf(other, "unfinished").bySeed);
}

/**
 * At their age unfinished flows count for less than they will take, so the side that left more of them looks too good. `one` and `other`: how many
 * flows were left, by seed.
 */
export function ofSameFlows(
  found: Difference,
  name: ColumnName,
  one: ReadonlyMap<number, number>,
  other: ReadonlyMap<number, number>,
): Difference {
  if (found.why !== null || !("ages" in columns[name])) return found;
  const isAlike =
    found.how === "paired"
      ? [...one].every(([seed, left]) => !other.has(seed) || other.get(seed) === left)
      : [...one.values(), ...other.values()].every((left) => left === 0);
  return isAlike ? found : withoutStatement(found, "the sides left different numbers of flows undone");
}

/**
 * The row with the best mean if all others are decided to be worse, or equal to it; and those that are equal. A row of which some seeds are missing may
 * have a worse mean and be better seed by seed.
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
