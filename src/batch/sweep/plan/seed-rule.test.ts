import { expect, test } from "vitest";
import { stream } from "../../../base/random.ts";
import { looks, pointStates } from "./seed-rule.ts";
import type { SeedRule, SweepPlan } from "./plan.ts";

const plan = (points: number, seeds: number, rule: Partial<SeedRule>): SweepPlan =>
  ({
    points: Array.from({ length: points }, () => ({ settings: {} })),
    seeds: Array.from({ length: seeds }, (_, k) => k),
    rule: { column: "pauses", within: null, decided: false, ...rule },
  }) as unknown as SweepPlan;

/** Runs all requested seeds until the rule requests no more. Returns the state of each point. */
function settled(
  of: SweepPlan,
  value: (point: number, seed: number) => number,
  digest: (point: number, seed: number) => string = (point, seed) => `${point} ${seed}`,
) {
  const done = of.points.map(() => 0);
  for (;;) {
    const states = pointStates(of, (point, seed) =>
      seed < done[point] ? { seed, value: value(point, seed), digest: digest(point, seed) } : undefined,
    );
    if (states.every(({ seeds }, k) => seeds <= done[k])) return states;
    states.forEach(({ seeds }, k) => (done[k] = Math.max(done[k], seeds)));
  }
}

/** A random value for each seed, from 90 to 110. */
const noise = (point: number, seed: number): number => 90 + 20 * stream(seed, "noise", point).next();

test("it looks after 5, 8, 12, 18 and so on, and at the most that it may", () => {
  expect(looks(50)).toEqual([5, 8, 12, 18, 27, 41, 50]);
  expect(looks(5)).toEqual([5]);
});

test("within: no spread stops at the first look, spread goes on until the interval is narrow, or at most", () => {
  expect(settled(plan(1, 200, { within: 0.05 }), () => 3)).toEqual([{ seeds: 5, enough: "within" }]);
  const [narrow] = settled(plan(1, 200, { within: 0.02 }), noise);
  expect(narrow).toMatchObject({ enough: "within" });
  expect(narrow.seeds).toBeGreaterThan(12);
  expect(settled(plan(1, 12, { within: 0.001 }), noise)).toEqual([{ seeds: 12, enough: "at most" }]);
});

test("decided: what differs plainly stops early, what does not goes on, and the first has as many as either", () => {
  const states = settled(plan(3, 40, { decided: true }), (point, seed) => noise(point, seed) + (point === 1 ? 100 : 0));
  expect(states).toEqual([
    { seeds: 40, enough: "decided" },
    { seeds: 5, enough: "decided" },
    { seeds: 40, enough: "at most" },
  ]);
});

test("decided: a point that the seed does not move, or any point if it does not move the first, stops at the first look", () => {
  const rule = plan(3, 40, { decided: true });
  const still = (fixed: number) => (point: number, seed: number) => `${point} ${point === fixed ? 0 : seed}`;
  const value = (point: number, seed: number) => noise(point, seed) + 100 * point;
  const enough = (fixed: number) => settled(rule, value, still(fixed)).map((state) => `${state.enough} ${state.seeds}`);
  expect(enough(1)).toEqual(["decided 5", "fixed 5", "decided 5"]);
  expect(enough(0)).toEqual(["decided 5", "fixed 5", "fixed 5"]);
});

test("decided: a failed run is no value and holds nobody up", () => {
  const states = pointStates(plan(2, 8, { decided: true }), (point, seed) =>
    seed === 2 ? "failed" : { seed, value: noise(point, seed) + 100 * point, digest: `${point} ${seed}` },
  );
  expect(states[1]).toEqual({ seeds: 5, enough: "decided" });
});

test("looking often decides what does not differ in at most 5% of cases: here in 400", () => {
  let decided = 0;
  for (let k = 0; k < 400; k++) {
    const [, one] = settled(plan(2, 60, { decided: true }), (point, seed) => noise(point + 2 * k, seed));
    if (one.enough === "decided") decided++;
  }
  expect(decided).toBeLessThanOrEqual(20);
});
