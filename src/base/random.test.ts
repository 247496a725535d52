import { expect, test } from "vitest";

import { exp } from "./math.ts";
import { murmur3, stream, Stream } from "./random.ts";

const drawn = (n: number, draw: (i: number) => number): number[] => Array.from({ length: n }, (_, i) => draw(i));

/**
 * The distance of chi-square from its mean, in standard deviations, for draws over `bins` equal shares. Chance exceeds
 * 4 once in 30,000 draws.
 */
function unevenness(bins: number, draws: number[]): number {
  const counts = new Array<number>(bins).fill(0);
  for (const bin of draws) counts[bin]++;
  const share = draws.length / bins;
  const chiSquare = counts.reduce((total, n) => total + (n - share) ** 2 / share, 0);
  return (chiSquare - (bins - 1)) / Math.sqrt(2 * (bins - 1));
}

/** The correlation of pairs of uniform numbers, in standard deviations from zero. */
function correlation(x: number[], y: number[]): number {
  const covariance = x.reduce((total, xi, i) => total + (xi - 0.5) * (y[i] - 0.5), 0) / x.length;
  return covariance * 12 * Math.sqrt(x.length);
}

test.each([
  [0, 0, 0, "fb52c520 38802be1 948279e6 ec4bf1d9 7cb0a909 fad8b4a8 3ca4b808 3821b4c5"],
  [0, 0x89abcdef, 0x01234567, "35e05b54 4c627ca1 33a043e2 b6113c67 7cab9699 4a52efeb 5936797f 139e2b9f"],
])("sfc32 from %i, %i, %i gives what PractRand pre0.95 gives (as published with sfc-prng 0.3)", (a, b, c, expected) => {
  const source = new Stream(a, b, c);
  const hex = drawn(8, () => source.bits() >>> 0).map((bits) => bits.toString(16).padStart(8, "0"));
  expect(hex.join(" ")).toBe(expected);
});

test('murmur3 of "aaaa" with seed 0x9747b28c is 0x5a97808a, of "test" with seed 0 0xba6bd213', () => {
  expect(murmur3([0x61616161], 0x9747b28c)).toBe(0x5a97808a);
  expect(murmur3([0x74736574], 0)).toBe(0xba6bd213);
  expect(murmur3([], 1)).toBe(0x514e28b7);
});

test("golden: the first draws of arrivals 0 under seed 1 do not change from version to version", () => {
  const arrivals = stream(1, "arrivals");
  expect(drawn(3, () => arrivals.bits() >>> 0)).toEqual([2266919162, 3762064022, 4164902870]);
  expect(arrivals.next()).toBe(0.7511828779778131);
});

test("a stream depends on seed, purpose and component, on nothing else", () => {
  const first = (...name: [number, string, number?]) => stream(...name).next();
  expect(first(7, "ecn", 3)).toBe(first(7, "ecn", 3));
  const others = [first(7, "ecn", 3), first(8, "ecn", 3), first(7, "ecm", 3), first(7, "ecn", 4), first(7, "ecn")];
  const large = [first(7 + 2 ** 32, "ecn", 3), first(7, "ecn", 3 + 2 ** 32), first(7, "", 3), first(7, "ecn3", 0)];
  expect(new Set([...others, ...large]).size).toBe(9);
});

test("100,000 components start 100,000 different streams", () => {
  expect(new Set(drawn(100_000, (i) => stream(1, "flow", i).next())).size).toBe(100_000);
});

test("next() fills 256 bins evenly, by its high bits and by its low bits", () => {
  const source = stream(1, "uniform");
  const draws = drawn(500_000, () => source.next());
  expect(Math.min(...draws.slice(0, 100_000))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...draws.slice(0, 100_000))).toBeLessThan(1);
  expect(
    Math.abs(
      unevenness(
        256,
        draws.map((u) => Math.floor(u * 256)),
      ),
    ),
  ).toBeLessThan(4);
  expect(
    Math.abs(
      unevenness(
        256,
        draws.map((u) => (u * 2 ** 53) % 256),
      ),
    ),
  ).toBeLessThan(4);
});

test("neighbours do not follow each other: draws of one stream, first draws of components 0, 1, 2 and of seeds 0, 1, 2", () => {
  const source = stream(1, "serial");
  const sequences = [
    drawn(100_001, () => source.next()),
    drawn(100_001, (i) => stream(1, "flow", i).next()),
    drawn(100_001, (i) => stream(i, "flow").next()),
  ];
  for (const u of sequences) {
    expect(Math.abs(correlation(u.slice(1), u.slice(0, -1)))).toBeLessThan(4);
    expect(
      Math.abs(
        unevenness(
          256,
          u.map((x) => Math.floor(x * 256)),
        ),
      ),
    ).toBeLessThan(4);
  }
});

test("two neighbouring components run side by side uncorrelated for 100,000 draws", () => {
  const [left, right] = [stream(1, "flow", 0), stream(1, "flow", 1)];
  const pairs = drawn(100_000, () => left.next());
  expect(
    Math.abs(
      correlation(
        pairs,
        drawn(100_000, () => right.next()),
      ),
    ),
  ).toBeLessThan(4);
});

test.each([1, 2, 3, 7, 48, 1000])("int(%i) draws each value below it equally often", (n) => {
  const source = stream(2, "int", n);
  const draws = drawn(200_000, () => source.int(n));
  if (n > 1) expect(Math.abs(unevenness(n, draws))).toBeLessThan(4);
  expect(new Set(draws).size).toBe(n);
});

test("int(3 * 2^30) is unbiased: two thirds below 2^31, where a remainder of 32 bits would give three quarters", () => {
  const source = stream(2, "large");
  const below = drawn(100_000, () => source.int(3 * 2 ** 30)).filter((n) => n < 2 ** 31).length;
  expect(below / 100_000).toBeCloseTo(2 / 3, 2);
  expect(Math.max(...drawn(1000, () => source.int(2 ** 32)))).toBeGreaterThan(0.99 * 2 ** 32);
});

test("int refuses what has no values: 0, 1.5, 2^33", () => {
  for (const n of [0, 1.5, 2 ** 33]) expect(() => stream(1, "x").int(n)).toThrow("int(n) needs a whole n");
});

test("exponential(250): mean 250, and P(x <= t) = 1 - e^(-t/250) at the deciles", () => {
  const source = stream(3, "gaps");
  const draws = drawn(200_000, () => source.exponential(250));
  expect(draws.reduce((total, x) => total + x, 0) / draws.length / 250).toBeCloseTo(1, 2);
  for (let decile = 1; decile < 10; decile++) {
    const t = 25 * decile * decile;
    expect(draws.filter((x) => x <= t).length / draws.length).toBeCloseTo(1 - exp(-t / 250), 2);
  }
});
