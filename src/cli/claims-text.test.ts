import { expect, test } from "vitest";
import { defineExperiment, type Claim } from "../figures/contract.ts";
import { claimsText } from "./claims-text.ts";

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

test("each claim beside what came out, what counts first, within the width", () => {
  const claims = [claim("holds", "definition"), claim("fails", "paper"), claim("undecided", "ours")];
  const about = { scale: "quick", seeds: 1, changed: {}, runs: 3, failed: 0, seconds: 1, results: {} } as const;
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
  expect(text).toContain("  undecided   A is faster than B (order; ours, not");
  expect(text.split("\n").every((line) => line.length <= 50)).toBe(true);
});
