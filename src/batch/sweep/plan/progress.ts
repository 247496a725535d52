/** How far a sweep is: which of its runs have a row, which failed, and which are wanted now. */
import { runsOf, type PlannedRun, type SweepPlan } from "./plan.ts";
import { failedRuns, readFailure, readRow, type StoredFailure, type StoredRow } from "./row.ts";
import { pointStates, type PointState } from "./seed-rule.ts";

/** What is remembered of a row: there may be a hundred thousand. */
export interface KnownRow extends Pick<StoredRow, "seconds" | "build" | "digest"> {
  readonly flow_set: StoredRow["flow_set"] | undefined;
  readonly fixed: StoredRow["fixed"] | undefined;
  /** In the column of the plan's rule. */
  readonly value: number;
}

export class SweepState {
  readonly plan: SweepPlan;
  /** All that it may take; by point and seed each has a place. */
  readonly runs: readonly PlannedRun[];
  private readonly folders: readonly string[];
  private readonly rows = new Map<string, KnownRow>();
  private failed = new Set<string>();

  /** Rows and failures of several folders count as of one. */
  constructor(plan: SweepPlan, ...folders: readonly string[]) {
    this.plan = plan;
    this.folders = folders;
    this.runs = runsOf(plan);
    this.look();
  }

  /** Reads what has come since; of the runs that are asked about alone, where `among` says which. */
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
      this.rows.set(name, { seconds, build, digest, flow_set, fixed, value });
      return;
    }
  }

  row({ name }: PlannedRun): KnownRow | undefined {
    return this.rows.get(name);
  }

  /** A run that has a row has not failed, whatever happened before. */
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

  /** Those that are to be there by what is known now, done or not. */
  wanted(): PlannedRun[] {
    const states = this.points();
    const { points } = this.plan;
    return this.runs.filter(({ point }, k) => Math.floor(k / points.length) < states[point].seeds);
  }
}
