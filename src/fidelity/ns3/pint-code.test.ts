import { expect, test } from "vitest";
import { CRand } from "./c-rand.ts";
import { PintCode, pintBytes } from "./pint-code.ts";

test("a byte for 256 powers: log(512^2) / log(base) of them", () => {
  // The number of powers of the first three bases: 12.4766 / 0.04879 = 255.7, then 1253.9 and 124,772. The last one
  // needs more than 16 bits. A base of 2^18 needs no code.
  expect([1.05, 1.01, 1.0001, 2 ** 18].map(pintBytes)).toEqual([1, 2, 3, 0]);
});

test("p decodes to base^p / 512", () => {
  const code = new PintCode(1.5);
  expect([0, 1, 2, 10].map((p) => code.decode(p) * 512)).toEqual([1, 1.5, 2.25, 57.6650390625]);
});

test("a utilisation between two powers becomes either, so that the mean is right; a power stays itself", () => {
  const code = new PintCode(2);
  const rand = new CRand(1);
  const encode = (u: number): number => code.encode(u, rand);
  expect([0, 1 / 512, 0.5, 1].map(encode)).toEqual([0, 0, 8, 9]);
  const mean = Array.from({ length: 4000 }, () => code.decode(encode(3 / 512))).reduce((sum, u) => sum + u, 0) / 4000;
  expect(Math.abs(mean * 512 - 3)).toBeLessThan(0.06); // The mean of codes drawn as 2 or 4 with equal chance has a standard deviation of 1 / sqrt(4000) = 0.016.
});
