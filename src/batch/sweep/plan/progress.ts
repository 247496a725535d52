/** The progress of a sweep: the runs with a stored row of results, the runs that failed, and the runs that the sweep needs now. */
import { runsOf, type PlannedRun, type SweepPlan } from "./plan.ts";
import { failedRuns, readFailure, readRow, type StoredFailure, type StoredRow } from "./row.ts";
import { pointStates, type PointState } from "./seed-rule.ts";

/** The part of a row that is kept in memory. A sweep may have a hundred thousand rows. */
export interface KnownRow extends Pick<StoredRow, "seconds" | "build" | "digest"> {
  readonly flow_set: StoredRow["flow_set"] | undefined;
  readonly fixed: StoredRow["fixed"] | undefined;
  /**
   * The run's value in the column that the plan's seed rule looks at. This rule decides how many seeds a point needs.
   */
  readonly value: number;
  /** Relative error that fast-forward causes in the run's results (`skip_error`). NaN if the run is exact. */
  readonly error: number;
}

export class SweepState {
  readonly plan: SweepPlan;
  /** All runs that the plan allows. The position of a run in this list follows from its point and seed. */
  readonly runs: readonly PlannedRun[];
  private readonly folders: readonly string[];
  private readonly rows = new Map<string, KnownRow>();
  private failed = new Set<string>();

  /** Rows and failures of several folders are merged. */
  constructor(plan: SweepPlan, ...folders: readonly string[]) {
    this.plan = plan;
    this.folders = folders;
    this.runs = runsOf(plan);
    this.look();
  }

  /** Reads the rows that have appeared since the last call. With `among`, only rows of those runs are read. */
  look(among: readonly PlannedRun[] = this.runs): void {
    this.failed = new Set(this.folders.flatMap((folder) => [...failedRuns(folder)]));
    for (const { name } of among) if (!this.rows.has(name)) this.find(name);
  }

  private find(name: string): void {
    for (const folder of this.folders) {
      const row = readRow(folder, name);
      if (row === undefined) continue;
      const { seconds, build, digest, flow_set, fixed, figures } = row;
      const { rule } = this.plan;
      const value = rule === null ? NaN : ((figures as Readonly<Record<string, number | null>>)[rule.column] ?? NaN);
      const error = figures.skip_error ?? NaN;
      this.rows.set(name, { seconds, build, digest, flow_set, fixed, value, error });
      return;
    }
  }

  row({ name }: PlannedRun): KnownRow | undefined {
    return this.rows.get(name);
  }

  /** True if the last attempt of a run failed. False if the run has a stored row of results, even if an earlier attempt failed. */
  hasFailed({ name }: PlannedRun): boolean {
    return this.failed.has(name) && !this.rows.has(name);
  }

  failure({ name }: PlannedRun): StoredFailure | undefined {
    for (const folder of this.folders) {
      const found = readFailure(folder, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  points(): PointState[] {
    const { points, seeds } = this.plan;
    const place = new Map(seeds.map((seed, k) => [seed, k]));
    return pointStates(this.plan, (point, seed) => {
      const run = this.runs[(place.get(seed) ?? 0) * points.length + point];
      const row = this.row(run);
      return row === undefined ? (this.hasFailed(run) ? "failed" : undefined) : { ...row, seed };
    });
  }

  /** Returns the runs that the sweep needs according to the rows so far. Completed runs are included. */
  wanted(): PlannedRun[] {
    const states = this.points();
    const { points } = this.plan;
    return this.runs.filter(({ point }, k) => Math.floor(k / points.length) < states[point].seeds);
  }
}
