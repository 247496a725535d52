/**
 * A sweep as a value: every combination of settings with every seed.
 *
 * The name of a run is a hash of everything that determines its result. The hash covers:
 * - the checked scenario, with policies from files as their bytes
 * - the seed
 * - the names of the stored tables
 * - `RESULTS_ID`, which changes when a new version of the code computes other results
 *
 * So the same run has the same name in every sweep and on every machine, and a completed run is never repeated.
 */
import { createHash } from "node:crypto";
import { tableShapes, type TableShape } from "../../../run/lab/lab.ts";
import type { KeptModule } from "../../../run/lab/modules.ts";
import type { ColumnName } from "../../../report/columns.ts";

/**
 * Version of the format of plan.json and of rows. The number increases with every change that an older reader would
 * misread.
 */
export const SWEEP_FORMAT = 1;

/** Runs that differ only in their seed. */
export interface Point {
  /** "buffer=dt, traffic.0.load=0.4" */
  readonly label: string;
  /** Settings of the point: the value of each varied scenario key, by the key's path. Path and value are as the user wrote them. */
  readonly settings: Readonly<Record<string, string>>;
  /** Hash of everything that determines the results of the point's runs, except the seed. */
  readonly decides: string;
}

/** A rule for the number of seeds of a point. A point gets seeds until the rule is met (docs/statistics.md). */
export interface SeedRule {
  readonly column: ColumnName;
  /**
   * A point has enough seeds if half the 95% interval of its mean is at most this share of the mean. Null if the rule has no
   * such condition.
   */
  readonly within: number | null;
  /**
   * True: a point has enough seeds as soon as its difference to the first point is significant in a paired t test. The
   * point then need not meet `within`.
   */
  readonly decided: boolean;
}

export interface SweepPlan {
  readonly format: typeof SWEEP_FORMAT;
  /** The version of xoff. */
  readonly xoff: string;
  /** Results version (`RESULTS_ID`): it changes if a new version of xoff gives other results for any scenario. */
  readonly results: string;
  /** Name of the scenario. */
  readonly name: string;
  /**
   * Path, from the sweep's folder, of a folder with copies of the scenario and of all files that the scenario names.
   */
  readonly input: string;
  readonly modules: readonly KeptModule[];
  /** Settings of all runs: "until=2ms". */
  readonly set: readonly string[];
  readonly points: readonly Point[];
  /** The seeds of each point, in the order in which they run. */
  readonly seeds: readonly number[];
  /** The rule by which a point stops before it has used all seeds. Null: every point uses all. */
  readonly rule: SeedRule | null;
  /** Names of the tables that are stored for each run that has them. */
  readonly keep: readonly string[];
  /** Columns of the stored tables of probes; absent if no such table is stored. */
  readonly probes?: Readonly<Record<string, TableShape>>;
}

/** Returns the columns of a table that the plan stores; undefined if it stores no table of that name. */
export function keptShape({ keep, probes }: Pick<SweepPlan, "keep" | "probes">, table: string): TableShape | undefined {
  const known: Readonly<Record<string, TableShape>> = { ...tableShapes, ...probes };
  return keep.includes(table) ? known[table] : undefined;
}

export interface PlannedRun {
  /** 20 hexadecimal digits. */
  readonly name: string;
  readonly label: string;
  /** Index of the point in the plan. */
  readonly point: number;
  readonly seed: number;
}

/** Files from which a sweep was planned, as its folder stores them: text by path, with "/" between the parts. */
export type InputFiles = ReadonlyMap<string, string>;

/** Name of the scenario among the input files. */
export const SCENARIO = "scenario.yaml";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Returns all runs of a plan, ordered by seed. So the first runs cover all points evenly. */
export function runsOf({ points, seeds }: SweepPlan): PlannedRun[] {
  return seeds.flatMap((seed) =>
    points.map(({ decides, label }, point) => ({
      name: sha256(`${decides} ${seed}`).slice(0, 20),
      label: label === "" ? `seed=${seed}` : `${label}, seed=${seed}`,
      point,
      seed,
    })),
  );
}

/** One of several equal shares of the runs. `index` counts from 1 to `of`. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/**
 * True if run number `run` is in this share. Runs go to the shares in turn, one run to each share in a round. Each round
 * begins one share later than the round before. Otherwise a share could get the same point under every seed, for example
 * the point with the longest runs.
 */
export const isInShare = (run: number, { index, of }: Share): boolean =>
  (run + Math.floor(run / of)) % of === index - 1;
