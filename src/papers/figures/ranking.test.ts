import { expect, test } from "vitest";
import { stream } from "../../base/random.ts";
import { bestOf, gain, gainText, geometricMean, together } from "./ranking.ts";
import type { Sample } from "./samples.ts";

const sampleOf = (name: string, values: readonly number[]): Sample => ({
  name,
  bySeed: new Map(values.map((value, k) => [k + 1, value])),
});

/** A normal random number, as a sum of twelve uniform ones. */
const normal = (draws: { int: (below: number) => number }): number => {
  let sum = -6;
  for (let k = 0; k < 12; k++) sum += draws.int(1_000_000) / 1_000_000;
  return sum;
};

test("a scheme that is lower under every seed by as much is best, however much the seeds differ", () => {
  const seeds = [10, 200, 35, 4];
  const samples = [sampleOf("b", seeds.map((one, k) => one + 1 + k / 100)), sampleOf("a", seeds), sampleOf("c", seeds.map((one) => one * 1.01 + 5))]; // prettier-ignore
  const best = bestOf(samples);
  expect(best?.first.name).toBe("a");
  expect(best?.among.map(({ name }) => name)).toEqual(["a"]);
});

test("one seed puts nobody out, nor does a scheme that is the same; of nothing measured nothing is best", () => {
  expect(bestOf([sampleOf("a", [1]), sampleOf("b", [9])])?.among).toHaveLength(2);
  expect(bestOf([sampleOf("a", [1, 2, 3]), sampleOf("b", [1, 2, 3])])?.among).toHaveLength(2);
  expect(bestOf([sampleOf("a", [])])).toBeUndefined();
});

test("of 20 schemes, 400 times drawn, the one that is best is among those that may be in 95% and more", () => {
  const draws = stream(1, "ranking");
  let held = 0;
  let named = 0;
  for (let trial = 0; trial < 400; trial++) {
    const traffic = Array.from({ length: 5 }, () => 10 * normal(draws));
    const samples = Array.from({ length: 20 }, (_, k) =>
      sampleOf(
        String(k),
        traffic.map((one) => one + 0.5 * k + normal(draws)),
      ),
    );
    const among = bestOf(samples)?.among ?? [];
    held += Number(among.some(({ name }) => name === "0"));
    named += among.length;
  }
  expect(held).toBeGreaterThanOrEqual(380);
  // The method is also useful: it excludes most of the entries that are far behind.
  expect(named / 400).toBeLessThan(12);
});

test("gains: 2 to 1 is x2; two that halve and together quarter add up, and not if together they halve", () => {
  const base = [8, 16, 12];
  const part = (name: string, by: number): Sample => sampleOf(name, base.map((one) => one / by)); // prettier-ignore
  expect(gainText(gain(sampleOf("base", base), part("half", 2)))).toBe("x2.00 (x2.00 to x2.00)");
  const says = (both: number): string =>
    together(sampleOf("base", base), part("one", 2), part("other", 2), part("both", both)).addsUp;
  expect([says(4), says(2), says(6)]).toEqual(["yes", "less", "more"]);
});

test("a geometric mean leaves out the seeds that one of its parts lacks", () => {
  const both = geometricMean("both", [sampleOf("a", [1, 4, 9]), sampleOf("b", [4, 9])]);
  expect([...both.bySeed].map(([seed, value]) => [seed, value.toFixed(9)])).toEqual([
    [1, "2.000000000"],
    [2, "6.000000000"],
  ]);
});
