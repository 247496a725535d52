import fc from "fast-check";
import { expect, test } from "vitest";

import { stream } from "../../base/random.ts";
import { SizeCdf, type CdfPoint } from "./cdf.ts";
import { cdfs } from "./cdfs/index.ts";

const shipped = Object.values(cdfs).map((table) => [table.name, table] as const);
const of = (...points: CdfPoint[]) => new SizeCdf(points);

/**
 * The points that a CDF may have: sizes and shares in order, and a share of 1 at the end. Steps and level parts are
 * allowed.
 */
const anyPoints: fc.Arbitrary<CdfPoint[]> = fc
  .record({
    sizes: fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 6 }),
    shares: fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 5, maxLength: 5 }),
    largest: fc.integer({ min: 1001, max: 2000 }),
  })
  .map(({ sizes, shares, largest }) => {
    const rising = (numbers: number[]) => [...numbers].sort((a, b) => a - b);
    const inner = rising(shares).map((share) => share / 10);
    return [...rising(sizes).slice(0, 5), largest].map((size, i, all) => [size, i === all.length - 1 ? 1 : inner[i]]);
  });

test("from 0 at 0 B to 1 at 100 B: quartiles at 25, 50 and 75 B, sizes 1 to 100, mean 50.5 B", () => {
  const uniform = of([0, 0], [100, 1]);
  expect([0, 0.25, 0.5, 0.75, 1 - 2 ** -53].map((u) => uniform.quantile(u))).toEqual([1, 25, 50, 75, 100]);
  expect(uniform.mean()).toBe(50.5);
  expect([uniform.share(0), uniform.share(25), uniform.share(100), uniform.share(1e9)]).toEqual([0, 0.25, 1, 1]);
});

test("a first point of 40% at 100 B spreads those 40% from 0 B up, as HKUST's generator does", () => {
  const cdf = of([100, 0.4], [200, 1]);
  expect([0.1, 0.2, 0.4, 0.7].map((u) => cdf.quantile(u))).toEqual([25, 50, 100, 150]);
  expect(cdf.mean()).toBeCloseTo(0.4 * 50.5 + 0.6 * 150.5, 10);
});

test("a first point of 0% at 2000 B: nothing is smaller", () => {
  const cdf = of([0, 0], [2000, 0], [3000, 1]);
  expect([cdf.quantile(0), cdf.quantile(1e-9), cdf.quantile(0.5)]).toEqual([2000, 2001, 2500]);
  expect([cdf.share(1999), cdf.share(2000), cdf.share(2500)]).toEqual([0, 0, 0.5]);
});

test("two points of one size are a step: 30% have exactly 4096 B", () => {
  const cdf = of([0, 0], [4096, 0.2], [4096, 0.5], [8192, 1]);
  expect([0.2, 0.35, 0.4999].map((u) => cdf.quantile(u))).toEqual([4096, 4096, 4096]);
  expect([cdf.share(4095) < 0.2, cdf.share(4096)]).toEqual([true, 0.5]);
});

test("half the flows without a byte still have one each: mean 0.5 * 1 + 0.5 * 5.5 B", () => {
  const cdf = of([0, 0], [0, 0.5], [10, 1]);
  expect([cdf.quantile(0.25), cdf.mean()]).toEqual([1, 3.25]);
});

test("one point: all the flows are spread from 0 up to it", () => {
  expect(of([10, 1]).mean()).toBe(5.5);
});

test("where 30% lie between 4095 and 4096 B, as in Solar, 4096 comes out, not 4095", () => {
  expect(new SizeCdf(cdfs.solar2022.points).quantile(0.2)).toBe(4096);
});

test("the mean is the integral of the quantiles, for any points", () => {
  fc.assert(
    fc.property(anyPoints, (points) => {
      const cdf = new SizeCdf(points);
      const steps = 20_000;
      let integral = 0;
      for (let i = 0; i < steps; i++) integral += cdf.quantile((i + 0.5) / steps) / steps;
      expect(Math.abs(cdf.mean() - integral)).toBeLessThan(0.1);
    }),
  );
});

test("a larger share never has a smaller size, and the quantile is the first size that reaches the share", () => {
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(anyPoints, share, share, (points, u, v) => {
      const cdf = new SizeCdf(points);
      const [small, large] = [cdf.quantile(Math.min(u, v)), cdf.quantile(Math.max(u, v))];
      expect(small).toBeLessThanOrEqual(large);
      const size = cdf.quantile(u);
      expect(Number.isInteger(size) && size >= 1 && size <= cdf.max()).toBe(true);
      expect(cdf.share(size)).toBeGreaterThanOrEqual(u - 1e-12);
      if (size > 1) expect(cdf.share(size - 1)).toBeLessThanOrEqual(u + 1e-12);
    }),
    { numRuns: 2000 },
  );
});

test.each(shipped)("%s: 100,000 samples keep within 0.0062 of the CDF (Kolmogorov-Smirnov, 0.1%%)", (name, table) => {
  const cdf = new SizeCdf(table.points, name);
  const source = stream(1, name);
  const sizes = Float64Array.from({ length: 100_000 }, () => cdf.sample(source)).sort();
  let worst = 0;
  sizes.forEach((size, i) => {
    if (size === sizes[i + 1]) return;
    worst = Math.max(worst, Math.abs((i + 1) / sizes.length - cdf.share(size)));
  });
  expect(worst).toBeLessThan(1.95 / Math.sqrt(100_000));
});

test("golden: the first five web search sizes of seed 1", () => {
  const cdf = new SizeCdf(cdfs["websearch-hpcc"].points);
  const source = stream(1, "sizes");
  expect(Array.from({ length: 5 }, () => cdf.sample(source))).toEqual([61_200, 7003, 10_746, 65_309, 24_268]);
});

test.each([
  [[], "cdf: expected at least one point, got []"],
  [
    [
      [0, 0],
      [10, 50],
      [20, 100],
    ],
    "cdf[1]: expected a probability from 0 to 1, got 50. Divide percentages by 100.",
  ],
  [
    [
      [0, 0],
      [10, 0.5],
      [20, 0.4],
    ],
    "cdf[2]: expected a probability from 0.5 to 1, got 0.4. Probabilities may not fall.",
  ],
  [
    [
      [0, 0],
      [10, 0.5],
      [9, 1],
    ],
    "cdf[2]: expected a whole number of bytes from 10, got 9. List sizes in ascending order.",
  ],
  [
    [
      [0, 0],
      [10.5, 1],
    ],
    "cdf[1]: expected a whole number of bytes from 0, got 10.5. List sizes in ascending order.",
  ],
  [
    [
      [0, 0],
      [10, 0.99],
    ],
    "cdf: expected a last probability of 1, got 0.99",
  ],
  [[[0, 1]], "cdf: expected a largest size of at least 1 byte, got 0"],
  [[[0, NaN]], "cdf[0]: expected a probability from 0 to 1, got NaN. Probabilities may not fall."],
] as [CdfPoint[], string][])("%j is refused", (points, message) => {
  expect(() => new SizeCdf(points)).toThrow(message);
});
