import { expect, test } from "vitest";
import { changedRows, readingsText, type ReadingsRecord } from "./readings-table.ts";

const record: ReadingsRecord = {
  paper: "acc",
  scale: "quick",
  figures: ["acc/fig10", "acc/fig11"],
  setUps: {},
  columns: [
    { verdicts: { "acc/fig10/drains": "holds", "acc/fig11/none": "fails" } },
    {
      changed: { dcqcn: "zhu15" },
      verdicts: { "acc/fig10/drains": "undecided", "acc/fig11/none": "fails" },
    },
    { changed: { "warm-up": "none" }, verdicts: { "acc/fig10/drains": "holds" } },
  ],
};

test("a row for each claim that some answer changes, a dot where the verdict is as chosen, a dash where there is none", () => {
  expect(changedRows(record)).toEqual([
    ["acc/fig10/drains", "holds", "undecided", "."],
    ["acc/fig11/none", "fails", ".", "-"],
  ]);
});

test("as text: how many claims come out which way under each answer", () => {
  expect(readingsText(record)).toBe(`acc under other readings: quick scale, 2 figures, 2 claims that count

   reading    answer  holds  direction  undecided  fails
0  as chosen              1          0          0      1
1  dcqcn      zhu15       0          0          1      1
2  warm-up    none        1          0          0      0

claim             0      1          2
acc/fig10/drains  holds  undecided  .
acc/fig11/none    fails  .          -

Numbers refer to the table above. A dot means an unchanged verdict.
`);
});
