/**
 * Adds seeds to a point until a rule is met. The rule is checked after 5, 8, 12 seeds and so on. Each number is 1.5
 * times the previous one. There are two rules:
 *
 * - within: enough once half the 95% interval of the mean (Student's t) is at most the given share of the mean
 * - decided: enough once the paired t test of the difference to the first point gives a p value below a level. The level
 *   is 0.05, divided by the number of checks and by the number of compared points.
 *
 * The two divisors are those of Bonferroni's correction: the number of all possible checks, and the number of compared
 * points. By Bonferroni's bound, the probability of any false difference is at most the sum of the probabilities of all
 * tests. So it stays below 5%, even if all checks take place.
 *
 * The wanted runs depend only on the existing rows. They do not depend on the order of the rows, on the machines that
 * made them, or on interruptions.
 */
import type { SeedRule, SweepPlan } from "./plan.ts";
import { differenceBetween, type NoStatement } from "../../../base/statistics/difference.ts";
import { meanOf } from "../../../base/statistics/intervals.ts";
import type { SeedValue } from "../../../base/statistics/side.ts";
import { sideOver } from "../../../report/seeds-rows.ts";
import type { FixedPart } from "../../../scenario/fixed-parts.ts";

const FIRST = 5;
const GROWTH = 1.5;
const ALPHA = 0.05;

/**
 * A function that returns the value of a run in the column of the seed rule (`SeedRule.column`), or "failed". It
 * returns undefined for a run that is not completed.
 */
export type RunOf = (point: number, seed: number) => SeedValue<FixedPart> | "failed" | undefined;

export interface PointState {
  /**
   * Number of the plan's seeds that the point (one combination of settings) needs now. If the point has enough seeds,
   * this is the number that was enough.
   */
  readonly seeds: number;
  /**
   * Why the point needs no more seeds. Undefined: it needs more.
   *
   * - "within": its interval is narrow enough
   * - "decided": its difference to the first point is decided
   * - "fixed": more seeds cannot decide the difference to the first point, for example because the seed does not change
   *   the point
   * - "at most": all allowed seeds are used, and the rule is not met
   */
  readonly enough: "within" | "decided" | "fixed" | "at most" | undefined;
}

/** Returns the seed counts of a point at which the seed rule is checked: 5, 8, 12 and so on. The last one is `atMost`. */
export function looks(atMost: number): number[] {
  const all: number[] = [];
  for (let n = FIRST; n < atMost; n = Math.ceil(n * GROWTH)) all.push(n);
  return [...all, atMost];
}

/** Returns the state of each point. Without a rule, every point gets all seeds. */
export function pointStates(plan: SweepPlan, runOf: RunOf): PointState[] {
  const { points, seeds, rule } = plan;
  if (rule === null) return points.map(() => ({ seeds: seeds.length, enough: "at most" }));
  const at = looks(seeds.length);
  const level = ALPHA / (at.length * Math.max(1, points.length - 1));
  const states = points.map((_, point) => stateOf(point, plan, at, level, rule, runOf));
  // The first point gets as many seeds as the point with the most, because every point is compared with the first one.
  const most = Math.max(...states.slice(1).map((state) => state.seeds), 0);
  if (rule.decided && most > states[0].seeds) states[0] = { seeds: most, enough: states[0].enough };
  return states;
}

function stateOf(
  point: number,
  { points, seeds }: Pick<SweepPlan, "points" | "seeds">,
  at: readonly number[],
  level: number,
  rule: SeedRule,
  runOf: RunOf,
): PointState {
  const compares = rule.decided && point > 0;
  for (const look of at) {
    const own = known(seeds.slice(0, look).map((seed) => runOf(point, seed)));
    const base = compares ? known(seeds.slice(0, look).map((seed) => runOf(0, seed))) : [];
    if (own === undefined || base === undefined) return { seeds: look, enough: undefined };
    if (rule.within !== null && isWithin(own, rule.within)) return { seeds: look, enough: "within" };
    if (compares) {
      const sides = [sideOver(points[point].settings, own), sideOver(points[0].settings, base)] as const;
      const { p, why } = differenceBetween(...sides);
      if (p < level) return { seeds: look, enough: "decided" };
      // `why` is the reason why seeds allow no statement on the difference of the two points. More seeds are useless for
      // the reasons in `FIXED`. Examples: the seed does not change one point, or it changes different parts of the two.
      if (why !== null && FIXED.has(why)) return { seeds: look, enough: "fixed" };
    }
    // The first point is not compared with itself, so it has no difference to decide. `pointStates` gives it as many
    // seeds as the other points need.
    if (rule.within === null && point === 0) return { seeds: look, enough: "decided" };
  }
  return { seeds: seeds.length, enough: "at most" };
}

const FIXED: ReadonlySet<NoStatement> = new Set([
  "the seed changes neither of the two",
  "the seed does not change one of the two",
  "the seed changes different parts of the two",
] as const);

/** Returns the values of the runs, without those that failed. Undefined if a run has neither completed nor failed. */
const known = (runs: readonly ReturnType<RunOf>[]): SeedValue<FixedPart>[] | undefined =>
  runs.includes(undefined) ? undefined : runs.filter((run): run is SeedValue<FixedPart> => typeof run === "object");

function isWithin(runs: readonly SeedValue<FixedPart>[], share: number): boolean {
  const { mean, high } = meanOf(runs.map(({ value }) => value));
  return high - mean <= share * Math.abs(mean);
}
