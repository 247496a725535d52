import { expect, test } from "vitest";
import { defineExperiment, type Claim } from "../../../papers/figures/contract.ts";
import { claimsText } from "./text.ts";

const experiment = defineExperiment({
  ...{ id: "spfc/fig99", title: "A against B", asks: "Which is faster?", chosen: [], seeds: { quick: 1, paper: 1 } },
  trials: () => [],
  row: () => ({}),
  conclude: () => ({ plots: [], claims: [] }),
});

const claim = (verdict: Claim["verdict"], standing: Claim["standing"]): Claim => ({
  ...{ id: verdict, claim: "A is faster than B", kind: "order", standing, byMeans: false },
  ...{ paper: "A < B", ours: "A 3, B 2", verdict, note: "few flows", tried: "ten seeds, which came to the same" },
});

const about = { scale: "quick", seeds: 1, changed: {}, runs: 3, failed: 0, seconds: 1, results: {} } as const;

test("each claim beside what came out, what counts first, within the width", () => {
  const claims = [claim("holds", "definition"), claim("fails", "paper"), claim("undecided", "ours")];
  const text = claimsText({ experiment, ...about, conclusion: { plots: [], claims } }, "p.html", 50);
  expect(text).toContain(`  FAILS       A is faster than B (order)
              paper: A < B
              ours:  A 3, B 2
              note:  few flows
              tried: ten seeds, which came to the
                     same
not counted:
  definition  A is faster than B (order)
`);
  expect(text).toContain("  undecided   A is faster than B (order; added by");
  expect(text.split("\n").every((line) => line.length <= 50)).toBe(true);
});

test("what settles a claim that fails, what the text leaves open, and which claim counts in place of another", () => {
  const { note: _, tried: __, ...fails } = claim("fails", "paper");
  const claims: Claim[] = [
    { ...fails, settled: { because: "bound", evidence: "At most 3.98." } },
    { ...fails, verdict: "direction", underdetermined: { evidence: "No length is given." } },
    { ...fails, verdict: "holds", repeats: "acc/fig9/it" },
  ];
  const text = claimsText({ experiment, ...about, conclusion: { plots: [], claims } }, "p.html", 80);
  expect(text).toContain("why:   bound. At most 3.98.");
  expect(text).toContain("open:  No length is given.");
  expect(text).toContain("repeats acc/fig9/it");
});
