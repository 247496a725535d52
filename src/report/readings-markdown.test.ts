import { expect, test } from "vitest";
import { differencesSection, readingsSection } from "./readings-markdown.ts";
import type { ReadingsRecord } from "./readings-table.ts";

const record: ReadingsRecord = {
  ...{ paper: "plb", scale: "paper", figures: ["plb/fig5"], setUps: {} },
  columns: [
    {
      verdicts: { "plb/fig5/back": "holds" },
      numbers: { "plb/fig5/back": "holds: 3 ms", "plb/fig5/b": "fails: 1 ms" },
    },
    {
      changed: { fullLoad: "never" },
      verdicts: { "plb/fig5/back": "holds" },
      numbers: { "plb/fig5/back": "holds: 4 ms" },
    },
  ],
};

test("of one reading every claim has its numbers under each answer", () => {
  const text = readingsSection({ ...record, reading: { name: "fullLoad", chosen: "1" } }, () => undefined).join("\n\n");
  expect(text).toContain("`xoff reproduce plb/fig5 --readings fullLoad --scale paper`");
  expect(text).toContain("No answer changes a verdict.");
  expect(text).toContain(`| claim | 1, as chosen | never |
|---|---|---|
| plb/fig5/back | holds: 3 ms | holds: 4 ms |
| plb/fig5/b | fails: 1 ms | - |`);
});

test("of all readings it has verdicts alone", () => {
  expect(readingsSection(record, () => undefined).join("\n\n")).not.toContain("3 ms");
});

test("a claim that some answer changes has a row, and figures whose scenarios have changed are named", () => {
  const columns: ReadingsRecord["columns"] = [
    { verdicts: { "acc/fig9/it": "holds", "acc/fig9/that": "fails" } },
    { changed: { timer: "b" }, verdicts: { "acc/fig9/it": "undecided", "acc/fig9/that": "fails" } },
  ];
  const setUps = { "plb/fig5": "as it is", "plb/fig6": "as it was" };
  const text = readingsSection({ ...record, setUps, columns }, () => "as it is").join("\n\n");
  expect(text).toContain("| 1 | timer | b | 0 | 0 | 1 | 1 |");
  expect(text).toContain("| acc/fig9/it | holds | undecided |");
  expect(text).not.toContain("| acc/fig9/that |");
  expect(text).toContain("*Stale*: the scenarios of plb/fig6 have changed since then.");
});

test("the parameters in which figures of a paper differ, in its own words", () => {
  const [text] = differencesSection([
    { parameter: "payload", figures: ["acc/fig9"], because: 'section 5: "MTU of 4000 B"' },
  ]);
  expect(text).toContain('| `payload` | acc/fig9 | section 5: "MTU of 4000 B" |');
  expect(differencesSection([])).toEqual([]);
});
