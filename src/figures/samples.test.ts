import { expect, test } from "vitest";
import type { Done } from "./contract.ts";
import { combine, difference, quotient, sample } from "./samples.ts";

interface Row {
  readonly pauses: number;
  readonly fct: number;
}

const runs = (scheme: string, ...rows: Row[]): Done<{ scheme: string }, Row>[] =>
  rows.map((row, k) => ({ key: { scheme }, seed: k + 1, row }));
const pauses = (scheme: string, done: readonly Done<{ scheme: string }, Row>[]) =>
  sample(
    scheme,
    done,
    (key) => key.scheme === scheme,
    (row) => row.pauses,
  );

const done = [
  ...runs("fixed", { pauses: 1, fct: 5 }, { pauses: 1, fct: 5 }),
  ...runs("moved", { pauses: 1, fct: 5 }, { pauses: 1, fct: 6 }),
  ...runs("once", { pauses: 1, fct: 5 }),
];

test("a seed moves a scheme whose rows differ, in whatever: not one that gives the same row again; one run does not tell", () => {
  expect(pauses("fixed", done).fixed).toBe(true);
  expect(pauses("moved", done)).not.toHaveProperty("fixed");
  expect(pauses("once", done)).not.toHaveProperty("fixed");
});

test("two that the seed does not move make a third; one of them alone does not", () => {
  const [fixed, moved] = [pauses("fixed", done), pauses("moved", done)];
  const sum = (a: number, b: number): number => a + b;
  expect(combine("both", fixed, fixed, sum).fixed).toBe(true);
  expect(combine("both", fixed, moved, sum)).not.toHaveProperty("fixed");
});

test("the difference of two that the seed does not move is exact; of one and another there is no interval", () => {
  const [fixed, moved] = [pauses("fixed", done), pauses("moved", done)];
  expect(difference(fixed, fixed)).toEqual({ mean: 0, half: 0, count: 2 });
  expect(difference(fixed, moved)).toEqual({ mean: 0, half: NaN, count: 2 });
  expect(quotient(fixed, moved)).toEqual({ mean: 1, half: NaN, count: 2 });
});
