import { expect, test } from "vitest";
import type { ClaimRow } from "./figure-record.ts";
import { CRITERIA } from "../papers/figures/verdicts.ts";
import { ledgerPage, type Ledger, type LedgerFigure, type NotedPaper } from "./ledger.ts";

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

const page = (
  figures: readonly LedgerFigure[],
  about: Readonly<Record<string, NotedPaper>> = {},
  readings: Ledger["readings"] = [],
): string => {
  const setUpOf = (): string => "as it is";
  const ledger: Ledger = { results: "today", setUpOf, xoff: "0.1.0", figures, notRun: ["acc/tab2"], readings };
  return ledgerPage(ledger, about);
};

test("a claim with all that it cost, and a link to its figure's heading", () => {
  expect(page([figure()])).toContain(
    "| [fig9](acc.md#accfig9) | holds | it is so | so | 1 (0.9 to 1.1) |  | quick | 3 | 2 min |",
  );
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
  expect(text).toContain("| definition | same is so |");
  expect(text).toContain("| **fails** (ours) | more is so |");
});

test("why a claim fails for good, or is open, stands beside its verdict, and a fact that is counted elsewhere names it", () => {
  const evidence = "At most .4% is to be had ([ideals](acc.md)).";
  const claims = [
    claim("it", { verdict: "fails", settled: { because: "best case", evidence } }),
    claim("that", { verdict: "direction", underdetermined: { evidence: "No length is given: 10 and 20 ms." } }),
    claim("there", { repeats: "acc/fig9/it" }),
  ];
  const text = page([figure({ claims })]);
  expect(text).toContain("| **fails** because: best case | it is so |");
  expect(text).toContain(`- \`acc/fig9/it\` (fails because: best case): ${evidence}`);
  expect(text).toContain("| **direction**, underdetermined | that is so |");
  expect(text).toContain("(direction, underdetermined): No length is given: 10 and 20 ms.");
  expect(text).toContain("| holds, repeats acc/fig9/it | there is so |");
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

test("what earlier rules judged is told as such", () => {
  const { criteria: _, ...earlier } = figure();
  expect(page([earlier])).toContain("| quick; *earlier criteria* |");
});

test("what was tried of a claim that counts and does not hold", () => {
  const text = page([
    figure({ claims: [claim("it", { verdict: "direction", tried: "Three seeds more: 0.4.", note: "Short." })] }),
  ]);
  expect(text).toContain("- `acc/fig9/it` (direction): Three seeds more: 0.4. Short.");
});

test("of an undecided one that nobody looked into, what did not decide it; of others that nothing was tried", () => {
  const text = page([
    figure({ claims: [claim("it", { verdict: "undecided" }), claim("that", { verdict: "fails" })] }),
    figure({ seeds: 1, claims: [claim("there", { verdict: "undecided" })] }),
  ]);
  expect(text).toContain("- `acc/fig9/it` (undecided): 3 seeds at quick scale, whose scatter does not decide it.");
  expect(text).toContain("- `acc/fig9/that` (fails): nothing yet.");
  expect(text).toContain("- `acc/fig9/there` (undecided): one seed at quick scale, whose scatter does not decide it.");
});

test("figures that were not run are named", () => {
  expect(page([figure()])).toContain("Not run whole yet, so not counted: acc/tab2.");
});

test("runs by other code or of other scenarios are stale; a part of the paper's scale says which", () => {
  expect(page([figure({ results: { today: 5, before: 1 } })])).toContain("| quick; *stale* |");
  expect(page([figure({ setUp: "as it was" })])).toContain("| quick; *stale* |");
  expect(page([figure({ setUp: "as it is" })])).toContain("| quick | 3 |");
  expect(page([figure({ scale: "paper", fraction: "64 of 320 servers" })])).toContain("| paper, 64 of 320 servers |");
});

test("what the paper leaves open, and where its figures differ in its own words", () => {
  const readings = {
    timer: { asks: "When?", options: { a: "At once.", b: "Later." }, chosen: "a", why: "The standard." },
  };
  const differences = [{ parameter: "payload", figures: ["acc/fig9"], because: 'section 5: "MTU of 4000 B"' }];
  const text = page([figure()], { acc: { readings, differences } });
  expect(text).toContain("| `timer` | When? | `a`: At once. | The standard. |");
  expect(text).toContain('| `payload` | acc/fig9 | section 5: "MTU of 4000 B" |');
});

test("claims under other readings: by answer, and by claim those that some answer changes", () => {
  const timer = { asks: "When?", options: { a: "At once.", b: "Later." }, chosen: "a", why: "The standard." };
  const columns = [
    { verdicts: { "acc/fig9/it": "holds", "acc/fig9/that": "fails" } },
    { changed: { timer: "b" }, verdicts: { "acc/fig9/it": "undecided", "acc/fig9/that": "fails" } },
  ] as const;
  const record = { paper: "acc", scale: "quick", figures: ["acc/fig9", "acc/fig10"] } as const;
  const setUps = { "acc/fig9": "as it is", "acc/fig10": "as it was" };
  const claims = [claim("it"), claim("that", { verdict: "fails" })];
  const text = page([figure({ claims })], { acc: { readings: { timer }, differences: [] } }, [
    { ...record, setUps, columns },
  ]);
  expect(text).toContain("`xoff reproduce acc/fig9 acc/fig10 --readings --scale quick`");
  expect(text).toContain("| 1 | timer | b | 0 | 0 | 1 | 1 |");
  expect(text).toContain("| acc/fig9/it | holds | undecided |");
  expect(text).not.toContain("| acc/fig9/that | fails | . |");
  expect(text).toContain("*Stale*: since then scenarios have changed of acc/fig10.");
  expect(text).toContain("| it is so | so | 1 (0.9 to 1.1) | as chosen; hangs on `timer` | quick |");
  expect(text).toContain("| that is so | so | 1 (0.9 to 1.1) | as chosen | quick |");
  const atPaperScale = page([figure({ scale: "paper", claims })], {}, [{ ...record, setUps, columns }]);
  expect(atPaperScale).toContain(
    "| it is so | so | 1 (0.9 to 1.1) | as chosen; others not tried at paper scale | paper |",
  );
  const one = { ...record, scale: "paper", reading: { name: "timer", chosen: "a" }, setUps, columns } as const;
  const ofOne = page([figure({ scale: "paper", claims })], { acc: { readings: { timer }, differences: [] } }, [one]);
  expect(ofOne).toContain("`xoff reproduce acc/fig9 acc/fig10 --readings timer --scale paper`");
  expect(ofOne).toContain("| as chosen; hangs on `timer`; only `timer` tried at paper scale | paper |");
  expect(ofOne).toContain(
    "| that is so | so | 1 (0.9 to 1.1) | as chosen; only `timer` tried at paper scale | paper |",
  );
});
