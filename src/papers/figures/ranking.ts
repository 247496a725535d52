/** Many schemes by one measure, of which less is better: which may be the best, and whether what two of them save adds up. */
import { estimate, type Estimate } from "../../base/confidence.ts";
import { exp, log } from "../../base/math.ts";
import { meanOf, sideOf, type Sample } from "./samples.ts";
import { differenceBetween } from "./statistics/difference.ts";
import { COMPARABLE } from "./verdicts.ts";

/** Chance that the best of all is not among those said to be. */
const LEVEL = 0.05;

/** What `bestOf` found. */
export interface Best {
  /** The one with the least mean. */
  readonly first: Sample;
  /** All that may be the best, `first` among them, by their means: no other is below one of these, seed by seed, beyond chance. */
  readonly among: readonly Sample[];
}

/**
 * Which of `samples` may have the least mean: with 95% the one that has is `among` them. A sample is out where another one is below it by a paired
 * one-sided t test at 5% / (samples - 1), so it matters not that the first was picked by the same runs. One seed puts nobody out.
 *
 * Source   Gupta, On some multiple decision rules, Technometrics 7 (1965), with Bonferroni's bound, as spreads and pairs differ
 * @returns undefined of nothing measured
 */
export function bestOf(samples: readonly Sample[]): Best | undefined {
  const known = samples.filter(({ bySeed }) => bySeed.size > 0).sort((a, b) => meanOf(a) - meanOf(b));
  if (known.length === 0) return undefined;
  const among = known.filter((one) => !known.some((other) => other !== one && isBelow(other, one, known.length - 1)));
  return { first: known[0], among };
}

function isBelow(one: Sample, other: Sample, comparisons: number): boolean {
  const { mean, p, why } = differenceBetween(sideOf(one), sideOf(other));
  return why === null && mean < 0 && p / 2 < LEVEL / comparisons;
}

/** By which factor `scheme` is below `base`, over the seeds of both: 1.25 is a fifth less. The mean is geometric, and so is the interval. */
export interface Gain {
  readonly factor: number;
  readonly low: number;
  readonly high: number;
  readonly count: number;
}

const gainOf = ({ mean, half, count }: Estimate): Gain => ({
  factor: exp(mean),
  low: exp(mean - half),
  high: exp(mean + half),
  count,
});

/** Of measures above 0, seed by seed; seeds that one of them lacks are left out. */
function logs(weights: readonly (readonly [Sample, number])[]): Estimate {
  const seeds = [...weights[0][0].bySeed.keys()].filter((seed) => weights.every(([{ bySeed }]) => bySeed.has(seed)));
  return estimate(
    seeds.map((seed) =>
      weights.reduce((sum, [{ bySeed }, weight]) => sum + weight * log(bySeed.get(seed) as number), 0),
    ),
  );
}

/** By which factor `scheme` is below `base`. */
export const gain = (base: Sample, scheme: Sample): Gain =>
  gainOf(
    logs([
      [base, 1],
      [scheme, -1],
    ]),
  );

/** `yes`: within 10% of the product of their factors, as sure as the interval; `less` and `more`: on that side of the product. */
export type AddsUp = "yes" | "less" | "more" | "undecided";

/** What `together` found. */
export interface Together {
  readonly one: Gain;
  readonly other: Gain;
  readonly both: Gain;
  /** Factor of both over the product of the two. */
  readonly over: Gain;
  readonly addsUp: AddsUp;
}

/** Does what `one` and `other` save, each alone against `base`, come together where `both` are at work? */
export function together(base: Sample, one: Sample, other: Sample, both: Sample): Together {
  const over = gainOf(
    logs([
      [one, 1],
      [other, 1],
      [base, -1],
      [both, -1],
    ]),
  );
  const { low, high } = over;
  const addsUp = low > 1 / COMPARABLE && high < COMPARABLE ? "yes" : high < 1 ? "less" : low > 1 ? "more" : "undecided";
  return { one: gain(base, one), other: gain(base, other), both: gain(base, both), over, addsUp };
}

/** "x1.25 (x1.20 to x1.31)" */
export function gainText({ factor, low, high, count }: Gain): string {
  const times = (value: number): string => `x${value.toFixed(2)}`;
  if (count === 0) return "not measured";
  return count === 1 ? `${times(factor)} (one seed)` : `${times(factor)} (${times(low)} to ${times(high)})`;
}

/** The geometric mean over several samples, seed by seed where all were measured: schemes over several fabrics or workloads. */
export function geometricMean(name: string, samples: readonly Sample[]): Sample {
  const [first] = samples;
  if (first === undefined) return { name, bySeed: new Map() };
  const seeds = [...first.bySeed.keys()].filter((seed) => samples.every(({ bySeed }) => bySeed.has(seed)));
  const of = (seed: number): number =>
    exp(samples.reduce((sum, { bySeed }) => sum + log(bySeed.get(seed) as number), 0) / samples.length);
  return { name, bySeed: new Map(seeds.map((seed) => [seed, of(seed)])) };
}
