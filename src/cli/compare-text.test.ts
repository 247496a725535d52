import { expect, test } from "vitest";
import { byColumn, comparison, type RunAnswer } from "../sweep/comparison.ts";
import { grid } from "../sweep/grid.ts";
import type { Figures } from "../report/columns.ts";
import type { Outcome } from "../sweep/pool.ts";
import { readVariation } from "../lab/lab.ts";
import { compareText, type Screen } from "./compare-text.ts";

/** The text of a comparison whose rows have these figures, the rest being 0; undefined: the row failed. */
function textOf(
  vary: readonly string[],
  figures: readonly (Partial<Figures> | undefined)[],
  { width = 80, cut = -1, ...table }: { width?: number; cut?: number } & Pick<Screen, "columns" | "sort"> = {},
): string[] {
  const variations = vary.map((one) => readVariation("--vary", one));
  const outcomes = figures.map((some, k): Outcome<RunAnswer> => {
    if (some === undefined) return { kind: "failed", whose: "xoff", why: "oh" };
    const ending = k === cut ? "interrupted" : "time is up";
    const none = new Float64Array();
    const flows = { start_ns: none, fct_ns: none, slowdown: none };
    return { kind: "answered", answer: { ending, digest: "", figures: { ...byColumn(() => 0), ...some }, flows } };
  });
  const values = Object.fromEntries(variations.map((all) => [all[0].path, all.map(({ value }) => value)]));
  const about = { xoff: "1", base: { scenario: "mix", set: { until: "2ms" } }, vary: values };
  const result = comparison(about, grid(variations), outcomes);
  return compareText(result, { width, ...table, stress: (text) => `<${text}>` }).split("\n");
}

test("a row each, what was varied first, a star at the best, and what all have in common below", () => {
  expect(
    textOf(
      ["buffer=st,dt"],
      [
        { pauses: 1536, fct_mean_ns: 1_081_000, goodput_bps: 45e9, fct_p50_ns: NaN },
        { pauses: 4, fct_mean_ns: 2_081_000, goodput_bps: 45e9, fct_p50_ns: NaN },
      ],
    ),
  ).toEqual([
    "mix with until=2ms: 2 rows",
    "",
    "buffer  PAUSEs   FCT mean",
    "st       1,536   <1.081 ms*>",
    "dt           <4*>  2.081 ms",
    "* best of its column, of the rows with the same traffic.",
    "In all rows: paused 0 ps, drops 0, sent again 0, NACKs 0, out of order 0,",
    "reordered by 0 B, n 0, FCT p99 0 ps, slowdown 0.00, slowdown p50 0.00, slowdown",
    "p99 0.00, goodput 45 Gbps, job 0 ps, iteration p99 0 ps, bus bandwidth 0 bps,",
    "marked 0.0%, not done 0, deadlock no.",
    "",
  ]);
});

test("the least important columns make room, and are named; the table is never wider than the terminal", () => {
  const all = byColumn(() => 1);
  for (const width of [80, 160]) {
    const lines = textOf(["buffer=st,dt"], [byColumn((name) => name.length * 1e6), all], { width });
    const plain = lines.map((line) => line.replaceAll(/[<>]/g, ""));
    expect(Math.max(...plain.map((line) => line.length))).toBeLessThanOrEqual(width);
    expect(plain.join(" ")).toMatch(/In compare\.csv, for want of room here \(--columns shows them\): .*slowdown_p50/);
    expect(plain[2]).toMatch(/^buffer +PAUSEs .* not done$/);
  }
});

test("rows under another seed or load do not compete", () => {
  const [st1, st2, dt1, dt2] = [{ pauses: 9 }, { pauses: 1 }, { pauses: 5 }, { pauses: 3 }];
  const lines = textOf(["buffer=st,dt", "traffic.0.load=0.3,0.9"], [st1, st2, dt1, dt2]);
  expect(lines.slice(3, 7).map((line) => line.includes("*"))).toEqual([false, true, true, false]);
});

test("what reads the same ties, whatever the digits beyond", () => {
  const lines = textOf(
    ["buffer=st,dt,spfc"],
    [{ fct_mean_ns: 1000.01 }, { fct_mean_ns: 1000.02 }, { fct_mean_ns: 2000 }],
  );
  expect(lines.slice(3, 6).map((line) => line.includes("*"))).toEqual([true, true, false]);
});

test("a row that failed or was cut short says so and competes with none", () => {
  const lines = textOf(["buffer=st,dt,spfc,x"], [{ pauses: 5 }, undefined, { pauses: 1 }, { pauses: 7 }], { cut: 2 });
  expect(lines.slice(3, 7)).toEqual([
    "st           <5*>",
    "dt                  failed",
    "spfc         1   cut short",
    "x            7",
  ]);
});

test("over seeds: means with their intervals, and the best where chance does not explain it", () => {
  const vary = ["buffer=st,dt", "seed=1..3"];
  const of = (...pauses: number[]) => pauses.map((one) => ({ pauses: one, fct_mean_ns: one * 1000 }));
  const means = (...pauses: number[]): string[] => {
    const lines = textOf(vary, of(...pauses));
    const at = lines.indexOf("Over 3 seeds: the mean, and half its 95% confidence interval");
    return lines.slice(at + 2, at + 5);
  };
  expect(means(10, 11, 12, 20, 21, 22)).toEqual([
    "buffer   PAUSEs     FCT mean",
    "st      <11 ±23%*>  <11 us ±23%*>",
    "dt      21 ±12%   21 us ±12%",
  ]);
  expect(means(10, 11, 12, 11, 12, 13).join().includes("*")).toBe(false);
});

test("no star on completion times where rows left different numbers of flows undone, and the rule is told", () => {
  const lines = textOf(
    ["buffer=st,dt"],
    [
      { unfinished: 3, fct_mean_ns: 1_000_000, pauses: 7 },
      { unfinished: 0, fct_mean_ns: 2_000_000, pauses: 9 },
    ],
  );
  expect(lines.slice(2, 5)).toEqual([
    "buffer  PAUSEs   FCT mean   not done",
    "st           <7*>      1 ms          3",
    "dt           9       2 ms          <0*>",
  ]);
  expect(lines.join(" ")).toContain('those not done at their age; no star where "not done" differs.');
});

test("one unit a column: 60.48 us, 900 us and 9.267 ms are all in us", () => {
  const lines = textOf(
    ["buffer=st,dt,spfc"],
    [{ fct_mean_ns: 60_480 }, { fct_mean_ns: 900_000 }, { fct_mean_ns: 9_267_000 }],
  );
  expect(lines.slice(3, 6)).toEqual(["st      <60.48 us*>", "dt        900 us", "spfc    9,267 us"]);
});

test("columns asked for: these, in this order, however wide, even where all rows are alike", () => {
  const columns = ["goodput_bps", "common_fct_mean_ns", "common_flows", "fct_mean_ns", "flows", "nacks"] as const;
  const lines = textOf(["buffer=st,dt"], [{ pauses: 1 }, { pauses: 2 }], { width: 40, columns });
  expect(lines.slice(2)).toEqual([
    "buffer  goodput   common FCT mean   common n   FCT mean   n   NACKs",
    "st        0 bps                 -          0       0 ps   0       0",
    "dt        0 bps                 -          0       0 ps   0       0",
    "",
  ]);
});

test("rows sorted by a column: 1, 5, 9, those that failed last; and the other way round", () => {
  const order = (descending: boolean): string[] =>
    textOf(["buffer=st,dt,x,spfc"], [{ pauses: 9 }, { pauses: 1 }, undefined, { pauses: 5 }], {
      sort: { column: "pauses", descending },
    })
      .slice(3, 7)
      .map((line) => line.split(" ")[0]);
  expect(order(false)).toEqual(["dt", "spfc", "st", "x"]);
  expect(order(true)).toEqual(["st", "spfc", "dt", "x"]);
});
