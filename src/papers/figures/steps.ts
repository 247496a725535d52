/** The percentage of `runs` in which an event has happened, against time. The line rises at each of `times`, in ascending order. */
export function stepsOf(times: readonly number[], runs: number, from: number, until: number): [number, number][] {
  const share = (n: number): number => (100 * n) / Math.max(1, runs);
  const steps = times.flatMap((time, k): [number, number][] => [
    [time, share(k)],
    [time, share(k + 1)],
  ]);
  return [[from, 0], ...steps, [until, share(times.length)]];
}
