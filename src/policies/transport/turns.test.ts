import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

const taken = (turns: Turns, count: number): number[] => Array.from({ length: count }, () => turns.next());

test("flows have their turns in their order, in a circle", () => {
  const turns = new Turns([0, 1, 2, 3]);
  for (const flow of [2, 0, 3]) turns.add(flow);
  expect(taken(turns, 5)).toEqual([0, 2, 3, 0, 2]);
});

test("a flow that joins again has its old place", () => {
  const turns = new Turns([0, 1, 2]);
  for (const flow of [0, 1, 2]) turns.add(flow);
  expect(turns.next()).toBe(0);
  turns.remove(0);
  turns.add(0);
  expect(taken(turns, 4)).toEqual([1, 2, 0, 1]);
});

test("a flow that is added twice has one turn, and without flows `next` returns -1", () => {
  const turns = new Turns([7, 5]);
  turns.add(0);
  turns.add(0);
  turns.add(1);
  expect(taken(turns, 3)).toEqual([1, 0, 1]);
  turns.remove(0);
  turns.remove(0);
  turns.remove(1);
  expect([turns.size, turns.next()]).toEqual([0, -1]);
});
