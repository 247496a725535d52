/** How often something has happened by when, as a line in steps. */

/** Percent of `runs` in which it has happened by each time from `from` to `until`: a step up at each of `times`, which ascend. */
export function stepsOf(times: readonly number[], runs: number, from: number, until: number): [number, number][] {
  const share = (n: number): number => (100 * n) / Math.max(1, runs);
  const steps = times.flatMap((time, k): [number, number][] => [
    [time, share(k)],
    [time, share(k + 1)],
  ]);
  return [[from, 0], ...steps, [until, share(times.length)]];
}
