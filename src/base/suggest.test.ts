import fc from "fast-check";
import { expect, test } from "vitest";

import { distance, nearest } from "./suggest.ts";

test.each([
  ["spcf", ["st", "dt", "spfc"], "spfc"],
  ["DCQCN", ["dctcp", "dcqcn", "hpcc"], "dcqcn"],
  ["hostPerLeaf", ["leaves", "spines", "hostsPerLeaf"], "hostsPerLeaf"],
  ["dealy", ["rate", "delay"], "delay"],
  ["m", ["s", "ms", "us"], "ms"], // of two equally near names, the one with the same first letter
])("%s among %j is meant as %s", (name, candidates, meant) => {
  expect(nearest(name, candidates)).toBe(meant);
});

test.each([
  ["hermes", ["ecmp", "spray", "drill"]],
  ["x", ["a", "b"]],
  ["dsh", ["sih", "dt"]],
  ["anything", []],
])("%s is too far from each of %j", (name, candidates) => {
  expect(nearest(name, candidates)).toBeUndefined();
});

test.each([
  ["", "abc", 3],
  ["kitten", "sitting", 3],
  ["ab", "ba", 1],
  ["ca", "abc", 3],
  ["same", "same", 0],
])("%j to %j takes %i edits", (a, b, edits) => {
  expect(distance(a, b)).toBe(edits);
});

test("distance is the same both ways, zero only for equals, and no more than the longer length", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
      expect(distance(a, b)).toBe(distance(b, a));
      expect(distance(a, b) === 0).toBe(a === b);
      expect(distance(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});
