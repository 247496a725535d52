/** Estimates the runs of figures. A few runs, evenly spread, are built; each stands for its neighbours. */
import type { Experiment } from "../../../papers/figures/contract.ts";
import { estimate, readScenario, setUp, withModules, type Estimate } from "../../../run/lab/lab.ts";
import { madeInTime } from "../../../batch/loader/in-time.ts";
import type { PlannedTrial } from "../../../batch/sweep/trials.ts";

/** Maximum number of runs that are built, and the time limit for building: large networks take seconds. */
const MAX_BUILT = 16;
const LONG_MS = 3000;

/** Runs, and how many of `trials` each stands for; nothing for no trials. */
export async function costOfTrials(
  trials: readonly PlannedTrial[],
  figures: readonly Experiment[],
): Promise<{ readonly estimate: Estimate; readonly times: number }[]> {
  const began = performance.now();
  const estimates: Estimate[] = [];
  for (const at of spreadOver(trials.length, MAX_BUILT)) {
    if (performance.now() - began >= LONG_MS) break;
    const found = await estimateOfTrial(trials[at], figures);
    if (found !== undefined) estimates.push(found);
  }
  return estimates.map((estimate) => ({ estimate, times: trials.length / estimates.length }));
}

/** At most `most` of the numbers below `count`, each once, in the order of van der Corput: so the first few are spread over all, too. */
export function spreadOver(count: number, most: number): number[] {
  // Twice as many points as numbers: then each number below `most` has one.
  const points = Array.from({ length: 2 * most }, (_, k) => Math.floor(reversedBits(k) * count));
  return count === 0 ? [] : [...new Set(points)].slice(0, most);
}

/** The binary digits of k in reverse behind the point: 0, 1/2, 1/4, 3/4, 1/8, ... */
function reversedBits(k: number): number {
  let value = 0;
  for (let half = 0.5; k > 0; half /= 2, k >>= 1) if ((k & 1) === 1) value += half;
  return value;
}

/** Undefined: the scenario cannot be built. Its run says why. */
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
