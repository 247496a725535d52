import { expect, test } from "vitest";
import { Entropies, MARKED, TRIMMED } from "./entropies.ts";

const VALUES = 8;
/** The next `count` values of flow 0. */
const take = (entropies: Entropies, count: number): number[] => Array.from({ length: count }, () => entropies.next(0));
const all = Array.from({ length: VALUES }, (_, k) => k);

test("each round has every value once, in an order of its own", () => {
  let draw = 0;
  const entropies = new Entropies(1, VALUES, true, () => (draw = (draw + 0.37) % 1));
  entropies.start(0);
  const rounds = [take(entropies, VALUES), take(entropies, VALUES)];
  for (const round of rounds) expect(round.toSorted((a, b) => a - b)).toEqual(all);
  expect(rounds[0]).not.toEqual(rounds[1]);
});

test.each([
  ["a mark", MARKED, 1],
  ["a trimmed packet", TRIMMED, 4],
])("%s skips its value %i times", (_, points, times) => {
  const entropies = new Entropies(2, VALUES, true, () => 0);
  entropies.start(0);
  entropies.penalise(0, 3, points);
  const rounds = take(entropies, (times + 1) * VALUES - times);
  expect(rounds.filter((value) => value === 3)).toHaveLength(1);
  expect(rounds.indexOf(3)).toBe(times * (VALUES - 1) + 3);
  expect(entropies.next(1)).toBe(0); // another flow has its own points
});

test("if every value has points, one is used all the same", () => {
  const entropies = new Entropies(1, VALUES, true, () => 0);
  for (const value of all) for (let k = 0; k < 10; k++) entropies.penalise(0, value, TRIMMED);
  for (const value of take(entropies, 100)) expect(all).toContain(value);
});

test("without penalties, marks change nothing", () => {
  const entropies = new Entropies(1, VALUES, false, () => 0);
  entropies.penalise(0, 0, TRIMMED);
  expect(take(entropies, VALUES)).toEqual(all);
});
