/** Runs the missing trials of figures. A figure's claims are evaluated as soon as all its trials are complete. */
import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Done, Experiment, Key, Scale } from "../../../papers/figures/contract.ts";
import type { Changed } from "../../../papers/figures/readings.ts";
import type { Concluded } from "../../../report/figure-page.ts";
import { buildId } from "../../../batch/sweep/build-id.ts";
import { hasOtherText, keptTrial, planTrials, setUpOf, type PlannedTrial } from "../../../batch/sweep/trials.ts";
import { modulesOfTrials } from "../../../batch/sweep/figure-modules.ts";
import { checkSet } from "../../../batch/sweep/figure-settings.ts";
import { readSetting } from "../../../run/lab/lab.ts";
import { longTotalText, totalOf } from "../terminal/cost-text.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { Lock } from "../../../batch/store/lock.ts";
import { costOfTrials } from "./cost.ts";
import { FigurePool } from "./pool.ts";
import { mistakesOf, mistakesOfAsync } from "../files/scenario-file.ts";
import type { Interrupts } from "../terminal/signals.ts";
import { storing } from "../files/storing.ts";
import { clearPassing, count, counted, say, warn } from "../terminal/terminal.ts";
import { version } from "../terminal/version.ts";

export interface FigureOptions {
  readonly scale: Scale;
  readonly seeds?: number;
  readonly jobs: number;
  readonly out: string;
  /** Settings in the form "path=value". */
  readonly set?: readonly string[];
  /** Overwrite output files that already exist, even if xoff did not write them. */
  readonly force?: boolean;
}

/**
 * The number of a figure's failed runs by cause. `refused` counts runs without enough disk space or memory. `mistaken`
 * counts runs with a mistake in the input, such as a user policy that throws an error.
 */
interface Undone {
  readonly refused: number;
  readonly mistaken: number;
}

/** A figure with evaluated claims, and the number of its runs that failed. */
export interface ConcludedHere extends Concluded, Undone {}

/**
 * A figure to run. `changed` lists the readings (meanings of details that the paper leaves open) that differ from the
 * default.
 */
export interface AskedFigure {
  readonly experiment: Experiment;
  readonly changed: Changed;
}

interface PlannedFigure extends AskedFigure {
  readonly set: readonly string[];
  readonly seeds: number;
  readonly planned: readonly PlannedTrial[];
}

/**
 * Runs the missing trials. Calls `each` with every figure whose trials are complete. Returns `false`, after a message,
 * if the user interrupted the runs.
 */
export async function concludeFigures(
  asked: readonly AskedFigure[],
  options: FigureOptions,
  interrupts: Interrupts,
  each: (concluded: ConcludedHere) => Promise<void> | void,
): Promise<boolean> {
  const figures: PlannedFigure[] = [];
  for (const one of asked) figures.push(await planFigure(one, options));
  const all = byFile(figures.flatMap(({ planned }) => planned));
  const missing = all.filter((trial) => keptTrial(trial) === undefined);
  const name = figures.length === 1 ? figures[0].experiment.id : counted(figures.length, "figure");
  if (missing.length < all.length && missing.length > 0)
    say(`${name}: ${count(all.length - missing.length)} of ${counted(all.length, "run")} are complete already`);
  const takes = await costOfTrials(
    missing,
    asked.map(({ experiment }) => experiment),
    interrupts,
  );
  const cost = longTotalText(totalOf(takes, options.jobs), "runs");
  if (cost !== undefined && interrupts.code === undefined) say(`${name}: ${cost}`);
  const pool = new FigurePool(missing);
  const running = pool.run(options.jobs, interrupts);
  try {
    for (const figure of figures) {
      await pool.wait(figure.planned);
      if (interrupts.code !== undefined) break;
      clearPassing();
      await each(conclude(figure, options.scale, pool));
    }
  } finally {
    pool.stop();
    await running;
  }
  if (interrupts.code === undefined) return true;
  const kept = all.filter((trial) => keptTrial(trial) !== undefined).length;
  say(
    `Stopped. ${count(kept)} of ${counted(all.length, "run")} of ${name} are kept in ${join(options.out, "rows")}: the same command ` +
      "resumes.",
  );
  return false;
}

async function planFigure(
  { experiment, changed }: AskedFigure,
  { scale, seeds = experiment.seeds[scale], out, set: given = [] }: FigureOptions,
): Promise<PlannedFigure> {
  const folder = join(out, "rows");
  const set = mistakesOf(experiment.id, () => given.map((text) => readSetting("--set", text)));
  const modules = await mistakesOfAsync(experiment.id, () => modulesOfTrials(experiment, scale, changed, set));
  if (set.length > 0) await mistakesOfAsync(experiment.id, () => checkSet(experiment, scale, changed, set, modules));
  const planned = planTrials(experiment, { scale, seeds, changed, set, modules, folder, version });
  return { experiment, changed, seeds, planned, set: given };
}

/** The trials of all figures without duplicates, because several figures may share a trial. */
const byFile = (trials: readonly PlannedTrial[]): PlannedTrial[] => [
  ...new Map(trials.map((trial) => [trial.file, trial])).values(),
];

function conclude(
  { experiment, changed, seeds, planned, set }: PlannedFigure,
  scale: Scale,
  { failed }: FigurePool,
): ConcludedHere {
  const found = planned.flatMap((trial) => {
    const kept = keptTrial(trial);
    return kept === undefined ? [] : [{ trial, kept }];
  });
  const kept = found.map(({ kept: one }) => one);
  const { length } = kept;
  const folder = dirname(planned[0]?.file ?? "");
  const foreign = kept.filter(({ build }) => build !== buildId()).length;
  if (foreign > 0)
    warn(
      `${experiment.id}: ${count(foreign)} of ${count(length)} runs are from another build of xoff ${version}. Remove ${folder} to ` +
        "repeat them.",
    );
  const other = found.filter(({ trial, kept: one }) => hasOtherText(trial, one)).length;
  if (other > 0)
    warn(
      `${experiment.id}: ${count(other)} of ${count(length)} rows were measured with another text of the figure's \`row\`. Change the ` +
        `figure's \`measure\` if it now measures something else, or remove ${folder}.`,
    );
  const done = kept.map((trial): Done<Key, unknown> => trial.done);
  const whose = planned.map(({ file }) => failed.get(file));
  return {
    ...{ experiment, scale, seeds, changed, set },
    results: countBy(kept.map(({ results }) => results)),
    setUp: setUpOf(experiment, scale, changed),
    runs: planned.length,
    failed: planned.length - kept.length,
    refused: whose.filter((one) => one === "disk" || one === "memory").length,
    mistaken: whose.filter((one) => one === "input").length,
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
 * Locks the figures' runs for this command until the returned function is called. Throws `Failure` if another command holds a lock, or if
 * the folder cannot be written.
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
        throw new Failure(`${folder}: expected a folder, found a file. Choose another name with --out.`, EXIT.input);
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
    throw new Failure(`--out: expected a writable folder: ${(error as Error).message}`, EXIT.input);
  }
}
