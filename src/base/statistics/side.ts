/**
 * Makes a side of a comparison from runs that differ only by their seed. The command line and the studio use the same
 * rules (docs/statistics.md).
 */
import type { Side } from "./difference.ts";

/** The value of one run in the compared column, with its seed. `Part` is the type of the entries of the list `fixed` below. */
export interface SeedValue<Part = string> {
  readonly seed: number;
  /** The value of the column, NaN if the run has none. */
  readonly value: number;
  readonly digest: string | null;
  /**
   * `flow_set` is a hash of the run's flows (`run/measure/flow-set.ts`). `fixed` lists the parts of the scenario that
   * no seed changes, such as ECMP's hash. Both are absent if an older version wrote the run.
   */
  readonly flow_set?: string | undefined;
  readonly fixed?: readonly Part[] | undefined;
  /**
   * The largest relative error that fast-forward is expected to cause in the value (`skip_error`). It is no proved bound. NaN or
   * absent if the run is exact.
   */
  readonly error?: number;
}

/**
 * One side of a comparison, from its runs under several seeds. `traffic` identifies the traffic of the runs. Each run's
 * `fixed` lists the policy roles with a part that no seed changes, such as routing with a fixed ECMP hash.
 */
export const sideOf = (traffic: string, runs: readonly SeedValue[]): Side => ({
  bySeed: new Map(runs.map(({ seed, value }) => [seed, value])),
  moves: movesWithSeed(runs),
  fixed: fixedUnderSeeds(runs),
  traffic,
  error: meanError(runs),
});

/** True if the seed changes the run. A single seed cannot show this, so it counts as true. */
export const movesWithSeed = (runs: readonly Pick<SeedValue, "digest">[]): boolean =>
  runs.length < 2 || new Set(runs.map(({ digest }) => digest)).size > 1;

/**
 * The parts of a scenario that are the same under every seed, such as a fixed ECMP hash. Empty if the flows depend on
 * the seed, because the effect of a fixed part then depends on the seed, too. For example, different flows take different
 * paths even with a fixed ECMP hash.
 */
export function fixedUnderSeeds<Part>(
  runs: readonly Pick<SeedValue<Part>, "digest" | "flow_set" | "fixed">[],
): readonly Part[] {
  if (runs.length < 2) return [];
  const [{ fixed = [], flow_set: flows }] = runs;
  const sameFlows = flows !== undefined && runs.every((run) => run.flow_set === flows);
  return sameFlows || !movesWithSeed(runs) ? fixed : [];
}

/** A bound on the absolute error of the mean, from the `error` of each run. Runs without a value do not count. */
export function meanError(runs: readonly Pick<SeedValue, "value" | "error">[]): number {
  const known = runs.filter(({ value }) => Number.isFinite(value));
  const errors = known.map(({ value, error = NaN }) => (error > 0 ? Math.abs(value) * error : 0));
  return errors.reduce((sum, one) => sum + one, 0) / Math.max(1, known.length);
}
