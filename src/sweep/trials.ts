/**
 * The runs of an experiment: each trial with each seed, in a thread of its own, and what was kept of it in a file of its own.
 *
 * The file is named by a hash of what decides the run: version, experiment, scenario, seed. So a run that was done is never done again,
 * a sweep that was killed goes on where it was, and one scale can use what another has done.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Done, Experiment, Key, Scale } from "../experiments/contract.ts";
import { runPool, type Outcome, type PoolOptions } from "./pool.ts";
import type { RunNews } from "./simulate.ts";

export interface TrialTask {
  readonly experiment: string;
  readonly scale: Scale;
  /** Index among the experiment's trials at that scale. */
  readonly trial: number;
  readonly seed: number;
}

/** One run, planned. */
export interface PlannedTrial extends TrialTask {
  readonly key: Key;
  /** "scheme=DT 2, bursts=24, seed 3". */
  readonly label: string;
  readonly file: string;
}

/** `folder` holds the rows of all experiments. */
export function planTrials(
  experiment: Experiment,
  about: { readonly scale: Scale; readonly seeds: number; readonly folder: string; readonly version: string },
): PlannedTrial[] {
  const { scale, seeds, folder, version } = about;
  return experiment.trials(scale).flatMap(({ key, scenario }, trial) =>
    Array.from({ length: seeds }, (_, k): PlannedTrial => {
      const seed = k + 1;
      const decides = JSON.stringify([version, experiment.id, key, scenario, seed]);
      const hash = createHash("sha256").update(decides).digest("hex").slice(0, 16);
      const name = Object.entries(key).map(([what, value]) => `${what}=${value}`);
      return {
        experiment: experiment.id,
        ...{ scale, trial, seed, key },
        label: [...name, `seed ${seed}`].join(", "),
        file: join(folder, experiment.id, `${hash}.json`),
      };
    }),
  );
}

export function storedRow({ file, key, seed }: PlannedTrial): Done<Key, unknown> | undefined {
  try {
    const { row } = JSON.parse(readFileSync(file, "utf8")) as { readonly row: unknown };
    return { key, seed, row };
  } catch {
    return undefined; // absent, or left behind by a full disk: it is run again
  }
}

function store({ file, key, seed }: PlannedTrial, row: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}.partial`;
  writeFileSync(partial, `${JSON.stringify({ key, seed, row })}\n`);
  renameSync(partial, file);
}

/** Outcomes in the order of `trials`; each row is stored as soon as it is there. */
export function runTrials(
  trials: readonly PlannedTrial[],
  options: Omit<PoolOptions<unknown, RunNews>, "module">,
): Promise<Outcome<unknown>[]> {
  const tasks = trials.map(({ experiment, scale, trial, seed }): TrialTask => ({ experiment, scale, trial, seed }));
  return runPool(tasks, {
    ...options,
    module: new URL("./trial-thread.js", import.meta.url),
    onEnd: (task, outcome) => {
      if (outcome.kind === "answered") store(trials[task], outcome.answer);
      options.onEnd?.(task, outcome);
    },
  });
}
