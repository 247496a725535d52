/**
 * Separates the effect of a setting from that of a seed:
 *
 *   value(setting, seed) = effect(setting) + effect(seed) + noise
 *
 * Each setting runs under the seeds of one list, in its order. So a setting with fewer runs has the first seeds of the list. A seed that
 * is hard for one setting is hard for the others, so settings with different numbers of seeds remain comparable.
 */

export interface Effects {
  /** The effect of each setting: the result that it would give under an average seed. */
  readonly settings: readonly number[];
  /**
   * Variance of the noise of one run, estimated from all settings together. NaN if the runs are too few to estimate it.
   */
  readonly noise: number;
}

const ROUNDS = 100;

/**
 * Fits the effects of settings and seeds by least squares. `runs` has, for each setting, the value under each seed.
 * Each setting has at least one value.
 */
export function seedEffects(runs: readonly ReadonlyMap<number, number>[]): Effects {
  const seeds = [...new Set(runs.flatMap((values) => [...values.keys()]))];
  const bySeed = new Map(seeds.map((seed) => [seed, 0]));
  let settings: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    settings = runs.map((values) => mean(Array.from(values, ([seed, value]) => value - effectOf(seed))));
    for (const seed of seeds)
      bySeed.set(
        seed,
        mean(runs.flatMap((values, k) => (values.has(seed) ? [(values.get(seed) ?? NaN) - settings[k]] : []))),
      );
    const middle = mean([...bySeed.values()]);
    for (const [seed, effect] of bySeed) bySeed.set(seed, effect - middle);
  }
  settings = runs.map((values) => mean(Array.from(values, ([seed, value]) => value - effectOf(seed))));
  let squares = 0;
  let count = 0;
  runs.forEach((values, k) => {
    for (const [seed, value] of values) {
      const rest = value - settings[k] - effectOf(seed);
      squares += rest * rest;
      count++;
    }
  });
  const freedom = count - runs.length - (seeds.length - 1);
  return { settings, noise: freedom > 0 ? squares / freedom : NaN };

  function effectOf(seed: number): number {
    return bySeed.get(seed) ?? 0;
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
