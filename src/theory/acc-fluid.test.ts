import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  beginning,
  cyclePeriods,
  increaseOver,
  nextPeriod,
  shareAfterHalt,
  shareAfterHalts,
  shares,
  type Fluid,
} from "./acc-fluid.ts";

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

/** States 0 to `periods`. */
function course(rates: readonly number[], r: number, periods: number): Fluid[] {
  const states = [beginning(rates)];
  for (let k = 0; k < periods; k++) states.push(nextPeriod(states[k], r));
  return states;
}

/** Rates of 2 to 20 flows, each from 1% to 100% of C. */
const anyRates = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 2, maxLength: 20 });

test("four flows at .5, .5, 1 and 1: a queue of 2 C T that takes two periods to drain, while nobody sends", () => {
  const states = course([0.5, 0.5, 1, 1], 0.1, 4);
  expect(states.map(({ queue }) => queue)).toEqual([0, 2, 1, 0, expect.closeTo(0.3, 9)]);
  expect(states.map(({ sending }) => sum(sending))).toEqual([3, 0, 0, expect.closeTo(1.3, 9), 0]);
  expect(states[1].recorded).toEqual([1 / 6, 1 / 6, 1 / 3, 1 / 3]);
});

test("one period after rates exceed C, those recorded add up to C, and no share has changed (2)", () => {
  fc.assert(
    fc.property(anyRates, (rates) => {
      fc.pre(sum(rates) > 1);
      const { recorded } = nextPeriod(beginning(rates), 0.004);
      expect(sum(recorded)).toBeCloseTo(1, 9);
      shares(rates).forEach((share, flow) => expect(recorded[flow]).toBeCloseTo(share, 9));
    }),
  );
});

test("rates below C grow until they exceed it", () => {
  const states = course([0.1, 0.3], 0.1, 4);
  expect(states.map(({ queue }) => queue)).toEqual([0, 0, 0, 0, 0]);
  const totals = states.map(({ sending }) => sum(sending));
  expect(totals).toEqual([...totals].sort((a, b) => a - b));
  expect(course([0.1, 0.3], 0.1, 10).some(({ queue }) => queue > 0)).toBe(true);
});

describe("from increase to increase", () => {
  test.each([
    [10, 0.004],
    [10, 0.04],
    [20, 0.1],
    [2, 1],
  ])("%d flows, r = %d: M periods, and shares by (5)", (flows, r) => {
    const first = shares(Array.from({ length: flows }, (_, flow) => flow + 1));
    const states = course(first, r, 1 + cyclePeriods(flows, r));
    const [once, again] = [states[1].recorded, states[1 + cyclePeriods(flows, r)].recorded];
    expect(states[1].queue).toBe(0);
    expect(states.at(-1)?.queue).toBe(0);
    shares(once).forEach((share, flow) => expect(share).toBeCloseTo(shareAfterHalt(first[flow], flows, r), 9));
    shares(again).forEach((share, flow) => expect(share).toBeCloseTo(shareAfterHalts(first[flow], flows, r, 2), 9));
  });

  test("(10) is (5) so many times over, and goes to 1/N (11)", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 50 }), fc.double({ min: 0.001, max: 1, noNaN: true }), (flows, r) => {
        let share = 0.9;
        for (let k = 0; k < 5; k++) share = shareAfterHalt(share, flows, r);
        expect(shareAfterHalts(0.9, flows, r, 5)).toBeCloseTo(share, 9);
        expect(shareAfterHalts(0.9, flows, r, 20_000)).toBeCloseTo(1 / flows, 6);
      }),
    );
  });

  test("three increases of .1 are one of 1 - .9^3 = .271", () => {
    expect(increaseOver(0.1, 3)).toBeCloseTo(0.271, 12);
    const thrice = [1, 2, 3].reduce((rate) => 0.9 * rate + 0.1, 0.4);
    expect(thrice).toBeCloseTo((1 - 0.271) * 0.4 + 0.271, 12);
  });
});
