/**
 * Makes the runs of experiments: each trial (a scenario of a figure) with each seed. The result of each run is stored
 * as a row, in a file of its own.
 *
 * The name of this file is a hash of everything that determines the result:
 * - version and experiment
 * - key and scenario of the trial
 * - seed
 * - name of the measured quantities
 * - modules from files, and settings that override the scenario
 *
 * So a completed run is never repeated, and an interrupted sweep resumes. A figure has a scale, such as `quick`, for
 * the size of its runs. The scale is not part of the hash. So if a stored run of another scale has the file name of a
 * planned run, the figure uses the stored run.
 *
 * The source text of the figure's function `row` is not part of the name, so moving code loses no run. Instead each row
 * stores a hash of that text without comments and spaces, by which `hasOtherText` finds rows of an older text.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { RESULTS_ID } from "../../base/version.ts";
import type { Done, Experiment, Key, Scale } from "../../papers/figures/contract.ts";
import type { Changed } from "../../papers/figures/readings.ts";
import { buildId } from "./build-id.ts";
import { coresEach, runPool, type Outcome, type RunOptions } from "./pool.ts";
import type { Setting } from "../../run/lab/lab.ts";
import type { ModuleFile } from "../../scenario/tables.ts";
import type { RunNews } from "./simulate.ts";

export interface TrialTask {
  readonly experiment: string;
  /** URL of the figure's code, if it comes from a user's file. */
  readonly code?: string;
  /** Modules from files that the scenario uses. */
  readonly modules: readonly ModuleFile[];
  readonly scale: Scale;
  readonly changed: Changed;
  /** Settings that override the figure's scenarios. */
  readonly set: readonly Setting[];
  /**
   * The index of the trial in the list of the experiment's trials. The list depends on the scale, and on the answers to
   * questions that the paper leaves open (`changed`).
   */
  readonly trial: number;
  readonly seed: number;
}

export interface TrialAnswer {
  readonly row: unknown;
  /** Wall-clock time of the run. */
  readonly seconds: number;
}

/** Options that all runs of a thread have in common. `cores` is the number of cores that a run may use. */
export interface TrialSetUp {
  readonly cores: number;
}

/** A planned run. */
export interface PlannedTrial extends TrialTask {
  readonly key: Key;
  /** Label of the run, such as "scheme=DT 2, bursts=24, seed 3". */
  readonly label: string;
  readonly file: string;
  /** Hash of the text of the figure's function `row` (`rowTextOf`). */
  readonly rowText: string;
}

/**
 * A completed run. `results` is the `RESULTS_ID` and `build` the `buildId` of the program that made it. `rowText` is a
 * hash of the source text of the figure's function `row`.
 */
export interface KeptTrial {
  readonly done: Done<Key, unknown>;
  readonly seconds: number;
  readonly results: string;
  readonly build: string;
  readonly rowText: string;
}

export interface Plan {
  readonly scale: Scale;
  readonly seeds: number;
  /**
   * Answers to questions that the paper leaves open. They replace the answers that xoff chose. A figure that does not
   * depend on these answers has the same runs as without them.
   */
  readonly changed?: Changed;
  /** Settings that override the figure's scenarios. */
  readonly set?: readonly Setting[];
  /** For each trial, the modules from files that its scenario names (`figure-modules.ts`); absent if no trial names any. */
  readonly modules?: readonly (readonly ModuleFile[])[];
  /** The folder of the stored results of all experiments, one file for each run. */
  readonly folder: string;
  readonly version: string;
}

export function planTrials(experiment: Experiment, plan: Plan): PlannedTrial[] {
  const { scale, seeds, changed = {}, set = [], folder, version } = plan;
  const { from } = experiment;
  const measure = from === undefined ? (experiment.measure ?? "") : from.hash;
  const owner = experiment.runsOf ?? experiment.id;
  return experiment.trials(scale, changed).flatMap(({ key, scenario }, trial) => {
    const modules = plan.modules?.at(trial) ?? [];
    const kept = modules.length === 0 ? measure : [measure, ...modules.map(({ hash }) => hash)];
    return Array.from({ length: seeds }, (_, k): PlannedTrial => {
      const seed = k + 1;
      const values = set.map(({ path, value }) => `${path}=${value}`);
      const decides = JSON.stringify([version, owner, key, scenario, seed, kept, ...values]);
      const hash = hashOf(decides);
      const name = Object.entries(key).map(([what, value]) => `${what}=${value}`);
      return {
        experiment: experiment.id,
        ...(from === undefined ? {} : { code: from.url }),
        ...{ modules, scale, changed, set, trial, seed, key, rowText: rowTextOf(experiment) },
        label: [...name, `seed ${seed}`].join(", "),
        file: join(folder, owner, `${hash}.json`),
      };
    });
  });
}

/**
 * Returns a hash of the scenarios of all runs of a figure. A stored record of the figure has this hash, too. If the two
 * hashes differ, the record is outdated, because a scenario has changed.
 */
export const setUpOf = (experiment: Experiment, scale: Scale, changed: Changed = {}): string =>
  hashOf(JSON.stringify(experiment.trials(scale, changed)));

/**
 * Returns a function from the id of a figure to the hash of its scenarios (`setUpOf`). Its result is undefined for an
 * unknown id.
 */
export const setUpsOf =
  (experiments: readonly Experiment[]) =>
  (id: string, scale: Scale): string | undefined => {
    const found = experiments.find((experiment) => experiment.id === id);
    return found === undefined ? undefined : setUpOf(found, scale);
  };

/** A string or a template literal (kept as `code`), a comment, or white space. Texts in strings may look like comments. */
const LAYOUT = /(?<code>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\/|\s+/g;

/** Hash of the text of `row`. A reworded comment or another line break changes no value, so it does not change the hash. */
export const rowTextOf = ({ row }: Pick<Experiment, "row">): string =>
  hashOf(String(row).replace(LAYOUT, "$<code>")).slice(0, 8);

/**
 * True if the function `row` had another source text when it made the stored row. The stored values may still be right.
 * For example, to move code out of `row` changes the text but not the values.
 */
export const hasOtherText = ({ rowText }: PlannedTrial, kept: KeptTrial): boolean => kept.rowText !== rowText;

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** Reads the stored row of a run; undefined if the run must still be made. */
export function keptTrial({ file, key, seed }: PlannedTrial): KeptTrial | undefined {
  try {
    const { row, seconds, results, build, rowText } = JSON.parse(readFileSync(file, "utf8")) as Stored;
    return { done: { key, seed, row }, seconds, results, build, rowText };
  } catch {
    // The file does not exist, or it is incomplete because the disk was full.
    return undefined;
  }
}

/** The content of a stored row. The key and the seed are included for people who read the file. */
interface Stored extends TrialAnswer {
  readonly key: Key;
  readonly seed: number;
  readonly results: string;
  readonly build: string;
  readonly rowText: string;
}

function keep({ file, key, seed, rowText }: PlannedTrial, answer: TrialAnswer): void {
  const stored: Stored = { key, seed, results: RESULTS_ID, build: buildId(), rowText, ...answer };
  const partial = `${file}.${process.pid}.partial`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(partial, `${JSON.stringify(stored)}\n`);
  renameSync(partial, file);
}

/**
 * Makes the runs and returns their outcomes in the order of `trials`. When a run ends, its result is stored. If the result
 * cannot be stored, the run counts as failed.
 */
export async function runTrials(
  trials: readonly PlannedTrial[],
  options: RunOptions<TrialAnswer, RunNews>,
): Promise<Outcome<TrialAnswer>[]> {
  const tasks = trials.map(({ experiment, code, modules, scale, changed, set, trial, seed }): TrialTask => ({
    experiment,
    ...(code === undefined ? {} : { code }),
    modules,
    scale,
    changed,
    set,
    trial,
    seed,
  }));
  const kept = new Map<number, Outcome<TrialAnswer>>();
  const setUp: TrialSetUp = { cores: coresEach(options.atOnce, tasks.length) };
  const outcomes = await runPool<TrialAnswer, RunNews>(tasks, {
    ...options,
    setUp,
    module: new URL("./trial-thread.js", import.meta.url),
    onEnd: (task, outcome) => {
      const final = outcome.kind === "answered" ? keepAnswer(trials[task], outcome) : outcome;
      kept.set(task, final);
      options.onEnd?.(task, final);
    },
  });
  return outcomes.map((outcome, task) => kept.get(task) ?? outcome);
}

function keepAnswer(
  trial: PlannedTrial,
  answered: Extract<Outcome<TrialAnswer>, { kind: "answered" }>,
): Outcome<TrialAnswer> {
  try {
    keep(trial, answered.answer);
    return answered;
  } catch (error) {
    return { kind: "failed", why: `its row cannot be written: ${(error as Error).message}`, whose: "disk" };
  }
}
