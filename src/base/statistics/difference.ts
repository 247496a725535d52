/**
 * Decides whether one side of a comparison is better than another over their seeds. All commands use this decision.
 *
 * Sides with the same traffic are compared seed by seed, with the paired t test. Other sides are compared with Welch's t test. No statement
 * is made in three cases (docs/statistics.md):
 *
 * - the seed changes neither side
 * - the seed changes only one side
 * - the seed changes different parts of the two sides, for example the paths of one side only
 */
import { estimate } from "../confidence.ts";
import { quantile, twoSided } from "../student.ts";

/** One side of a comparison: the values of one column in runs that differ only in their seed. */
export interface Side {
  /** The value of the column by seed. NaN for a run without a value. */
  readonly bySeed: ReadonlyMap<number, number>;
  /** True if the seed changes the run. False if the runs of all seeds have equal results. */
  readonly moves: boolean;
  /** Properties that are fixed although a seed could draw them, such as paths. Two sides are compared only if they agree in them. */
  readonly fixed: readonly string[];
  /** A text that identifies the traffic. Two sides with the same text have the same traffic under the same seed. */
  readonly traffic: string;
  /** The largest error of the mean that fast-forward may cause, in the unit of the values. Absent: every value is exact. */
  readonly error?: number;
}

/**
 * The verdict on a difference. `equal`: both sides have the same value under every seed. `none`: no statement is possible, for the reason in `why`.
 */
export type DifferenceVerdict = "less" | "more" | "equal" | "undecided" | "none";

/** The reason why seeds allow no statement on a difference. */
export type NoStatement =
  | "one seed"
  | "the seed changes neither of the two"
  | "the seed does not change one of the two"
  | "the seed changes different parts of the two"
  | "one of the two has no value under some seeds"
  | "the difference is within the error of fast-forward"
  | "the sides left different numbers of flows undone";

/** The difference of two sides over seeds, and its verdict. A number that does not exist is NaN, and null in JSON. */
export interface Difference {
  readonly how: "paired" | "unpaired";
  /** The mean of the first side less that of the second. */
  readonly mean: number;
  /** Half the width of the 95% interval. 0: the difference does not depend on the seed. NaN: there is no interval. */
  readonly half: number;
  /** Paired: the number of seeds with a value on both sides. Unpaired: the number of values of the side that has fewer. */
  readonly count: number;
  /** The two-sided p value. NaN: no statement is made. */
  readonly p: number;
  readonly verdict: DifferenceVerdict;
  /** The reason why no statement is made. Null: a statement is made. */
  readonly why: NoStatement | null;
}

/** A difference is decided if its p value is below this level. */
export const LEVEL = 0.05;

/** Compares `one` with `other`: their difference, `one` less `other`, and its verdict. */
export function differenceBetween(one: Side, other: Side): Difference {
  const found = one.traffic === other.traffic ? paired(one, other) : unpaired(one, other);
  const why = withinError(one, other, found) ?? noStatement(one, other, found);
  return why === null ? { ...found, verdict: verdictAt(found.p, found), why } : withoutStatement(found, why);
}

/** Returns the difference with the verdict "none", and without an interval and a p value. */
const withoutStatement = (found: Omit<Difference, "verdict" | "why">, why: NoStatement): Difference => ({
  ...found,
  half: NaN,
  p: NaN,
  verdict: "none",
  why,
});

/**
 * Withdraws the statement on completion times if unfinished flows could distort it. An unfinished flow counts with its
 * age, which is less than its final time, so the side with more unfinished flows looks too good. If the
 * difference is paired, both sides must have the same number of unfinished flows under each seed. Otherwise both sides
 * must have none. `one` and `other` give the number of unfinished flows of a side under each seed.
 */
export function ofSameFlows(
  found: Difference,
  one: ReadonlyMap<number, number>,
  other: ReadonlyMap<number, number>,
): Difference {
  if (found.why !== null) return found;
  const isAlike =
    found.how === "paired"
      ? [...one].every(([seed, left]) => !other.has(seed) || other.get(seed) === left)
      : [...one.values(), ...other.values()].every((left) => left === 0);
  return isAlike ? found : withoutStatement(found, "the sides left different numbers of flows undone");
}

/**
 * The verdict on a difference by its p value, which may be corrected for many comparisons. Sides are equal only if they
 * have the same value under every seed.
 */
export const verdictAt = (p: number, { mean, half }: Pick<Difference, "mean" | "half">): DifferenceVerdict =>
  mean === 0 && half === 0 ? "equal" : p >= LEVEL ? "undecided" : mean < 0 ? "less" : "more";

/**
 * Checks whether the errors of fast-forward could cause the difference. In that case, no statement is possible. Runs
 * without fast-forward have exact values.
 */
function withinError(one: Side, other: Side, { mean }: Found): NoStatement | null {
  const error = (one.error ?? 0) + (other.error ?? 0);
  return error > 0 && Math.abs(mean) <= error ? "the difference is within the error of fast-forward" : null;
}

interface Found extends Omit<Difference, "verdict" | "why"> {
  /** True if a seed has a value on one of the sides only. */
  readonly lacks: boolean;
}

function noStatement(one: Side, other: Side, { count, lacks }: Found): NoStatement | null {
  if (!one.moves && !other.moves && one.bySeed.size > 1 && other.bySeed.size > 1)
    return "the seed changes neither of the two";
  if (count < 2) return lacks ? "one of the two has no value under some seeds" : "one seed";
  if (one.moves !== other.moves) return "the seed does not change one of the two";
  if ([...one.fixed].sort().join() !== [...other.fixed].sort().join())
    return "the seed changes different parts of the two";
  return lacks ? "one of the two has no value under some seeds" : null;
}

function paired(one: Side, other: Side): Found {
  const seeds = [...one.bySeed.keys()].filter((seed) => other.bySeed.has(seed));
  const both = seeds.map((seed) => [one.bySeed.get(seed), other.bySeed.get(seed)] as [number, number]);
  const pairs = both.filter((pair) => pair.every(Number.isFinite)).map(([a, b]) => a - b);
  const lacks = both.some(([a, b]) => Number.isFinite(a) !== Number.isFinite(b));
  const { mean, half, count } = estimate(pairs);
  return { how: "paired", mean, half, count, p: pairedChance(pairs, mean), lacks };
}

/**
 * The p value of the paired t test. Differences without spread leave Student's t undefined. Then the p value is 1 if all
 * differences are 0, and otherwise that of the sign test, 2 (1/2)^n for n pairs.
 */
function pairedChance(pairs: readonly number[], mean: number): number {
  const { length } = pairs;
  if (length < 2) return NaN;
  if (pairs.every((pair) => pair === pairs[0])) return mean === 0 ? 1 : pairs.reduce((chance) => chance / 2, 2);
  return twoSided(mean / Math.sqrt(squaredError(pairs, mean)), length - 1);
}

/** The squared standard error of the mean. */
function squaredError(values: readonly number[], mean: number): number {
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return squares / (values.length - 1) / values.length;
}

/**
 * Compares two sides with Welch's test. The degrees of freedom of Welch and Satterthwaite are rounded down, which is on the safe side.
 */
function unpaired(one: Side, other: Side): Found {
  const all = [one, other].map(({ bySeed }) => [...bySeed.values()]);
  const [a, b] = all.map((values) => values.filter(Number.isFinite));
  const lacks = a.length < all[0].length || b.length < all[1].length;
  const count = Math.min(a.length, b.length);
  const [ma, mb] = [estimate(a).mean, estimate(b).mean];
  const found = { how: "unpaired", mean: ma - mb, count, lacks } as const;
  if (count < 2) return { ...found, half: NaN, p: NaN };
  const [va, vb] = [squaredError(a, ma), squaredError(b, mb)];
  if (va + vb === 0) return { ...found, half: 0, p: ma === mb ? 1 : orderChance(a.length, b.length) };
  const error = Math.sqrt(va + vb);
  const shares = (va * va) / (a.length - 1) + (vb * vb) / (b.length - 1);
  const freedom = Math.floor(((va + vb) * (va + vb)) / shares);
  return { ...found, half: quantile(LEVEL, freedom) * error, p: twoSided((ma - mb) / error, freedom) };
}

/**
 * The p value if the values of each side are all equal. It is the probability that two sides of the same distribution
 * separate completely. All `n` values of one side are then below, or all above, all `m` values of the other. The
 * probability of this is 2 n! m! / (n + m)!
 */
function orderChance(n: number, m: number): number {
  let chance = 2;
  for (let k = 1; k <= n; k++) chance *= k / (m + k);
  return Math.min(1, chance);
}
