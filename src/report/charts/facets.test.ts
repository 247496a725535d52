import { expect, test } from "vitest";
import { layOut } from "./facets.ts";

const grid = (of: Readonly<Record<string, readonly string[]>>): { settings: Record<string, string> }[] =>
  Object.entries(of).reduce<{ settings: Record<string, string> }[]>(
    (rows, [path, values]) =>
      rows.flatMap(({ settings }) => values.map((value) => ({ settings: { ...settings, [path]: value } }))),
    [{ settings: {} }],
  );

test("three buffers: one panel, lines by value alone, and what they are of once", () => {
  expect(layOut(grid({ buffer: ["st", "dt", "spfc"] }))).toEqual({
    of: "buffer",
    names: ["st", "dt", "spfc"],
    facets: [
      {
        title: "",
        lines: ["st", "dt", "spfc"].map((name, scheme) => ({ name, scheme })),
      },
    ],
  });
});

test("16 rows of 2 x 4 x 2: lines are what has four values, panels the other two; what all have in common is not said", () => {
  const { of, names, facets } = layOut(
    grid({
      buffer: ["st", "dt"],
      congestion: ["none", "dcqcn", "hpcc", "timely"],
      load: ["0.3", "0.6"],
      until: ["2ms"],
    }),
  );
  expect([of, names.length]).toEqual(["congestion", 4]);
  expect(facets.map(({ title }) => title)).toEqual([
    ...["buffer=st, load=0.3", "buffer=st, load=0.6", "buffer=dt, load=0.3", "buffer=dt, load=0.6"],
  ]);
  expect(facets[1].lines.map(({ scheme }) => scheme)).toEqual([1, 3, 5, 7]);
});

test("twelve values of one thing: no panel can have twelve lines, so each has its own", () => {
  const { names, facets } = layOut(grid({ alpha: Array.from({ length: 12 }, (_, k) => String(k)) }));
  expect([names.length, facets.length, facets[3].title]).toEqual([1, 12, "alpha=3"]);
});
