/** Shares of runs, with how sure they are. */

import { wilson } from "../confidence.ts";

/** 24 of 100 as "24 of 100 (24.0%, 16.7 to 33.2%)". */
export function interval(hits: number, runs: number): string {
  if (runs === 0) return "no runs";
  const { low, high } = wilson(hits, runs);
  const percent = (share: number): string => (share * 100).toFixed(1);
  return `${hits} of ${runs} (${percent(hits / runs)}%, ${percent(low)} to ${percent(high)}%)`;
}

/** Percent of `runs` in which it has happened by each time from `from` to `until`: a step up at each of `times`, which ascend. */
export function stepsOf(times: readonly number[], runs: number, from: number, until: number): [number, number][] {
  const share = (n: number): number => (100 * n) / Math.max(1, runs);
  const steps = times.flatMap((time, k): [number, number][] => [
    [time, share(k)],
    [time, share(k + 1)],
  ]);
  return [[from, 0], ...steps, [until, share(times.length)]];
}
