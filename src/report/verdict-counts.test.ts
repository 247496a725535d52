import { expect, test } from "vitest";
import type { Claim } from "../papers/figures/contract.ts";
import { verdictCounts, verdictSentence } from "./verdict-counts.ts";

const claim = (verdict: Claim["verdict"], more: Partial<Claim> = {}): Claim => ({
  ...{ id: "a", claim: "a is b", kind: "order", standing: "paper", byMeans: false, paper: "so", ours: "so", verdict },
  ...more,
});
const times = (n: number, one: Claim): Claim[] => Array.from({ length: n }, () => one);
const sentence = (claims: readonly Claim[]): string => verdictSentence(verdictCounts(claims));

test("a definition and what the paper does not say are in no verdict", () => {
  const claims = [
    ...times(5, claim("holds", { byMeans: true })),
    ...times(2, claim("direction", { byMeans: true })),
    claim("undecided", { standing: "paper", byMeans: false }),
    claim("fails"),
    ...times(3, claim("holds", { standing: "definition" })),
    ...times(2, claim("fails", { standing: "ours" })),
    claim("holds", { repeats: "acc/fig9/a" }),
    claim("fails", { settled: { because: "bound", evidence: "At most .4%." } }),
    claim("direction", { underdetermined: { evidence: "No length is given." } }),
  ];
  expect(verdictCounts(claims)).toEqual({
    counted: 11,
    byVerdict: { holds: 5, direction: 3, undecided: 1, fails: 2 },
    byMeans: 7,
    settled: 6,
    underdetermined: 1,
    definitions: 3,
    ours: 2,
    repeats: 1,
  });
  expect(sentence(claims)).toBe(
    "11 claims: 5 hold, 3 direction, 1 undecided, 2 fail; 3 definitions, 2 added by xoff and 1 repetition are not counted",
  );
});

test.each([
  [[], "no claim"],
  [[claim("holds")], "1 claim: 1 holds"],
  [times(2, claim("fails")), "2 claims: 2 fail"],
  [[claim("holds"), claim("holds", { standing: "ours" })], "1 claim: 1 holds; 1 added by xoff is not counted"],
  [times(3, claim("holds", { standing: "definition" })), "no claim; 3 definitions are not counted"],
])("what there is none of is not said", (claims, said) => {
  expect(sentence(claims)).toBe(said);
});
