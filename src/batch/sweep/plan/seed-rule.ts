/**
 * As many seeds as it takes: looks at a point after 5 seeds, 8, 12, 18 and so on, each half as many more, and whether it has enough by then.
 *
 * within   half the 95% interval of the mean (Student's t) is at most that share of the mean
 * decided  the paired t test of the difference to the first point falls below 0.05 / (looks x points compared): Bonferroni's bound over all looks that
 *          there may be and all points, so that the chance of deciding any difference that there is not stays below 5%, however often it looks
 *
 * What is wanted depends on the rows that are there and on nothing else: not on their order, on who made them, or on when anybody stopped.
 */
import type { SeedRule, SweepPlan } from "./plan.ts";
import { differenceBetween, type NoStatement } from "../../../papers/figures/statistics/difference.ts";
import { meanOf } from "../../../papers/figures/statistics/intervals.ts";
import { sideOver, type SeedValue } from "../../../report/seeds-rows.ts";

const FIRST = 5;
const GROWTH = 1.5;
const ALPHA = 0.05;

/** A run in the rule's column; undefined: it is not done yet. */
export type RunOf = (point: number, seed: number) => SeedValue | "failed" | undefined;

export interface PointState {
  /** How many of the plan's seeds are wanted now, or were enough. */
  readonly seeds: number;
  /** Undefined: it goes on. "at most": it has all that it may, and not enough. "fixed": the seed does not move it or the first point. */
  readonly enough: "within" | "decided" | "fixed" | "at most" | undefined;
}

/** Numbers of seeds at which it is looked, the most last. */
export function looks(atMost: number): number[] {
  const all: number[] = [];
  for (let n = FIRST; n < atMost; n = Math.ceil(n * GROWTH)) all.push(n);
  return [...all, atMost];
}

/** Of each point. Without a rule all have what they may. */
export function pointStates(plan: SweepPlan, runOf: RunOf): PointState[] {
  const { points, seeds, rule } = plan;
  if (rule === null) return points.map(() => ({ seeds: seeds.length, enough: "at most" }));
  const at = looks(seeds.length);
  const level = ALPHA / (at.length * Math.max(1, points.length - 1));
  const states = points.map((_, point) => stateOf(point, plan, at, level, rule, runOf));
  // The first is what others are compared with: it has as many seeds as any that goes on.
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
      // More seeds would be more of the same.
      if (why !== null && FIXED.has(why)) return { seeds: look, enough: "fixed" };
    }
    // Alone the first has nothing to be decided: it follows the others.
    if (rule.within === null && point === 0) return { seeds: look, enough: "decided" };
  }
  return { seeds: seeds.length, enough: "at most" };
}

const FIXED: ReadonlySet<NoStatement> = new Set([
  "neither side moves with the seed",
  "one side does not move with the seed",
  "the seed draws other parts of the two sides",
] as const);

/** Without those that failed; undefined: some are not done yet. */
const known = (runs: readonly ReturnType<RunOf>[]): SeedValue[] | undefined =>
  runs.includes(undefined) ? undefined : runs.filter((run): run is SeedValue => typeof run === "object");

function isWithin(runs: readonly SeedValue[], share: number): boolean {
  const { mean, high } = meanOf(runs.map(({ value }) => value));
  return high - mean <= share * Math.abs(mean);
}
