/**
 * A sweep as a value: every combination of settings under every seed, each run named by what decides it.
 *
 * The name is a hash of the checked scenario (policies from files by their bytes), the seed, the tables that are kept of it, and `RESULTS_ID`, which
 * names the numbers that this code makes of scenarios. So the same run has the same name in every sweep, on every machine, and a run that was done is
 * never done again.
 */
import { createHash } from "node:crypto";
import { tableShapes, type TableShape } from "../../../run/lab/lab.ts";
import type { KeptModule } from "../../../run/lab/modules.ts";
import type { ColumnName } from "../../../report/columns.ts";

/** Of plan.json and of rows; it grows when a reader of the former would misread the latter. */
export const SWEEP_FORMAT = 1;

/** Runs that differ by their seed alone. */
export interface Point {
  /** "buffer=dt, traffic.0.load=0.4" */
  readonly label: string;
  /** What is set, by path, both as written. */
  readonly settings: Readonly<Record<string, string>>;
  /** Hash of what decides its runs, but for the seed. */
  readonly decides: string;
}

/** When a point has seeds enough (docs/statistics.md). */
export interface SeedRule {
  readonly column: ColumnName;
  /** Enough once half the 95% interval is at most this share of the mean; null: this alone does not do. */
  readonly within: number | null;
  /** Enough once the difference to the first point is decided. */
  readonly decided: boolean;
}

export interface SweepPlan {
  readonly format: typeof SWEEP_FORMAT;
  /** Version of xoff, and its results (`RESULTS_ID`). */
  readonly xoff: string;
  readonly results: string;
  /** Of the scenario. */
  readonly name: string;
  /** Folder with the scenario and the files that it names, from the sweep's. */
  readonly input: string;
  readonly modules: readonly KeptModule[];
  /** Set in all runs: "until=2ms". */
  readonly set: readonly string[];
  readonly points: readonly Point[];
  /** With a rule, those that it may take, in that order. */
  readonly seeds: readonly number[];
  readonly rule: SeedRule | null;
  /** Tables that are kept of each run that has them. */
  readonly keep: readonly string[];
  /** What those of probes are; absent: there are none among them. */
  readonly probes?: Readonly<Record<string, TableShape>>;
}

/** What a table is that the plan keeps; undefined: it keeps none of that name. */
export function keptShape({ keep, probes }: SweepPlan, table: string): TableShape | undefined {
  const known: Readonly<Record<string, TableShape>> = { ...tableShapes, ...probes };
  return keep.includes(table) ? known[table] : undefined;
}

export interface PlannedRun {
  /** 20 hexadecimal digits. */
  readonly name: string;
  readonly label: string;
  /** Index among the points. */
  readonly point: number;
  readonly seed: number;
}

/** What the folder of a sweep keeps of what it was made from: by path, with "/" between its parts. */
export type InputFiles = ReadonlyMap<string, string>;

/** The scenario among them. */
export const SCENARIO = "scenario.yaml";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** All that it may take, seed by seed: what is done first is of all points alike. */
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

/** One of several equal shares of the runs: `index` from 1 to `of`. */
export interface Share {
  readonly index: number;
  readonly of: number;
}

/** Neighbours go to different shares, and a share has now this point, now that, for some take longer than others. */
export const isInShare = (run: number, { index, of }: Share): boolean =>
  (run + Math.floor(run / of)) % of === index - 1;
