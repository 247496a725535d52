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
import { differenceOf, meanOf } from "../../figures/statistics/intervals.ts";

const FIRST = 5;
const GROWTH = 1.5;
const ALPHA = 0.05;

/** The value of a run in the rule's column; NaN: it has none, or it failed; undefined: it is not done yet. */
export type ValueOf = (point: number, seed: number) => number | undefined;

export interface PointState {
  /** How many of the plan's seeds are wanted now, or were enough. */
  readonly seeds: number;
  /** Undefined: it goes on. "at most": it has all that it may, and not enough. */
  readonly enough: "within" | "decided" | "at most" | undefined;
}

/** Numbers of seeds at which it is looked, the most last. */
export function looks(atMost: number): number[] {
  const all: number[] = [];
  for (let n = FIRST; n < atMost; n = Math.ceil(n * GROWTH)) all.push(n);
  return [...all, atMost];
}

/** Of each point. Without a rule all have what they may. */
export function pointStates({ points, seeds, rule }: SweepPlan, valueOf: ValueOf): PointState[] {
  if (rule === null) return points.map(() => ({ seeds: seeds.length, enough: "at most" }));
  const at = looks(seeds.length);
  const level = ALPHA / (at.length * Math.max(1, points.length - 1));
  const states = points.map((_, point) => stateOf(point, seeds, at, level, rule, valueOf));
  // The first is what others are compared with: it has as many seeds as any that goes on.
  const most = Math.max(...states.slice(1).map((state) => state.seeds), 0);
  if (rule.decided && most > states[0].seeds) states[0] = { seeds: most, enough: states[0].enough };
  return states;
}

function stateOf(
  point: number,
  seeds: readonly number[],
  at: readonly number[],
  level: number,
  rule: SeedRule,
  valueOf: ValueOf,
): PointState {
  const compares = rule.decided && point > 0;
  for (const look of at) {
    const own = seeds.slice(0, look).map((seed) => valueOf(point, seed));
    const base = compares ? seeds.slice(0, look).map((seed) => valueOf(0, seed)) : [];
    const [values, others] = [known(own), known(base)];
    if (values === undefined || others === undefined) return { seeds: look, enough: undefined };
    if (rule.within !== null && isWithin(values, rule.within)) return { seeds: look, enough: "within" };
    if (compares && differenceOf(values, others).p < level) return { seeds: look, enough: "decided" };
    // Alone the first has nothing to be decided: it follows the others.
    if (rule.within === null && point === 0) return { seeds: look, enough: "decided" };
  }
  return { seeds: seeds.length, enough: "at most" };
}

const known = (values: readonly (number | undefined)[]): readonly number[] | undefined =>
  values.includes(undefined) ? undefined : (values as readonly number[]);

function isWithin(values: readonly number[], share: number): boolean {
  const { mean, high } = meanOf(values);
  return high - mean <= share * Math.abs(mean);
}
