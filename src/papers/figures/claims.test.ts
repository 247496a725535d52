import { expect, test } from "vitest";
import { counts, firstSeed, formula, isSettled, isUnderdetermined, mean, met, order, ratio, value } from "./claims.ts";
import { equals } from "./verdicts.ts";

const said = { id: "one", claim: "It is so", paper: "so" };
const judged = { verdict: "direction", byMeans: true, ours: "-8.2%" } as const;

test("a claim has what the paper says and how it was judged; context stands before the numbers", () => {
  const made = { ...said, standing: "paper", kind: "ratio", ...judged };
  expect(ratio(said, judged)).toEqual(made);
  expect(order(said, judged, "3 seeds")).toEqual({ ...made, kind: "order", ours: "3 seeds; -8.2%" });
});

test("a claim is made from its fields, its parts, or from what was said; of several judgements all must hold", () => {
  const parts = ["one", "It is so", "so"] as const;
  const fields = { claim: "It is so", paper: "so" };
  expect(order("one", { ...fields, judged, standing: "ours", context: "3 seeds" })).toEqual(
    order({ ...said, standing: "ours" }, judged, "3 seeds"),
  );
  expect(met("one", { ...fields, holds: true, ours: "1", note: "of 1" })).toEqual(
    met({ ...said, note: "of 1" }, true, "1"),
  );
  expect(order(...parts, judged, { standing: "ours", context: "3 seeds" })).toEqual(
    order({ ...said, standing: "ours" }, judged, "3 seeds"),
  );
  expect(ratio(...parts, [judged, { ...judged, verdict: "fails" }])).toMatchObject({
    verdict: "fails",
    ours: "-8.2%; -8.2%",
  });
  expect(met(...parts, true, "1", { note: "of 1" })).toEqual(met({ ...said, note: "of 1" }, true, "1"));
  expect(formula(...parts, equals(2.1, 2, 0.1, String))).toEqual(value(said, 2.1, 2, 0.1, String));
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

test("a fact that another claim states does not count again", () => {
  expect(counts(met({ ...said, repeats: "spfc/fig4/one" }, true, "1"))).toBe(false);
});

const bound = { because: "bound", evidence: "At most .4%." } as const;
const open = { evidence: "The text has no length: 10, 20 and 50 ms were tried." };

test.each([
  ["holds", true, false],
  ["direction", false, true],
  ["undecided", false, true],
  ["fails", true, false],
] as const)("%s: settled by a bound %s, underdetermined %s", (verdict, settled, underdetermined) => {
  const claim = ratio({ ...said, settled: bound, underdetermined: open }, { ...judged, verdict });
  expect(isSettled(claim)).toBe(settled);
  expect(isUnderdetermined(claim)).toBe(underdetermined);
});

test("a claim that fails is not settled by itself; a reason is kept of one that fails alone", () => {
  expect(isSettled(ratio(said, { ...judged, verdict: "fails" }))).toBe(false);
  expect(ratio({ ...said, settled: bound }, judged)).not.toHaveProperty("settled");
  expect(ratio({ ...said, underdetermined: open }, { ...judged, verdict: "holds" })).not.toHaveProperty(
    "underdetermined",
  );
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
