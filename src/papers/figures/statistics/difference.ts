/**
 * Decides whether one side of a comparison is better than another over their seeds. All commands use this decision.
 *
 * Sides with the same traffic are compared seed by seed, by the paired t test. Others are compared by Welch's t test.
 * No statement is made where the seed does not move both sides alike (docs/statistics.md).
 */
import { estimate } from "../../../base/confidence.ts";
import { quantile, twoSided } from "../../../base/student.ts";

/** One side of a comparison: a column of one row. */
export interface Side {
  /** The value under each seed that was run; NaN: that run has none. */
  readonly bySeed: ReadonlyMap<number, number>;
  /** False: all seeds gave one and the same run. */
  readonly moves: boolean;
  /** Parts that a seed could draw and does not, such as the paths. Two sides are compared if they agree in them. */
  readonly fixed: readonly string[];
  /** Sides of equal text have the same traffic under the same seed. */
  readonly traffic: string;
}

/** `equal`: the same value under every seed. `none`: nothing is decided, for the reason given. */
export type DifferenceVerdict = "less" | "more" | "equal" | "undecided" | "none";

/** Why a difference is no statement over seeds. */
export type NoStatement =
  | "one seed"
  | "the seed changes neither of the two"
  | "the seed does not change one of the two"
  | "the seed changes different parts of the two"
  | "a side has no value under some seeds"
  | "the sides left different numbers of flows undone";

/** How far one side is from another over seeds, and what is decided. Numbers that do not exist are NaN, and null in JSON. */
export interface Difference {
  readonly how: "paired" | "unpaired";
  /** The first side less the second. */
  readonly mean: number;
  /** Half of its 95% interval; 0: the same under every seed; NaN: there is no interval. */
  readonly half: number;
  /** Pairs of seeds; unpaired: seeds of the side that has fewer. */
  readonly count: number;
  /** Two-sided p value; NaN: no statement. */
  readonly p: number;
  readonly verdict: DifferenceVerdict;
  /** Null: a statement is made. */
  readonly why: NoStatement | null;
}

/** A difference whose p is below this is decided. */
export const LEVEL = 0.05;

/** The difference of `one` less `other` with its verdict. */
export function differenceBetween(one: Side, other: Side): Difference {
  const found = one.traffic === other.traffic ? paired(one, other) : unpaired(one, other);
  const why = noStatement(one, other, found);
  return why === null ? { ...found, verdict: verdictAt(found.p, found.mean), why } : withoutStatement(found, why);
}

/** The difference alone, without interval and verdict. */
export const withoutStatement = (found: Omit<Difference, "verdict" | "why">, why: NoStatement): Difference => ({
  ...found,
  half: NaN,
  p: NaN,
  verdict: "none",
  why,
});

/** The verdict by a p value that may be corrected for many comparisons. */
export const verdictAt = (p: number, mean: number): DifferenceVerdict =>
  mean === 0 && p === 1 ? "equal" : p >= LEVEL ? "undecided" : mean < 0 ? "less" : "more";

interface Found extends Omit<Difference, "verdict" | "why"> {
  /** Some seed has a value on one side alone. */
  readonly lacks: boolean;
}

function noStatement(one: Side, other: Side, { count, lacks }: Found): NoStatement | null {
  if (!one.moves && !other.moves && one.bySeed.size > 1 && other.bySeed.size > 1)
    return "the seed changes neither of the two";
  if (count < 2) return lacks ? "a side has no value under some seeds" : "one seed";
  if (one.moves !== other.moves) return "the seed does not change one of the two";
  if ([...one.fixed].sort().join() !== [...other.fixed].sort().join())
    return "the seed changes different parts of the two";
  return lacks ? "a side has no value under some seeds" : null;
}

function paired(one: Side, other: Side): Found {
  const seeds = [...one.bySeed.keys()].filter((seed) => other.bySeed.has(seed));
  const both = seeds.map((seed) => [one.bySeed.get(seed), other.bySeed.get(seed)] as [number, number]);
  const pairs = both.filter((pair) => pair.every(Number.isFinite)).map(([a, b]) => a - b);
  const lacks = both.some(([a, b]) => Number.isFinite(a) !== Number.isFinite(b));
  const { mean, half, count } = estimate(pairs);
  return { how: "paired", mean, half, count, p: pairedChance(pairs, mean), lacks };
}

/** The p value 2 (1/2)^n of the sign test. It is used for differences without spread, for which Student's t is undefined. */
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

/** Welch's test; the degrees of freedom of Welch and Satterthwaite are rounded down, which errs to the safe side. */
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

/** p value if neither side has spread: the chance that all `n` values lie on one side of all `m`, 2 n! m! / (n + m)!. */
function orderChance(n: number, m: number): number {
  let chance = 2;
  for (let k = 1; k <= n; k++) chance *= k / (m + k);
  return Math.min(1, chance);
}
