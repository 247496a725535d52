import { expect, test } from "vitest";
import { readingsSection } from "./readings-markdown.ts";
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
