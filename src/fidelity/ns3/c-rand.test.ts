import { expect, test } from "vitest";
import { CRand } from "./c-rand.ts";

test("the first numbers of glibc's rand() after srand(1), and after srand(42)", () => {
  const first = (seed: number): number[] => {
    const rand = new CRand(seed);
    return [rand.next(), rand.next(), rand.next()];
  };
  expect(first(1)).toEqual([1804289383, 846930886, 1681692777]);
  expect(first(0)).toEqual(first(1));
  expect(first(42)).toEqual([71876166, 708592740, 1483128881]);
});
