import { expect, test } from "vitest";
import { create } from "./round-robin.ts";

const of = (...classes: number[]): number => classes.reduce((mask, cls) => mask | (1 << cls), 0);
const make = (strict: number[] = []) => create({}, { ports: 2, strict, headSize: () => 1000 });
const serve = (policy: ReturnType<typeof make>, ready: number, times: number, port = 0): number[] =>
  Array.from({ length: times }, () => policy.next(port, ready));

test("classes 1, 3 and 7 in turn, and round again", () => {
  expect(serve(make(), of(1, 3, 7), 7)).toEqual([1, 3, 7, 1, 3, 7, 1]);
});

test("class 0 has its turn like any other when it is not strict: 0 follows 7", () => {
  const policy = make();
  expect(serve(policy, of(0, 3, 7), 7)).toEqual([3, 7, 0, 3, 7, 0, 3]);
});

test("strict classes go first, lowest number first, and leave the turn of the others as it is", () => {
  const policy = make([0, 2]);
  expect(serve(policy, of(3, 5), 1)).toEqual([3]);
  expect(serve(policy, of(0, 2, 3, 5), 2)).toEqual([0, 0]);
  expect(serve(policy, of(2, 3, 5), 1)).toEqual([2]);
  expect(serve(policy, of(3, 5), 2)).toEqual([5, 3]);
});

test("a class that was away gets no more than its turn when it comes back", () => {
  const policy = make();
  expect(serve(policy, of(3), 5)).toEqual([3, 3, 3, 3, 3]);
  expect(serve(policy, of(3, 4), 4)).toEqual([4, 3, 4, 3]);
});

test("each port has a turn of its own", () => {
  const policy = make();
  expect([
    policy.next(0, of(3, 4)),
    policy.next(1, of(3, 4)),
    policy.next(0, of(3, 4)),
    policy.next(1, of(3, 4)),
  ]).toEqual([3, 3, 4, 4]);
});

test("fair in packets, not in bytes: 1500 B and 500 B packets in turn are 3 to 1", () => {
  const sizes: Record<number, number> = { 3: 1500, 4: 500 };
  const policy = create({}, { ports: 1, strict: [], headSize: (_port, cls) => sizes[cls] });
  const bytes: Record<number, number> = { 3: 0, 4: 0 };
  for (let k = 0; k < 100; k++) {
    const cls = policy.next(0, of(3, 4));
    bytes[cls] += sizes[cls];
  }
  expect(bytes).toEqual({ 3: 75_000, 4: 25_000 });
});
