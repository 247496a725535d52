import { expect, test } from "vitest";
import { bytes, linearAxis, logAxis, percent, plain, time } from "./axes.ts";

/** The labels of an axis. The test evaluates the label expression as vega does. */
function labels({ axis }: { axis: { values: number[]; labelExpr: string } }): string[] {
  const [, lookup] = /^(\{.*\})\[indexof/.exec(axis.labelExpr) ?? [];
  return Object.values(JSON.parse(lookup) as Record<string, string>);
}

test("700 B to 3 MB, more than 8 ticks of 1, 2 and 5: powers of ten", () => {
  expect(labels(logAxis("size", { low: 700, high: 3e6 }, bytes))).toEqual(["1 KB", "10 KB", "100 KB", "1 MB"]);
});

test("a slowdown of 1.01 to 40: the axis ends at 1 and at 50", () => {
  const axis = logAxis("slowdown", { low: 1.01, high: 40 }, plain, { round: true });
  expect(axis.scale.domain).toEqual([1, 50]);
  expect(labels(axis)).toEqual(["1", "2", "5", "10", "20", "50"]);
});

test("less than four times as large: linear", () => {
  expect(logAxis("FCT", { low: 84_000, high: 90_700 }, time).scale.type).toBe("linear");
});

test("0 to 12 ms in about 6 steps: every 2 ms, each with its unit, and the domain is the data's", () => {
  const axis = linearAxis("time", { low: 0, high: 12e6 }, time, { round: false });
  expect(axis.scale.domain).toEqual([0, 12e6]);
  expect(labels(axis)).toEqual(["0", "2 ms", "4 ms", "6 ms", "8 ms", "10 ms", "12 ms"]);
});

test("a single value has an axis too, with the value on it", () => {
  for (const value of [0, 1, 64_000]) {
    const [low, high] = linearAxis("x", { low: value, high: value }, plain).scale.domain;
    expect(low).toBeLessThanOrEqual(value);
    expect(high).toBeGreaterThan(value);
  }
});

test("tenths are written without the noise of doubles", () => {
  expect(labels(linearAxis("share", { low: 0, high: 1 }, percent, { ticks: 10 }))).toContain("30%");
});
