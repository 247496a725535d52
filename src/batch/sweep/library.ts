/** `compare` and `reproduce` of the library: many runs in a pool of threads, and their combined result. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Conclusion, Done, Experiment, Key, Scale } from "../../papers/figures/contract.ts";
import type { Changed } from "../../papers/figures/readings.ts";
import { readSetting, readVariation, scenarioHash, setUp, VERSION } from "../../run/lab/lab.ts";
import { fixedPartsOf } from "../../run/lab/scenario-tables.ts";
import { readScenarioFile } from "../store/library.ts";
import { keptRun, leaveComparison, publishComparison, stageComparison } from "./compare-folder.ts";
import { comparison, written, type Comparison, type RunAnswer } from "./comparison.ts";
import { modulesOfTrials } from "./figure-modules.ts";
import { checkSet } from "./figure-settings.ts";
import { grid, labelOf } from "./grid.ts";
import type { Outcome } from "./pool.ts";
import { runAll } from "./runs.ts";
import type { RunNews } from "./simulate.ts";
import { keptTrial, planTrials, runTrials } from "./trials.ts";

/** Progress of many runs. */
export interface SweepProgress {
  /** Label of the run whose progress is reported, such as "buffer=dt, seed=2". */
  readonly label: string;
  /** Simulated time of the run as a share of its total, 0 to 1. The value 1 means that the run has ended. */
  readonly share: number;
  /** The number of completed runs, including those of earlier calls. */
  readonly ended: number;
  /** The number of all runs of the sweep. */
  readonly runs: number;
}

/** Options of a call that makes many runs. */
export interface SweepOptions {
  /** Maximum number of runs at once; by default one for each core. */
  readonly atOnce?: number;
  /** Ends the sweep early. Completed runs are kept, and a repeated call resumes. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SweepProgress) => void;
}

/** Options of `compare`: the variations, the common settings and the folder of the results. */
export interface CompareOptions extends SweepOptions {
  /** The settings to vary, written as for `xoff compare --vary`: "buffer=st,dt", "seed=1,2,3". Every combination is a row. */
  readonly vary: readonly string[];
  /** Settings of all rows. */
  readonly set?: readonly string[];
  /** Skip time while the network repeats itself, in every run of the comparison. Default: as the scenario says. */
  readonly fastForward?: boolean;
  /**
   * The folder of the comparison and its runs. An earlier comparison there is replaced, but its completed runs of the same scenarios are
   * reused.
   */
  readonly folder: string;
}

/**
 * Runs the scenario of a file once for each combination of values, in worker threads. Writes the same files as `xoff
 * compare`.
 *
 * Before the first run, the scenario of every combination is read and its network is built. Combinations that differ only
 * in their seed share one network for this check. If a run fails later, its row of the comparison has the reason.
 *
 * Throws `ScenarioError` for a mistake in the scenario or in a value. Throws `ParamError` for a mistake that only shows
 * when a network is built. Throws `FolderError` if the folder cannot be written, and the signal's reason after an
 * abort.
 */
export async function compare(file: string, options: CompareOptions): Promise<Comparison> {
  const { vary, folder, signal } = options;
  const set = [...(options.set ?? []), ...(options.fastForward === true ? ["fastForward=true"] : [])];
  const variations = vary.map((text) => readVariation("vary", text));
  const rows = await Promise.all(
    grid(variations).map(async (row) => {
      const own = [...set, ...row.settings.map(({ path, value }) => `${path}=${value}`)];
      const read = await readScenarioFile(file, { set: own });
      return { ...row, ...read, fixed: fixedPartsOf(read.scenario) };
    }),
  );
  const butSeed = new Map(rows.map((row) => [labelOf(row.settings.filter(({ path }) => path !== "seed")), row]));
  for (const { scenario } of butSeed.values()) setUp(scenario);
  const staged = stageComparison(folder);
  let isPublished = false;
  try {
    const kept = await Promise.all(rows.map(({ slug, scenario }) => keptRun(staged, slug, scenarioHash(scenario))));
    const missing = rows.filter((_, k) => kept[k] === undefined);
    const tasks = missing.map(({ scenario: { modules = [] }, source, slug }) => ({
      file,
      source,
      modules,
      folder: join(staged.partial, "runs", slug),
    }));
    const labels = missing.map(({ label }) => label);
    const outcomes = (await runAll(tasks, follow(labels, rows.length, options))).values();
    signal?.throwIfAborted();
    const all = kept.map((one): Outcome<RunAnswer> =>
      one === undefined ? (outcomes.next().value ?? { kind: "not begun" }) : { kind: "answered", answer: one.answer },
    );
    const [{ scenario }] = rows;
    const base = { scenario: scenario.name, set: written(set.map((one) => readSetting("set", one))) };
    const varied = Object.fromEntries(variations.map((values) => [values[0].path, values.map(({ value }) => value)]));
    const result = comparison({ xoff: VERSION, base, vary: varied }, rows, all);
    publishComparison(
      folder,
      staged,
      result,
      kept.flatMap((one) => one?.inPlace ?? []),
    );
    isPublished = true;
    return result;
  } finally {
    if (isPublished) staged.discard();
    else leaveComparison(staged);
  }
}

/** The scale at which `reproduce` runs a figure, and the folder of the runs. */
export interface ReproduceOptions extends SweepOptions {
  /** Default: "quick". */
  readonly scale?: Scale;
  /** Number of runs of each trial, with seeds 1, 2 and so on. Default: the experiment's own number. */
  readonly seeds?: number;
  /** Answers to questions that the paper leaves open. They replace the answers that xoff chose. */
  readonly changed?: Changed;
  /** Settings that override every scenario of the figure, in the syntax of `xoff reproduce --set`: "switch.memory=8MiB". */
  readonly set?: readonly string[];
  /** The folder of the stored runs. A run that the same program has completed is not repeated. */
  readonly folder: string;
}

/** The result of a figure's runs. */
export interface Reproduced {
  readonly conclusion: Conclusion;
  /** Failed runs and their reasons. The conclusion does not include them. */
  readonly failed: readonly { readonly label: string; readonly why: string }[];
}

/**
 * Makes the missing runs of a paper's figure in worker threads. Then computes the conclusion: the data of the drawing and the
 * verdicts on the claims.
 *
 * `experiment` is one of `experiments`. Before the first run, throws `ScenarioError` or `ParamError` for a mistake in `set`. After an
 * abort, throws the signal's reason. The runs take minutes to hours (docs/experiments.md).
 */
export async function reproduce(experiment: Experiment, options: ReproduceOptions): Promise<Reproduced> {
  const { scale = "quick", seeds = experiment.seeds[scale], changed = {}, folder, signal } = options;
  const set = (options.set ?? []).map((text) => readSetting("set", text));
  const modules = await modulesOfTrials(experiment, scale, changed, set);
  if (set.length > 0) await checkSet(experiment, scale, changed, set, modules);
  const planned = planTrials(experiment, { scale, seeds, changed, set, modules, folder, version: VERSION });
  const missing = planned.filter((trial) => keptTrial(trial) === undefined);
  const labels = missing.map(({ label }) => label);
  const outcomes = await runTrials(missing, follow(labels, planned.length, options));
  signal?.throwIfAborted();
  const done = planned.flatMap((trial): Done<Key, unknown> | never[] => keptTrial(trial)?.done ?? []);
  return {
    conclusion: experiment.conclude(done, scale, changed),
    failed: outcomes.flatMap((one, k) => (one.kind === "failed" ? [{ label: labels[k], why: one.why }] : [])),
  };
}

/**
 * Makes the options of the worker pool, with callbacks that report progress. `labels` has the label of each task. A run
 * that was completed earlier has no task, but counts in `runs`, the total.
 */
function follow(
  labels: readonly string[],
  runs: number,
  { atOnce = availableParallelism(), signal = new AbortController().signal, onProgress }: SweepOptions,
) {
  let ended = runs - labels.length;
  return {
    atOnce,
    signal,
    onNews: (task: number, { share }: RunNews): void => {
      onProgress?.({ label: labels[task], share, ended, runs });
    },
    onEnd: (task: number): void => {
      ended++;
      onProgress?.({ label: labels[task], share: 1, ended, runs });
    },
  };
}
