import { expect, test } from "vitest";
import { expect as suiteExpect } from "./expect.ts";

const rates = (last: number): object[] => [
  ...Array.from({ length: 60 }, (_, flow) => ({ flow, rate: 1e9 })),
  { flow: 60, rate: last },
];

test("of two long lists the message names the first entry that differs", () => {
  expect(() => {
    suiteExpect(rates(2)).toEqual(rates(3));
  }).toThrow("expected 3 at 60.rate, got 2");
  expect(() => {
    suiteExpect([1]).toEqual([1, 2]);
  }).toThrow("expected 2 at 1, got undefined");
  expect(() => {
    suiteExpect([1]).toEqual({ 0: 1 });
  }).toThrow('expected {"0":1}, got [1]');
});

test("equal values pass, and not.toEqual fails on them", () => {
  suiteExpect(rates(2)).toEqual(rates(2));
  suiteExpect({ a: undefined }).toEqual({});
  suiteExpect([1]).not.toEqual([2]);
  expect(() => {
    suiteExpect([1]).not.toEqual([1]);
  }).toThrow("expected not [1], got [1]");
});
