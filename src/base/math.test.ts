import fc from "fast-check";
import { expect, test } from "vitest";

import { exp, expm1, log, log1p, pow } from "./math.ts";

const view = new DataView(new ArrayBuffer(8));

/** The position of x in the order of all doubles. Neighbouring doubles differ by one, and so do the two zeros. */
function place(x: number): bigint {
  view.setFloat64(0, x);
  const bits = view.getBigInt64(0);
  return bits >= 0n ? bits : -(bits & 0x7fffffffffffffffn) - 1n;
}

/** The number of steps between neighbouring doubles from a to b. */
function ulps(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Object.is(a, b) ? 0 : Infinity;
  return Math.abs(Number(place(a) - place(b)));
}

const POINTS = { numRuns: 20_000 };

test.each([
  ["log", log, Math.log, fc.double({ min: 0 })],
  ["log between 1/2 and 2", log, Math.log, fc.double({ min: 0.5, max: 2 })],
  ["exp", exp, Math.exp, fc.double({ min: -746, max: 710 })],
  ["exp between -1 and 1", exp, Math.exp, fc.double({ min: -1, max: 1 })],
  ["log1p", log1p, Math.log1p, fc.double({ min: -1 })],
  ["expm1", expm1, Math.expm1, fc.double({ min: -40, max: 710 })],
  ["expm1 between -1 and 1", expm1, Math.expm1, fc.double({ min: -1, max: 1 })],
])("%s is within 2 ulp of Math, subnormals included", (_name, mine, theirs, numbers) => {
  fc.assert(
    fc.property(numbers, (x) => {
      expect(ulps(mine(x), theirs(x))).toBeLessThanOrEqual(2);
    }),
    POINTS,
  );
});

test("pow is within 2 ulp of Math for exponents up to 4; beyond, V8's own loses digits", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 16 }), fc.double({ min: -4, max: 4 }), (x, y) => {
      expect(ulps(pow(x, y), Math.pow(x, y))).toBeLessThanOrEqual(2);
    }),
    POINTS,
  );
});

test("zeros, infinities, signs, subnormals and NaN come out as Math has them", () => {
  const specials = [0, 1, 2, 3, 0.5, 1 / 3, 5e-324, 2.3e-308, 1e-20, 1e15 + 1, 1e300, Number.MAX_VALUE, Infinity];
  const values = [...specials, ...specials.map((x) => -x), NaN, 1 - 2 ** -53, 709.79, -745.14];
  for (const x of values) {
    expect(ulps(log(x), Math.log(x)), `log(${x})`).toBeLessThanOrEqual(1);
    expect(ulps(log1p(x), Math.log1p(x)), `log1p(${x})`).toBeLessThanOrEqual(1);
    expect(ulps(exp(x), Math.exp(x)), `exp(${x})`).toBeLessThanOrEqual(1);
    expect(ulps(expm1(x), Math.expm1(x)), `expm1(${x})`).toBeLessThanOrEqual(1);
    for (const y of values) expect(ulps(pow(x, y), Math.pow(x, y)), `pow(${x}, ${y})`).toBeLessThanOrEqual(1);
  }
});

/** The expected values were computed with 300 bits and rounded once. */
test("golden: these points are pinned to the bit, and are the correctly rounded values", () => {
  expect([0.1, 3, 10, 1e300, 5e-324, 1 + 2 ** -52, 1 - 2 ** -53].map(log)).toEqual([
    -2.3025850929940455, 1.0986122886681098, 2.302585092994046, 690.7755278982137, -744.4400719213812,
    2.2204460492503128e-16, -1.1102230246251565e-16,
  ]);
  expect([1, -1, 0.1, 100, 709.7, -708.5, -740].map(exp)).toEqual([
    Math.E,
    0.36787944117144233,
    1.1051709180756477,
    2.6881171418161356e43,
    1.6549840276802644e308,
    2.006132305331306e-308,
    4.2e-322,
  ]);
  expect([-1e-15, -0.999, 1e10, 0.3].map(log1p)).toEqual([
    -1.0000000000000007e-15, -6.907755278982136, 23.025850930040455, 0.26236426446749106,
  ]);
  expect([1e-18, -8.496e-12, -1, 50, 0.3].map(expm1)).toEqual([
    1e-18, -8.495999999963909e-12, -0.6321205588285577, 5.184705528587072e21, 0.3498588075760031,
  ]);
  expect(pow(1.1, 7000)).toBe(5.607846372419733e289);
  expect(pow(0.9999999170312402, -8035407404.883212)).toBe(3.4581102266414856e289); // V8: ...6412307e289
  expect(pow(7, 1 / 3)).toBe(1.912931182772389);
});

test("powers that are whole numbers are exact: 3^33 = 5,559,060,566,555,523", () => {
  expect(pow(3, 33)).toBe(5_559_060_566_555_523);
  for (let n = 0; n <= 22; n++) expect(pow(10, n)).toBe(Number(`1e${n}`));
  for (let n = -1074; n <= 1023; n++) expect(pow(2, n)).toBe(2 ** n);
});

test("8,496 bits at a bit error ratio of 1e-15: one frame in 8.496e-12 is lost; 1 - (1 - ber)^bits says 8.489e-12", () => {
  expect(-expm1(8496 * log1p(-1e-15)) / 8.495999999963914e-12).toBeCloseTo(1, 15);
  expect((1 - pow(1 - 1e-15, 8496)) / 8.489e-12).toBeCloseTo(1, 4);
});

test("log undoes exp, and log1p undoes expm1, to a few ulp", () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 700, noNaN: true }), (x) => {
      expect(log(exp(x)) / x).toBeCloseTo(1, 14);
      expect(log1p(expm1(1 / x)) * x).toBeCloseTo(1, 14);
    }),
  );
});
