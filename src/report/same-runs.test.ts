/** Tests which rows of a comparison count as the same run: rows with equal digests for each seed. */
import { expect, test } from "vitest";
import { markOf, sameRuns } from "./same-runs.ts";

const run = (settings: Record<string, string>, digest: string | null) => ({ label: "", settings, digest });

test("rows with one digest are marked, and told in a sentence", () => {
  const same = sameRuns([
    run({ congestion: "dcqcn" }, "d1"),
    run({ congestion: "hpcc" }, "d2"),
    run({ congestion: "powertcp" }, "d2"),
    run({ congestion: "acc" }, null),
  ]);
  expect(same.map(({ text }) => text)).toEqual(["(a) hpcc and powertcp are the same run: digest d2."]);
  const marks = ["dcqcn", "hpcc", "powertcp", "acc"].map((congestion) => markOf(same, { congestion }));
  expect(marks).toEqual(["", "(a)", "(a)", ""]);
});

test("over seeds a row is the same as another where all of its runs are", () => {
  const rows = (b: readonly string[]) =>
    ["1", "2"].flatMap((seed, k) => [
      run({ cc: "a", load: "0.3", seed }, `a${seed}`),
      run({ cc: "b", load: "0.3", seed }, b[k]),
      run({ cc: "c", load: "0.5", seed }, "c"),
    ]);
  expect(sameRuns(rows(["a1", "b2"]))).toEqual([]);
  const [same, ...others] = sameRuns(rows(["a1", "a2"]));
  expect(others).toEqual([]);
  expect(same.text).toBe(
    "(a) cc=a, load=0.3 and cc=b, load=0.3 are the same run under each of 2 seeds: digest a1 under the first.",
  );
  expect(markOf([same], { cc: "b", load: "0.3", seed: "2" })).toBe("(a)");
});

test("a seed without effect is no other row: only settings beside the seed count", () => {
  expect(sameRuns(["1", "2", "3"].map((seed) => run({ seed }, "d")))).toEqual([]);
});

test("rows are in the order of the comparison, whatever the order of their seeds", () => {
  const same = sameRuns([
    run({ a: "x", seed: "1" }, "d1"),
    run({ a: "x", seed: "2" }, "d2"),
    run({ a: "y", seed: "2" }, "d2"),
    run({ a: "y", seed: "1" }, "d1"),
  ]);
  expect(same).toHaveLength(1);
});

test("long names of rows are left out, because the table marks the rows", () => {
  const long = (g: string) => run({ cc: `{name: dcqcn, alphaInterval: 55us, increaseInterval: 300us, g: ${g}}` }, "d");
  expect(sameRuns([long("0.1"), long("0.2"), long("0.3")])[0].text).toBe(
    "(a) The 3 rows with this mark are the same run: digest d.",
  );
});
