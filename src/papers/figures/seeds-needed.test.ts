import { expect, test } from "vitest";
import { seedsNeeded } from "./seeds-needed.ts";
import { allOf, below, changes, whereDone } from "./verdicts.ts";
import { order } from "./claims.ts";
import type { Sample } from "./samples.ts";

const of = (name: string, ...values: number[]): Sample => ({
  name,
  bySeed: new Map(values.map((value, k) => [k + 1, value])),
});

test("half the interval of 20 seeds needs 73: less than four times as many, because Student's factor falls too", () => {
  // Student's t at 95% is 2.0930 at 19 degrees of freedom, 1.9939 at 71 and 1.9935 at 72 (from a table). The width with
  // 72 seeds, relative to 20 seeds, is sqrt(20/72) * 1.9939 / 2.0930 = 0.5021. With 73 seeds it is sqrt(20/73) * 1.9935
  // / 2.0930 = 0.4985, less than a half.
  expect(seedsNeeded({ mean: 1, half: 2, count: 20 }, (half) => half < 1)).toBe(73);
});

test("no number of seeds decides a mean on the border, and one seed says nothing about scatter", () => {
  expect(seedsNeeded({ mean: 0, half: 2, count: 20 }, () => false)).toBeUndefined();
  expect(seedsNeeded({ mean: 1, half: NaN, count: 1 }, () => true)).toBeUndefined();
});

test("an undecided claim says how many seeds it needs, the most of its parts", () => {
  const dt = of("DT", 100, 100, 100);
  const [easy, hard] = [changes(of("a", 56, 77, 77), dt, 0.534), below(of("b", 99, 109, 86), dt, String)];
  expect(easy.seeds).toBeGreaterThan(3);
  expect(hard.seeds).toBeGreaterThan(easy.seeds ?? NaN);
  const claim = order("one", { claim: "less", paper: "less", judged: [easy, hard] });
  expect(claim.ours).toMatch(new RegExp(`; about ${String(hard.seeds)} seeds would decide it$`));
});

test("seeds do not help if flows are unfinished, or if another part fails", () => {
  const undecided = below(of("b", 99, 109, 86), of("DT", 100, 100, 100), String);
  expect(whereDone(undecided, 0.01, [{ n: 10, unfinished: 5 }]).seeds).toBeUndefined();
  const failed = { verdict: "fails", byMeans: false, ours: "no" } as const;
  expect(order("one", { claim: "less", paper: "less", judged: [undecided, failed] }).ours).not.toMatch(/seeds would/);
  expect(allOf([undecided, whereDone(undecided, 0.01, [{ n: 10, unfinished: 5 }])]).seeds).toBeUndefined();
});
