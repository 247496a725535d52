import { expect, test } from "vitest";
import { counts, firstSeed, mean, met, order, ratio, value } from "./claims.ts";

const said = { id: "one", claim: "It is so", paper: "so" };
const judged = { verdict: "direction", byMeans: true, ours: "-8.2%" } as const;

test("a claim has what the paper says and how it was judged; context stands before the numbers", () => {
  const made = { ...said, standing: "paper", kind: "ratio", ...judged };
  expect(ratio(said, judged)).toEqual(made);
  expect(order(said, judged, "3 seeds")).toEqual({ ...made, kind: "order", ours: "3 seeds; -8.2%" });
});

test("what was tried is told of a claim that does not hold", () => {
  const tried = { ...said, tried: "more seeds" };
  expect(ratio(tried, judged)).toHaveProperty("tried", "more seeds");
  expect(ratio(tried, { ...judged, verdict: "holds" })).not.toHaveProperty("tried");
});

test("what cannot fail and what the paper does not say do not count", () => {
  expect(counts(met(said, true, "1"))).toBe(true);
  for (const standing of ["definition", "ours"] as const)
    expect(counts(met({ ...said, standing }, true, "1"))).toBe(false);
});

test.each([
  [102, "holds"],
  [103, "fails"],
  [NaN, "fails"],
])("value: %d for 100 within 2%% %s", (ours, verdict) => {
  expect(value(said, ours, 100, 0.02, String)).toMatchObject({ ours: String(ours), verdict });
});

test("the mean of nothing is NaN; of several seeds the first is shown", () => {
  expect(mean([])).toBeNaN();
  const done = [1, 2].map((seed) => ({ key: { n: 1 }, seed, row: seed }));
  expect(firstSeed(done)).toEqual([done[0]]);
});
