/** The runs of figures: what is missing is run in a pool, and when all are there the figure is concluded. */
import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Done, Experiment, Key, Scale } from "../figures/contract.ts";
import type { Changed } from "../figures/readings.ts";
import type { Concluded } from "../report/figure-page.ts";
import { buildId, keptTrial, planTrials, runTrials, type KeptTrial, type PlannedTrial } from "../sweep/trials.ts";
import { modulesOfTrials } from "../sweep/figure-modules.ts";
import { EXIT, Failure } from "./exit.ts";
import { Lock } from "../store/lock.ts";
import { mistakesOfAsync } from "./scenario-file.ts";
import type { Interrupts } from "./signals.ts";
import { storing } from "./storing.ts";
import { SweepProgress } from "./sweep-progress.ts";
import { clearPassing, complain, count, counted, say, warn } from "./terminal.ts";
import { version } from "./version.ts";

export interface FigureOptions {
  readonly scale: Scale;
  readonly seeds?: number;
  readonly jobs: number;
  readonly out: string;
  /** Replace files of that name that are not ours. */
  readonly force?: boolean;
}

/** Runs that were not done for want of disk or memory, and for a mistake in what they were given, such as a policy of the user's that throws. */
interface Undone {
  readonly refused: number;
  readonly mistaken: number;
}

/** A figure, and what kept runs of it from being done. */
export interface ConcludedHere extends Concluded, Undone {}

/** Between two looks at signals and progress, ms. */
const EVERY_MS = 200;

/** Concludes a figure under readings other than the chosen, once all its runs are there; undefined: it was interrupted, which is said. */
export async function concludeFigure(
  experiment: Experiment,
  changed: Changed,
  { scale, seeds = experiment.seeds[scale], jobs, out }: FigureOptions,
  interrupts: Interrupts,
): Promise<ConcludedHere | undefined> {
  const folder = join(out, "rows");
  const modules = await mistakesOfAsync(experiment.id, () => modulesOfTrials(experiment, scale, changed));
  const planned = planTrials(experiment, { scale, seeds, changed, modules, folder, version });
  const undone = await runMissing(experiment, planned, jobs, interrupts);
  if (interrupts.code !== undefined) {
    const kept = planned.filter((trial) => keptTrial(trial) !== undefined).length;
    say(
      `Stopped. ${count(kept)} of ${counted(planned.length, "run")} of ${experiment.id} are kept in ${folder}: the same command goes on from there.`,
    );
    return undefined;
  }
  const kept = planned.map(keptTrial).filter((trial): trial is KeptTrial => trial !== undefined);
  const foreign = kept.filter(({ build }) => build !== buildId()).length;
  if (foreign > 0) {
    warn(
      `${experiment.id}: runs by another build of xoff ${version}: ${count(foreign)} of ${count(kept.length)}. ` +
        `To do them again remove ${dirname(planned[0].file)}.`,
    );
  }
  const done = kept.map((trial): Done<Key, unknown> => trial.done);
  return {
    ...{ experiment, scale, seeds, changed },
    results: countBy(kept.map(({ results }) => results)),
    runs: planned.length,
    failed: planned.length - kept.length,
    ...undone,
    seconds: kept.reduce((sum, trial) => sum + trial.seconds, 0),
    conclusion: experiment.conclude(done, scale, changed),
  };
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/**
 * Runs of the figures are this command's alone until the locks are released. Throws `Failure` where another is at it, or where nothing can be
 * written.
 */
export function lockRuns(figures: readonly Experiment[], out: string): () => void {
  const locks: Lock[] = [];
  const release = (): void => {
    for (const lock of locks.splice(0)) lock.release();
  };
  try {
    for (const owner of new Set(figures.map(({ id, runsOf = id }) => runsOf))) {
      const folder = join(out, "rows", owner);
      makeFolder(dirname(folder));
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false)
        throw new Failure(`${folder}: expected a folder for runs, found a file. Name another with --out.`, EXIT.input);
      locks.push(storing(() => Lock.of(folder)));
    }
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new Failure(`--out: expected a folder that can be written: ${(error as Error).message}`, EXIT.input);
  }
}

async function runMissing(
  { id }: Experiment,
  planned: readonly PlannedTrial[],
  atOnce: number,
  interrupts: Interrupts,
): Promise<Undone> {
  const missing = planned.filter((trial) => keptTrial(trial) === undefined);
  if (missing.length < planned.length && missing.length > 0)
    say(`${id}: ${count(planned.length - missing.length)} of ${counted(planned.length, "run")} are there already`);
  const stop = new AbortController();
  const progress = new SweepProgress(
    missing.map(({ label }) => `${id} ${label}`),
    "runs",
  );
  const look = setInterval(() => {
    if (interrupts.code !== undefined) stop.abort();
    progress.show();
  }, EVERY_MS);
  try {
    const outcomes = await runTrials(missing, {
      atOnce,
      signal: stop.signal,
      onBegin: (task) => {
        progress.begin(task);
      },
      onNews: (task, news) => {
        progress.tell(task, news);
      },
      onEnd: (task, outcome) => {
        progress.end(task);
        if (outcome.kind === "failed" && !stop.signal.aborted)
          complain(`${id}, ${missing[task].label}: ${outcome.why}`);
      },
    });
    const failed = outcomes.flatMap((one) => (one.kind === "failed" ? [one.whose] : []));
    return {
      refused: failed.filter((whose) => whose === "disk" || whose === "memory").length,
      mistaken: failed.filter((whose) => whose === "input").length,
    };
  } finally {
    clearInterval(look);
    clearPassing();
  }
}
