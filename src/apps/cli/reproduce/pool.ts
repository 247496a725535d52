/**
 * Runs the missing trials of several figures in one pool of threads. While the last trials of one figure run, the other
 * cores already run trials of the next figure. A trial that several figures share runs once.
 */
import { quickMinutes } from "../../../papers/quick-minutes.ts";
import type { Whose } from "../../../batch/sweep/pool.ts";
import { runTrials, type PlannedTrial } from "../../../batch/sweep/trials.ts";
import type { Interrupts } from "../terminal/signals.ts";
import { ShownProgress } from "../terminal/shown-progress.ts";
import { SweepProgress } from "../terminal/sweep-progress.ts";
import { clearPassing, complain } from "../terminal/terminal.ts";

/** Interval in ms at which the pool checks for signals such as Ctrl-C, and updates the shown progress. */
const EVERY_MS = 200;

export class FigurePool {
  /** The cause of each failed run. The key is the path of the file in which the run's row would be stored. */
  readonly failed = new Map<string, Whose>();
  private readonly runs: readonly PlannedTrial[];
  private readonly ends: (() => void)[] = [];
  private readonly ended = new Map<string, Promise<void>>();
  private readonly abort = new AbortController();

  /** The pool starts the runs in the order of `runs`. */
  constructor(runs: readonly PlannedTrial[]) {
    this.runs = runs;
    for (const { file } of runs) this.ended.set(file, new Promise((resolve) => this.ends.push(resolve)));
  }

  /** Waits until each of these runs is complete, has failed, or was cancelled with the pool. */
  async wait(runs: readonly PlannedTrial[]): Promise<void> {
    for (const { file } of runs) await this.ended.get(file);
  }

  stop(): void {
    this.abort.abort();
  }

  async run(atOnce: number, interrupts: Interrupts): Promise<void> {
    const { runs, ends } = this;
    const { signal } = this.abort;
    const labels = runs.map(({ experiment, label }) => `${experiment} ${label}`);
    const progress = new SweepProgress(labels, "runs", weights(runs));
    const shown = new ShownProgress(progress);
    const look = setInterval(() => {
      if (interrupts.code !== undefined) this.stop();
      shown.look();
    }, EVERY_MS);
    try {
      await runTrials(runs, {
        atOnce,
        signal,
        onBegin: (run) => {
          progress.begin(run);
        },
        onNews: (run, news) => {
          progress.tell(run, news);
        },
        onEnd: (run, outcome) => {
          progress.end(run);
          const { experiment, label, file } = runs[run];
          if (outcome.kind === "failed") this.failed.set(file, outcome.whose);
          if (outcome.kind === "failed" && !signal.aborted) complain(`${experiment}, ${label}: ${outcome.why}`);
          ends[run]();
        },
      });
    } finally {
      clearInterval(look);
      clearPassing();
      for (const end of ends) end();
    }
  }
}

/**
 * The expected duration of each run, relative to the others. It is the time of its figure at quick scale, divided by
 * the number of runs of that figure.
 */
function weights(runs: readonly PlannedTrial[]): number[] {
  const counts = new Map<string, number>();
  for (const { experiment } of runs) counts.set(experiment, (counts.get(experiment) ?? 0) + 1);
  return runs.map(({ experiment }) => (quickMinutes[experiment] ?? 1) / (counts.get(experiment) ?? 1));
}
