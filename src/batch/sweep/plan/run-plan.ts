/**
 * Makes the missing runs of a sweep in reused worker threads. The first start, a resumed sweep and the task of one
 * machine among many all use this function.
 */
import { hostname } from "node:os";
import type { SweepSetUp, SweepTask } from "../plan-thread.ts";
import { coresEach, IdleThreads, runPool, type Outcome } from "../pool.ts";
import type { RunNews } from "../simulate.ts";
import { buildId } from "../build-id.ts";
import { checkResults } from "./plan-folder.ts";
import { isInShare, type PlannedRun, type Share, type SweepPlan } from "./plan.ts";
import { SweepState } from "./progress.ts";
import { forgetFailure, sweepPartials, writeFailure, type StoredFailure } from "./row.ts";

export interface RunPlanOptions {
  readonly atOnce: number;
  readonly signal: AbortSignal;
  /**
   * Threads left from an earlier call. That call had the same folder, the same scenario and the same settings for all
   * runs as this one. The caller ends the threads.
   */
  readonly idle?: IdleThreads;
  /** Default: all runs. */
  readonly share?: Share;
  /** True if failed runs are repeated. */
  readonly retry?: boolean;
  /** Maximum number of runs; the others are left for a later call. */
  readonly most?: number;
  /** Called with the runs of the next round. A seed rule adds rounds of more seeds until each point has enough. */
  readonly onRound?: (runs: readonly PlannedRun[]) => Follow;
}

/** Functions that report the progress of one round, that is, of the runs that `onRound` got. `run` is the index of a run in that list. */
export interface Follow {
  readonly begin: (run: number) => void;
  readonly news: (run: number, news: RunNews) => void;
  readonly end: (run: number) => void;
  readonly over: () => void;
}

export interface RanPlan {
  /** Number of rows that this call made. */
  readonly made: number;
  /** Runs that this call tried and that failed. */
  readonly failed: readonly StoredFailure[];
  /** The disk error that ended the call. Undefined if there was none. */
  readonly refused: string | undefined;
  readonly state: SweepState;
}

/** Makes the missing runs of a plan. Throws `FolderError` if the plan needs another version of xoff. */
export async function runPlan(folder: string, plan: SweepPlan, options: RunPlanOptions): Promise<RanPlan> {
  checkResults(folder, plan);
  sweepPartials(folder);
  const { share = { index: 1, of: 1 }, retry = false, most = Infinity, signal } = options;
  const state = new SweepState(plan, folder);
  const own = new Set(state.runs.filter((_, k) => isInShare(k, share)));
  const round = new Round(folder, plan, options);
  const tried = new Set<PlannedRun>();
  try {
    for (;;) {
      const missing = state
        .wanted()
        .filter((run) => own.has(run) && state.row(run) === undefined && !tried.has(run))
        .filter((run) => retry || !state.hasFailed(run))
        .slice(0, most - tried.size);
      if (missing.length === 0 || signal.aborted || round.refused !== undefined) break;
      for (const run of missing) tried.add(run);
      await round.does(missing);
      state.look(missing);
    }
  } finally {
    await round.end();
  }
  // Other tasks of the sweep may have added rows since the last round.
  state.look();
  return { made: round.made, failed: round.failed, refused: round.refused, state };
}

class Round {
  made = 0;
  readonly failed: StoredFailure[] = [];
  refused: string | undefined;
  private readonly folder: string;
  private readonly plan: SweepPlan;
  private readonly options: RunPlanOptions;
  private readonly abort = new AbortController();
  private readonly idle: IdleThreads;

  constructor(folder: string, plan: SweepPlan, options: RunPlanOptions) {
    this.idle = options.idle ?? new IdleThreads();
    this.folder = folder;
    this.plan = plan;
    this.options = options;
    options.signal.addEventListener("abort", () => {
      this.abort.abort();
    });
  }

  /** Makes runs. A run that fails for lack of memory is repeated later without other runs at the same time. */
  async does(runs: readonly PlannedRun[]): Promise<void> {
    const { atOnce } = this.options;
    const tooLarge: PlannedRun[] = [];
    await this.crew(runs, atOnce, (run, outcome) => {
      if (outcome.kind === "failed" && outcome.whose === "memory" && atOnce > 1) tooLarge.push(run);
      else this.keep(run, outcome);
    });
    if (tooLarge.length === 0) return;
    await this.idle.end(); // which frees their memory
    await this.crew(tooLarge, 1, (run, outcome) => {
      this.keep(run, outcome);
    });
  }

  async end(): Promise<void> {
    if (this.options.idle === undefined) await this.idle.end();
  }

  private async crew(
    runs: readonly PlannedRun[],
    atOnce: number,
    keep: (run: PlannedRun, outcome: Outcome<boolean>) => void,
  ): Promise<void> {
    const { folder, idle } = this;
    const { points, seeds: _, ...plan } = this.plan;
    const setUp: SweepSetUp = { folder, plan, build: buildId() };
    const cores = coresEach(atOnce, runs.length);
    const tasks = runs.map((run): SweepTask => ({ run, point: points[run.point], cores }));
    const follow = this.options.onRound?.(runs);
    try {
      await runPool<boolean, RunNews>(tasks, {
        ...{ module: new URL("../plan-thread.js", import.meta.url), setUp, atOnce, idle, signal: this.abort.signal },
        onBegin: (run) => follow?.begin(run),
        onNews: (run, news) => follow?.news(run, news),
        onEnd: (run, outcome) => {
          follow?.end(run);
          keep(runs[run], outcome);
        },
      });
    } finally {
      follow?.over();
    }
  }

  private keep({ name, label }: PlannedRun, outcome: Outcome<boolean>): void {
    if (outcome.kind === "answered" && outcome.answer) {
      this.made++;
      forgetFailure(this.folder, name);
    }
    if (outcome.kind !== "failed") return;
    if (outcome.whose === "disk") {
      this.refuse(outcome.why);
      return;
    }
    const { why, whose } = outcome;
    const failure: StoredFailure = { run: name, label, why, whose, host: hostname() };
    this.failed.push(failure);
    try {
      writeFailure(this.folder, failure);
    } catch (error) {
      this.refuse(`${this.folder} cannot be written: ${(error as Error).message}`);
    }
  }

  private refuse(why: string): void {
    this.refused ??= why;
    this.abort.abort();
  }
}
