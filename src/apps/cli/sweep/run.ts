/** Runs `xoff sweep run` and `xoff sweep retry`. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { readPlan } from "../../../batch/sweep/plan/plan-folder.ts";
import type { Share, SweepPlan } from "../../../batch/sweep/plan/plan.ts";
import type { StoredFailure } from "../../../batch/sweep/plan/row.ts";
import { runPlan, type Follow, type RanPlan } from "../../../batch/sweep/plan/run-plan.ts";
import { askAboutCarried, runCode } from "../files/code.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { mistakesOfAsync } from "../files/scenario-file.ts";
import { commandLine } from "../terminal/shell.ts";
import { Interrupts } from "../terminal/signals.ts";
import { asFailure, storing } from "../files/storing.ts";
import { ShownProgress } from "../terminal/shown-progress.ts";
import { SweepProgress } from "../terminal/sweep-progress.ts";
import { clearPassing, complain, count, counted, say } from "../terminal/terminal.ts";

export interface RunOptions {
  readonly task?: Share;
  readonly jobs?: number;
  readonly most?: number;
  readonly quiet?: boolean;
  readonly retry?: boolean;
}

const EVERY_MS = 200;
/** Maximum number of failures that are listed individually. */
const MAX_REPORTED = 10;

/** Executes the runs and returns the exit code. */
export async function sweepRun(folder: string, options: RunOptions): Promise<number> {
  const plan = storing(() => readPlan(folder));
  await askAboutPlan(folder, plan);
  const { task: share, jobs = availableParallelism(), most, retry, quiet = false } = options;
  const abort = new AbortController();
  const interrupts = new Interrupts(() => {});
  const look = setInterval(() => {
    if (interrupts.code !== undefined) abort.abort();
  }, EVERY_MS);
  try {
    const ran = await runPlan(folder, plan, {
      ...{ atOnce: jobs, signal: abort.signal, onRound: (runs) => follow(runs, quiet) },
      ...(share === undefined ? {} : { share }),
      ...(most === undefined ? {} : { most }),
      ...(retry === undefined ? {} : { retry }),
    });
    if (ran.refused !== undefined) throw new Failure(ran.refused, EXIT.output);
    tellFailed(ran.failed);
    if (!quiet) tellEnd(folder, plan, ran, options);
    return interrupts.code ?? exitOf(ran.failed);
  } catch (error) {
    throw asFailure(error);
  } finally {
    clearInterval(look);
    interrupts.release();
    clearPassing();
  }
}

/** Asks for consent to the code in the folder, because worker threads load it without asking. */
export const askAboutPlan = (folder: string, { input, modules }: SweepPlan): Promise<void> =>
  mistakesOfAsync(folder, () => askAboutCarried(modules.map(({ file }) => join(folder, input, file))));

export function follow(runs: readonly { readonly label: string }[], quiet: boolean): Follow {
  const progress = new SweepProgress(
    runs.map(({ label }) => label),
    "runs",
  );
  const shown = new ShownProgress(progress);
  const show = setInterval(() => {
    if (!quiet) shown.look();
  }, EVERY_MS);
  return {
    begin: (run) => {
      progress.begin(run);
    },
    news: (run, news) => {
      progress.tell(run, news);
    },
    end: (run) => {
      progress.end(run);
    },
    over: () => {
      clearInterval(show);
      clearPassing();
    },
  };
}

function tellFailed(failed: readonly StoredFailure[]): void {
  for (const { label, why } of failed.slice(0, MAX_REPORTED)) complain(`${label}: ${why}`);
  const untold = failed.length - MAX_REPORTED;
  if (untold > 0) complain(`${counted(untold, "more run")} failed: xoff sweep status lists them`);
}

function tellEnd(folder: string, plan: SweepPlan, { made, failed, state }: RanPlan, { task }: RunOptions): void {
  const wanted = state.wanted();
  const there = wanted.filter((run) => state.row(run) !== undefined).length;
  const old = wanted.filter((run) => state.hasFailed(run)).length - failed.length;
  const share = task === undefined ? "" : ` by task ${task.index}/${task.of}`;
  const more = old > 0 ? `, ${counted(old, "run")} failed before` : "";
  say(
    `${counted(made, "run")} done${share}, ${count(failed.length)} failed${more}; ${count(there)} of ${count(wanted.length)} are ` +
      "complete.",
  );
  if (failed.length + old > 0)
    say(`Repeat the failed runs: ${commandLine("xoff", "sweep", "retry", folder, ...runCode(plan))}`);
  else if (there === wanted.length) say(`Collect all as one table: ${commandLine("xoff", "sweep", "collect", folder)}`);
}

/**
 * The exit code for failed runs. An internal error takes precedence over a lack of memory, which takes precedence over a mistake in the
 * scenario.
 */
function exitOf(failed: readonly StoredFailure[]): number {
  const whose = new Set(failed.map((one) => one.whose));
  if (whose.has("xoff")) return EXIT.internal;
  if (whose.has("memory")) return EXIT.output;
  return whose.has("input") ? EXIT.input : EXIT.done;
}
