/** Estimates the cost of a figure's runs. A few evenly spread runs are built, and each represents its neighbours. */
import { setImmediate } from "node:timers/promises";
import type { Experiment } from "../../../papers/figures/contract.ts";
import { estimate, readScenario, setUp, withModules, type Estimate } from "../../../run/lab/lab.ts";
import { madeInTime } from "../../../batch/loader/in-time.ts";
import type { PlannedTrial } from "../../../batch/sweep/trials.ts";
import type { Interrupts } from "../terminal/signals.ts";

/** The maximum number of runs that are built for the estimate. */
const MAX_BUILT = 16;
/** Time in ms after which no further run is built for the estimate. A large network takes seconds to build. */
const LONG_MS = 3000;

/**
 * Estimates the cost of a few trials, evenly spread over all trials. `times` is the number of trials that an estimate
 * represents. The result is empty if there are no trials. An interrupt ends the estimation before the next trial.
 */
export async function costOfTrials(
  trials: readonly PlannedTrial[],
  figures: readonly Experiment[],
  interrupts: Pick<Interrupts, "code">,
): Promise<{ readonly estimate: Estimate; readonly times: number }[]> {
  const began = performance.now();
  const estimates: Estimate[] = [];
  for (const at of spreadOver(trials.length, MAX_BUILT)) {
    await setImmediate(); // a signal is received only between two builds
    if (interrupts.code !== undefined || performance.now() - began >= LONG_MS) break;
    const found = await estimateOfTrial(trials[at], figures);
    if (found !== undefined) estimates.push(found);
  }
  return estimates.map((estimate) => ({ estimate, times: trials.length / estimates.length }));
}

/** At most `most` distinct numbers below `count`, in van der Corput order: the first n of them are evenly spread for each n. */
export function spreadOver(count: number, most: number): number[] {
  // If `count` is at most `most`, `points` contains each number n below `count`. The reason: the values of `reversedBits` are between 0
  // and 1, and neighbouring values are less than 1 / `most` apart. The interval from n / `count` to (n + 1) / `count` is at least
  // 1 / `most` wide, so a value falls into it.
  const points = Array.from({ length: 2 * most }, (_, k) => Math.floor(reversedBits(k) * count));
  return count === 0 ? [] : [...new Set(points)].slice(0, most);
}

/** The van der Corput sequence: the binary digits of k, reversed after the binary point. The sequence begins with 0, 1/2 and 1/4. */
function reversedBits(k: number): number {
  let value = 0;
  for (let half = 0.5; k > 0; half /= 2, k >>= 1) if ((k & 1) === 1) value += half;
  return value;
}

/** The estimated work and memory of a trial's run. Undefined if the trial's scenario cannot be built; the run then reports the reason. */
async function estimateOfTrial(
  { experiment, scale, changed, set, trial, seed, modules }: PlannedTrial,
  figures: readonly Experiment[],
): Promise<Estimate | undefined> {
  const figure = figures.find(({ id }) => id === experiment);
  const planned = figure?.trials(scale, changed)[trial];
  if (planned === undefined) return undefined;
  const tables = await withModules(modules);
  try {
    const text = JSON.stringify({ ...planned.scenario, seed });
    const make = () => setUp(readScenario(text, `${experiment}.json`, undefined, set, tables), { tables });
    return estimate(madeInTime(modules, make));
  } catch {
    return undefined;
  }
}
