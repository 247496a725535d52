import { expect, test } from "vitest";
import type { ClaimRow } from "./figure-record.ts";
import { CRITERIA } from "../papers/figures/verdicts.ts";
import { ledgerPage, type LedgerFigure } from "./ledger.ts";

const claim = (id: string, rest: Partial<ClaimRow> = {}): ClaimRow => ({
  ...{
    id: `acc/fig9/${id}`,
    claim: `${id} is so`,
    kind: "order",
    standing: "paper",
    paper: "so",
    ours: "1 (0.9 to 1.1)",
  },
  ...{ verdict: "holds", byMeans: true, scale: "quick", seeds: 3 },
  ...rest,
});

const figure = (rest: Partial<LedgerFigure> = {}): LedgerFigure => ({
  ...{ id: "acc/fig9", title: "Who's first", xoff: "0.1.0", scale: "quick", seeds: 3, changed: {}, runs: 6, failed: 0 },
  ...{ seconds: 130, results: { today: 6 }, criteria: CRITERIA, claims: [claim("it")] },
  ...rest,
});

const page = (figures: readonly LedgerFigure[]): string => {
  const setUpOf = (): string => "as it is";
  return ledgerPage({ results: "today", setUpOf, xoff: "0.1.0", figures, notRun: ["acc/tab2"], readings: [] });
};

test("a figure links to its section, and each of its claims is a line", () => {
  const claims = [claim("it"), claim("that", { verdict: "undecided" }), claim("more", { standing: "ours" })];
  expect(page([figure({ claims })])).toContain(
    "## acc\n\n[fig9](acc.md#accfig9), quick scale, 3 seeds, 1 added by xoff\n\n- holds: it is so\n- **undecided**: that is so\n",
  );
});

test("a figure with only claims that xoff added has the number of them", () => {
  const text = page([figure({ id: "cross/x", claims: [claim("more", { standing: "ours" })] })]);
  expect(text.endsWith("## cross\n\n[x](cross.md#crossx), quick scale, 3 seeds, 1 added by xoff\n")).toBe(true);
});

test("counts by paper and of all: definitions and our own claims are not among them, and the rule before stands beside", () => {
  const claims = [
    claim("it"),
    claim("that", { verdict: "undecided" }),
    claim("there", { verdict: "fails", byMeans: false }),
    claim("same", { standing: "definition" }),
    claim("more", { standing: "ours", verdict: "fails" }),
  ];
  const text = page([figure({ claims }), figure({ id: "cross/x", claims: [claim("cross")] })]);
  expect(text).toContain("| acc | 3 | 1 | 0 | 1 | 1 | 33% | 33% | 0 | 2 | 1 | 1 | 0 | 2 min |");
  expect(text).toContain("| all five | 3 | 1 | 0 | 1 | 1 | 33% | 33% | 0 | 2 | 1 | 1 | 0 | 2 min |");
  expect(text).toContain("- definition: same is so\n");
  expect(text).not.toContain("more is so");
});

test("a verdict has its reason; a repeated fact names the claim that counts", () => {
  const evidence = "At most .4% is to be had ([ideals](acc.md)).";
  const claims = [
    claim("it", { verdict: "fails", settled: { because: "best case", evidence } }),
    claim("that", { verdict: "direction", underdetermined: { evidence: "No length is given: 10 and 20 ms." } }),
    claim("there", { repeats: "acc/fig9/it" }),
  ];
  const text = page([figure({ claims })]);
  expect(text).toContain("- **fails** because: best case: it is so\n");
  expect(text).toContain("- **direction**, underdetermined: that is so\n");
  expect(text).toContain("- holds, repeats acc/fig9/it: there is so\n");
  expect(text).toContain("| acc | 2 | 0 | 1 | 0 | 1 | 0% | 50% | 1 | 2 | 0 | 0 | 1 | 2 min |");
});

test("shares by kind: those that hold and those that are settled of what counts", () => {
  const settled = { because: "bound", evidence: "None." } as const;
  const claims = [
    claim("it", { kind: "ratio" }),
    claim("that", { kind: "ratio", verdict: "fails", settled }),
    claim("there", { kind: "ratio", verdict: "direction" }),
    claim("here", { verdict: "undecided" }),
  ];
  expect(page([figure({ claims })])).toContain("| acc | 1 of 3: 33%, 67% | 0 of 1: 0%, 0% |  |");
});

test("a figure judged by earlier rules says so", () => {
  const { criteria: _, ...earlier } = figure();
  expect(page([earlier])).toContain(", quick scale, 3 seeds, *earlier criteria*\n");
});

test("figures that were not run are named", () => {
  expect(page([figure()])).toContain("Not counted, because runs are missing: acc/tab2.");
});

test("runs by other code or of other scenarios are stale; a part of the paper's scale is named", () => {
  expect(page([figure({ scale: "paper" })])).not.toContain("paper scale,");
  expect(page([figure({ results: { today: 5, before: 1 } })])).toContain(", 3 seeds, *stale*\n");
  expect(page([figure({ setUp: "as it was" })])).toContain(", 3 seeds, *stale*\n");
  expect(page([figure({ setUp: "as it is" })])).toContain(", 3 seeds\n");
  expect(page([figure({ scale: "paper", fraction: "64 of 320 servers" })])).toContain(
    "paper scale, 64 of 320 servers, 3",
  );
  expect(page([figure({ runs: 0, results: {} })])).toContain(", computed\n");
});
