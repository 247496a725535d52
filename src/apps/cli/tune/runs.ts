/**
 * Runs the settings that the search of `xoff tune` selects. Each run becomes a row of a sweep in one folder.
 * A run with a stored row is not repeated. An interrupted search can therefore be continued: the same command starts again and reads
 * the stored rows. For a cluster, the runs of a step are only planned, and other processes run them.
 */
import { makePlan } from "../../../batch/sweep/plan/make-plan.ts";
import { writePlan } from "../../../batch/sweep/plan/plan-folder.ts";
import { runsOf, type InputFiles, type Point as PlannedPoint, type SweepPlan } from "../../../batch/sweep/plan/plan.ts";
import { SweepState } from "../../../batch/sweep/plan/progress.ts";
import { IdleThreads } from "../../../batch/sweep/pool.ts";
import { readRow } from "../../../batch/sweep/plan/row.ts";
import { runPlan } from "../../../batch/sweep/plan/run-plan.ts";
import type { Measured } from "../../../batch/tune/goal.ts";
import type { Point, Ran } from "../../../batch/tune/search.ts";
import type { Setting } from "../../../run/lab/lab.ts";
import { mistakesOfAsync, type ScenarioFile } from "../files/scenario-file.ts";
import { asFailure, storing } from "../files/storing.ts";
import { follow } from "../sweep/run.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { commandLine } from "../terminal/shell.ts";
import { Interrupts } from "../terminal/signals.ts";
import { clearPassing } from "../terminal/terminal.ts";
import { settingsAt, type Knob } from "./knobs.ts";

export interface Asked {
  readonly file: ScenarioFile;
  readonly set: readonly Setting[];
  readonly knobs: readonly Knob[];
  /** The first seed of the runs. The search counts its seeds from 0. */
  readonly firstSeed: number;
  /** Maximum number of runs at once. */
  readonly atOnce: number;
  /** True if the runs are planned but not run. */
  readonly plans: boolean;
}

/** Interval between two checks for signals, in ms. */
const EVERY_MS = 200;

/** The user interrupted the runs of the search. */
export class InterruptedError extends Error {
  override name = "InterruptedError";
  readonly code: number;

  constructor(code: number) {
    super("interrupted");
    this.code = code;
  }
}

/** Thrown if the next step of the search needs results of runs that are not made yet. The folder has their plan, for `xoff sweep run`. */
export class PlannedError extends Error {
  override name = "PlannedError";
  readonly missing: number;

  constructor(missing: number) {
    super("planned");
    this.missing = missing;
  }
}

export class TuneRuns {
  /** Number of simulation runs that this process has completed. Rows that were stored before do not count. */
  made = 0;
  readonly interrupts = new Interrupts(() => {});
  private readonly asked: Asked;
  private readonly folder: string;
  private readonly idle = new IdleThreads();
  /** All points so far. The key is the point's `decides`, a hash of everything that determines its results except the seed. */
  private readonly points = new Map<string, PlannedPoint>();
  private readonly seeds = new Set<number>();
  private last: readonly [SweepPlan, InputFiles] | undefined;

  constructor(asked: Asked, folder: string) {
    this.asked = asked;
    this.folder = folder;
  }

  /**
   * Runs each point of the search under each seed. If the scenario of a run is invalid, the result is the text of
   * its error. Throws:
   *
   * - `InterruptedError` if the user interrupts the runs
   * - `PlannedError` if the runs are only planned
   * - `Failure` if a run fails for another reason, or if the folder cannot be written
   */
  run(points: readonly Point[], seeds: readonly number[]): Promise<(Ran | string)[][]> {
    return this.runRows(
      points.map((point) => settingsAt(this.asked.knobs, point)),
      seeds,
    );
  }

  /** As `run`, for rows of settings. */
  async runRows(rows: readonly (readonly Setting[])[], seeds: readonly number[]): Promise<(Ran | string)[][]> {
    const { firstSeed } = this.asked;
    const [own, input] = await this.planned(
      rows,
      seeds.map((seed) => firstSeed + seed),
    );
    this.last = [own, input];
    const state = this.asked.plans ? this.stored(own, input) : await this.make(own);
    const runs = runsOf(own);
    return rows.map((_, point) =>
      seeds.map((seed) => {
        const run = runs.find((one) => one.point === point && one.seed === firstSeed + seed);
        const row = run === undefined ? undefined : readRow(this.folder, run.name);
        if (row !== undefined) {
          const figures = Object.fromEntries(Object.entries(row.figures).map(([name, value]) => [name, value ?? NaN]));
          return { figures: figures as Measured, digest: row.digest };
        }
        return (run === undefined ? undefined : state.failure(run)?.why) ?? "the run has no result";
      }),
    );
  }

  /**
   * The plan of the runs with the settings in `rows`, and the input files that the plan names. This plan is only for these
   * runs. `writeAll` stores another plan in the folder, with all points of the search so far.
   */
  private async planned(
    rows: readonly (readonly Setting[])[],
    seeds: readonly number[],
  ): Promise<[SweepPlan, InputFiles]> {
    const { file, set } = this.asked;
    const made = await mistakesOfAsync(file.name, () =>
      makePlan(
        file,
        {
          scenario: file.name,
          set,
          grid: [],
          list: rows,
          seeds,
          rule: null,
          keep: [],
        },
        () => {},
      ),
    );
    for (const point of made.plan.points) this.points.set(point.decides, point);
    for (const seed of seeds) this.seeds.add(seed);
    return [made.plan, made.input];
  }

  /** Ends the threads, and restores the default handling of signals. */
  async end(): Promise<void> {
    this.interrupts.release();
    await this.idle.end();
  }

  /** Writes a plan into the folder. It contains all points and seeds that the search has planned so far. */
  writeAll(): void {
    if (this.last === undefined) return;
    const [plan, input] = this.last;
    const all = { ...plan, points: [...this.points.values()], seeds: [...this.seeds].sort((a, b) => a - b) };
    storing(() => {
      writePlan(this.folder, all, input);
    });
  }

  /**
   * Returns the state of the runs if all of them are complete. Otherwise writes their plan and throws `PlannedError`.
   */
  private stored(own: SweepPlan, input: InputFiles): SweepState {
    const { folder } = this;
    const state = new SweepState(own, folder);
    // Some runs fail for a reason other than an invalid input, such as a lack of memory. Such a failure says nothing
    // about the setting, so the search stops.
    const fault = state.runs
      .filter((run) => state.hasFailed(run))
      .map((run) => state.failure(run))
      .find((failure) => failure !== undefined && failure.whose !== "input");
    if (fault !== undefined)
      throw new Failure(
        `${fault.label}, on ${fault.host}: ${fault.why}. Repeat it: ${commandLine("xoff", "sweep", "retry", folder)}`,
        EXIT.output,
      );
    const missing = state.runs.filter((run) => state.row(run) === undefined && !state.hasFailed(run)).length;
    if (missing === 0) return state;
    storing(() => {
      writePlan(folder, own, input);
    });
    throw new PlannedError(missing);
  }

  private async make(own: SweepPlan): Promise<SweepState> {
    const { folder } = this;
    const { atOnce } = this.asked;
    this.writeAll();
    const abort = new AbortController();
    const look = setInterval(() => {
      if (this.interrupts.code !== undefined) abort.abort();
    }, EVERY_MS);
    try {
      const ran = await runPlan(folder, own, {
        ...{ atOnce, signal: abort.signal, idle: this.idle },
        onRound: (runs) => follow(runs, false),
      });
      this.made += ran.made;
      if (ran.refused !== undefined) throw new Failure(ran.refused, EXIT.output);
      if (this.interrupts.code !== undefined) throw new InterruptedError(this.interrupts.code);
      const fault = ran.failed.find(({ whose }) => whose !== "input");
      if (fault !== undefined)
        throw new Failure(`${fault.label}: ${fault.why}`, fault.whose === "xoff" ? EXIT.internal : EXIT.output);
      return ran.state;
    } catch (error) {
      throw asFailure(error);
    } finally {
      clearInterval(look);
      clearPassing();
    }
  }
}
