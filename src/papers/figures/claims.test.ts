import { expect, test } from "vitest";
import { counts, firstSeed, formula, isSettled, isUnderdetermined, mean, met, order, ratio } from "./claims.ts";

const said = { claim: "It is so", paper: "so" };
const judged = { verdict: "direction", byMeans: true, ours: "-8.2%" } as const;

test("a claim has what the paper says and how it was judged; context stands before the numbers", () => {
  const made = { id: "one", ...said, standing: "paper", kind: "ratio", ...judged };
  expect(ratio("one", { ...said, judged })).toEqual(made);
  expect(order("one", { ...said, judged, standing: "ours", context: "3 seeds" })).toEqual({
    ...made,
    standing: "ours",
    kind: "order",
    ours: "3 seeds; -8.2%",
  });
});

test("of several judgements all must hold", () => {
  const fails = { verdict: "fails", byMeans: false, ours: "+1%" } as const;
  expect(ratio("one", { ...said, judged: [judged, fails] })).toMatchObject({ ...fails, ours: "-8.2%; +1%" });
});

test("a claim that is met holds by means too, and one that is not fails", () => {
  const facts = { ...said, note: "of 1" };
  const made = (holds: boolean) => met("one", { ...facts, holds, ours: "1" });
  expect(made(true)).toEqual(formula("one", { ...facts, judged: { verdict: "holds", byMeans: true, ours: "1" } }));
  expect(made(false)).toMatchObject({ kind: "value", verdict: "fails", byMeans: false });
});

test("what was tried is told of a claim that does not hold", () => {
  const tried = { ...said, tried: "more seeds" };
  expect(ratio("one", { ...tried, judged })).toHaveProperty("tried", "more seeds");
  expect(ratio("one", { ...tried, judged: { ...judged, verdict: "holds" } })).not.toHaveProperty("tried");
});

test("what cannot fail and what the paper does not say do not count", () => {
  expect(counts(order("one", { ...said, judged }))).toBe(true);
  for (const standing of ["definition", "ours"] as const)
    expect(counts(order("one", { ...said, judged, standing }))).toBe(false);
});

test("a fact that another claim states does not count again", () => {
  expect(counts(order("one", { ...said, judged, repeats: "spfc/fig4/one" }))).toBe(false);
});

const bound = { because: "bound", evidence: "At most .4%." } as const;
const open = { evidence: "The text has no length: 10, 20 and 50 ms were tried." };

test.each([
  ["holds", true, false],
  ["direction", false, true],
  ["undecided", false, true],
  ["fails", true, false],
] as const)("%s: settled by a bound %s, underdetermined %s", (verdict, settled, underdetermined) => {
  const claim = ratio("one", { ...said, judged: { ...judged, verdict }, settled: bound, underdetermined: open });
  expect(isSettled(claim)).toBe(settled);
  expect(isUnderdetermined(claim)).toBe(underdetermined);
});

test("a claim that fails is not settled by itself; a reason is kept of one that fails alone", () => {
  const [fails, holds] = (["fails", "holds"] as const).map((verdict) => ({ ...said, judged: { ...judged, verdict } }));
  expect(isSettled(ratio("one", fails))).toBe(false);
  expect(ratio("one", { ...said, judged, settled: bound })).not.toHaveProperty("settled");
  expect(ratio("one", { ...holds, underdetermined: open })).not.toHaveProperty("underdetermined");
});

test("the mean of nothing is NaN; of several seeds the first is shown", () => {
  expect(mean([])).toBeNaN();
  const done = [1, 2].map((seed) => ({ key: { n: 1 }, seed, row: seed }));
  expect(firstSeed(done)).toEqual([done[0]]);
});
