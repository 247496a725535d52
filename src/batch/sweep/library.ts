/** `compare` and `reproduce` of the library: many runs in a pool of threads, and what comes of all of them. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Conclusion, Done, Experiment, Key, Scale } from "../../papers/figures/contract.ts";
import type { Changed } from "../../papers/figures/readings.ts";
import { fixedParts, readSetting, readVariation, scenarioHash, setUp, VERSION } from "../../run/lab/lab.ts";
import { tablesReadWith } from "../../run/lab/tables-of.ts";
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

/** How far many runs are. */
export interface SweepProgress {
  /** The one that this is news of: "buffer=dt, seed=2". */
  readonly label: string;
  /** Its share of the time to simulate that is over, 0 to 1; 1: it has ended. */
  readonly share: number;
  /** Runs that have ended, those that were there already included, and all of them. */
  readonly ended: number;
  readonly runs: number;
}

/** Of many runs. */
export interface SweepOptions {
  /** Most runs at once; one a core if left out. */
  readonly atOnce?: number;
  /** Ends the sweep early: what is done is kept, and the same call goes on from there. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: SweepProgress) => void;
}

/** What `compare` runs, and where it puts it. */
export interface CompareOptions extends SweepOptions {
  /** What varies, as `xoff compare --vary` takes it: "buffer=st,dt", "seed=1,2,3". Every combination is a row. */
  readonly vary: readonly string[];
  /** What is set in all rows. */
  readonly set?: readonly string[];
  /** For the comparison, and a folder of each run. One that is there is replaced; a run of the same scenario in it is not run again. */
  readonly folder: string;
}

/**
 * Runs the scenario of a file once for each combination of values, each run in a thread of its own, and writes what `xoff compare` writes.
 *
 * Every row is read before the first one runs, and its network is built, once for rows that differ by their seed alone. A row that fails later says
 * why in its place. Throws `ScenarioError` for a mistake in the scenario or in a value, `ParamError` for one that shows in the network, `FolderError` where the folder cannot be written, and the signal's reason.
 */
export async function compare(file: string, options: CompareOptions): Promise<Comparison> {
  const { vary, set = [], folder, signal } = options;
  const variations = vary.map((text) => readVariation("vary", text));
  const rows = await Promise.all(
    grid(variations).map(async (row) => {
      const own = [...set, ...row.settings.map(({ path, value }) => `${path}=${value}`)];
      const read = await readScenarioFile(file, { set: own });
      return { ...row, ...read, fixed: fixedParts(read.scenario, tablesReadWith(read.scenario)) };
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

/** At which size `reproduce` runs a figure, and where it keeps the runs. */
export interface ReproduceOptions extends SweepOptions {
  /** "quick" if left out. */
  readonly scale?: Scale;
  /** Runs of each trial, with seeds 1, 2 and so on; the experiment's own number if left out. */
  readonly seeds?: number;
  /** Answers to what the paper leaves open that are not the chosen ones. */
  readonly changed?: Changed;
  /** Values over what every scenario of the figure says, as `xoff reproduce --set` takes them: "switch.memory=8MiB". */
  readonly set?: readonly string[];
  /** For what is kept of each run: one that was done with the same program is not done again. */
  readonly folder: string;
}

/** What runs of a figure came to. */
export interface Reproduced {
  readonly conclusion: Conclusion;
  /** Runs that failed, and why: the conclusion is without them. */
  readonly failed: readonly { readonly label: string; readonly why: string }[];
}

/**
 * Runs what is missing of a figure of a paper, each run in a thread of its own, and concludes it: what is drawn, and which claims hold.
 *
 * `experiment` is one of `experiments`. Throws the signal's reason, and for `set` `ScenarioError` or `ParamError` before the first run. It takes minutes to hours (docs/experiments.md).
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

/** Options of the pool that tell how far it is. `labels` are those of its tasks; the rest of `runs` is there already. */
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
