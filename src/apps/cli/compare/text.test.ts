import { expect, test } from "vitest";
import { byColumn, comparison, type RunAnswer } from "../../../batch/sweep/comparison.ts";
import { grid } from "../../../batch/sweep/grid.ts";
import type { Figures } from "../../../report/columns.ts";
import type { Outcome } from "../../../batch/sweep/pool.ts";
import { readVariation, type FixedPart } from "../../../run/lab/lab.ts";
import { compareText, type Screen } from "./text.ts";

interface Given extends Pick<Screen, "columns" | "sort"> {
  readonly width?: number;
  /** The row that was cut short. */
  readonly cut?: number;
  /** Values of the first varied parameter whose runs do not depend on the seed. */
  readonly still?: readonly string[];
}

const fixed: readonly FixedPart[] = [
  { at: "traffic", what: "flows are given", draw: null },
  { at: "routing", what: "ECMP's hash is fixed by `seed: per-switch`", draw: "routing={name: ecmp, seed: drawn}" },
];

/** The text of a comparison. Each row has the given figures, and 0 for all others. An undefined row failed. */
function textOf(
  vary: readonly string[],
  figures: readonly (Partial<Figures> | undefined)[],
  { width = 80, cut = -1, still = [], ...table }: Given = {},
): string[] {
  const variations = vary.map((one) => readVariation("--vary", one));
  const rows = grid(variations).map((row) => ({
    ...row,
    fixed: fixed.filter(() => still.includes(row.settings[0].value)),
  }));
  const outcomes = figures.map((some, k): Outcome<RunAnswer> => {
    if (some === undefined) return { kind: "failed", whose: "xoff", why: "oh" };
    const ending = k === cut ? "interrupted" : "time is up";
    const none = new Float64Array();
    const flows = { start_ns: none, fct_ns: none, slowdown: none };
    // The digest of each run is different, unless `still` names its row.
    const digest = still.includes(rows[k].settings[0].value) ? rows[k].settings[0].value : String(k);
    const answer = { ending, digest, flow_set: "", figures: { ...byColumn(() => 0), ...some }, flows } as const;
    return { kind: "answered", answer };
  });
  const values = Object.fromEntries(variations.map((all) => [all[0].path, all.map(({ value }) => value)]));
  const about = { xoff: "1", base: { scenario: "mix", set: { until: "2ms" } }, vary: values };
  const result = comparison(about, rows, outcomes);
  return compareText(result, { width, ...table, stress: (text) => `<${text}>` }).split("\n");
}

test("a row each, what was varied first, and what all have in common below; single runs have no star", () => {
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
    "st       1,536   1.081 ms",
    "dt           4   2.081 ms",
    "A single run each: no statement over seeds (--seeds 5).",
    "In all rows: paused 0 ps, queue PAUSEs 0, drops 0, retransmitted 0, NACKs 0, out",
    "of order 0, reordered by 0 B, n 0, FCT p99 0 ps, slowdown 0.00, slowdown p50",
    "0.00, slowdown p99 0.00, goodput 45 Gbps, job 0 ps, iteration p99 0 ps, bus",
    "bandwidth 0 bps, longest queue 0 B, marked 0.0%, not done 0, skipped 0.0%, skip",
    "error 0.0%, deadlock no.",
    "",
  ]);
});

test("the least important columns make room, and are named; the table is never wider than the terminal", () => {
  const all = byColumn(() => 1);
  for (const width of [80, 160]) {
    const lines = textOf(["buffer=st,dt"], [byColumn((name) => name.length * 1e6), all], { width });
    const plain = lines.map((line) => line.replaceAll(/[<>]/g, ""));
    expect(Math.max(...plain.map((line) => line.length))).toBeLessThanOrEqual(width);
    expect(plain.join(" ")).toMatch(/Further columns in compare\.csv \(--columns shows them\): .*slowdown_p50/);
    expect(plain[2]).toMatch(/^buffer +PAUSEs .* not done$/);
  }
});

test("settings too long for the terminal have numbers with a legend above, so that the measures appear", () => {
  const long = "{congestion: {name: ./my-cc.ts, step: 2Gbps}, detection: {name: ./my-stamps.ts, bits: 8, share: 1/16}}";
  const vary = [`policies={congestion: dcqcn},${long}`, "buffer=st,dt"];
  const figures = [{ pauses: 1 }, { pauses: 2 }, { pauses: 3 }, { pauses: 4 }];
  expect(textOf(vary, figures).slice(0, 10)).toEqual([
    "mix with until=2ms: 4 rows",
    "",
    "policies #1  {congestion: {name: ./my-cc.ts, step: 2Gbps}, detection: {name:",
    "             ./my-stamps.ts, bits: 8, share: 1/16}}",
    "",
    "policies             buffer  PAUSEs",
    "{congestion: dcqcn}  st           1",
    "{congestion: dcqcn}  dt           2",
    "#1                   st           3",
    "#1                   dt           4",
  ]);
  const over = textOf([`policies=dcqcn,${long}`, "seed=1..2"], figures).join("\n");
  expect(over).toMatch(/^Over 2 seeds.*\n\npolicies +PAUSEs\ndcqcn .*\n#1 .*/m);
  expect(textOf(vary, figures, { width: 400 })[2]).toMatch(/^policies +buffer/);
});

test("a row that failed or was cut short says so", () => {
  const lines = textOf(["buffer=st,dt,spfc,x"], [{ pauses: 5 }, undefined, { pauses: 1 }, { pauses: 7 }], { cut: 2 });
  expect(lines.slice(3, 7)).toEqual([
    "st           5",
    "dt                  failed",
    "spfc         1   cut short",
    "x            7",
  ]);
});

/** The paragraphs of a comparison of st and dt over seeds, beginning with the means. */
function overSeeds(st: readonly Partial<Figures>[], dt: readonly Partial<Figures>[], given: Given = {}): string[][] {
  const all = textOf(["buffer=st,dt", `seed=1..${st.length}`], [...st, ...dt], { columns: ["pauses"], ...given });
  const parts = all.join("\n").trim().split("\n\n");
  return parts.slice(parts.findIndex((part) => part.startsWith("Over"))).map((part) => part.split("\n"));
}
const pauses = (...values: number[]): Partial<Figures>[] => values.map((one) => ({ pauses: one }));

test("over seeds: own means and intervals; the differences seed by seed decide the star", () => {
  // The intervals of the means overlap. The differences are 1, 1 and 2. Their mean is 4/3, and half their interval is 4.303 / 3 = 1.434.
  expect(overSeeds(pauses(10, 20, 30), pauses(11, 21, 32))).toEqual([
    ["Over 3 seeds: the mean, and half its 95% confidence interval"],
    ["buffer      PAUSEs", "st        20 ±120%", "dt      21.3 ±120%"],
    [
      "Paired difference to the best row of each column: the mean over the seeds, and",
      "half its 95% confidence interval",
    ],
    ["buffer     PAUSEs", "st          least", "dt      +1.3 ±1.4"],
  ]);
  // The differences 5, 5 and 6 have the mean 5.333 and the half interval 1.434.
  const [, means, , differences] = overSeeds(pauses(10, 20, 30), pauses(15, 25, 36));
  expect(means.slice(0, 3)).toEqual(["buffer      PAUSEs", "st        <20 ±120%*>", "dt      25.3 ±100%"]);
  expect(means.slice(3).join(" ")).toBe(
    "* best row of the column. Every other row with the same traffic is significantly worse, or equal under every seed.",
  );
  expect(differences).toEqual(["buffer     PAUSEs", "st          <least*>", "dt      +5.3 ±1.4"]);
});

test("a row that the seed does not move: no interval, no star, what is fixed, how to draw it, and that nothing is decided", () => {
  const [, means, , differences, notes] = overSeeds(pauses(10, 12, 14), pauses(50, 50, 50), { still: ["dt"] });
  expect(means).toEqual(["buffer   PAUSEs", "st      12 ±41%", "dt           50"]);
  expect(differences).toEqual(["buffer  PAUSEs", "st       least", "dt         +38"]);
  expect(notes.join(" ")).toBe(
    "dt: the seed changes nothing here (flows are given; ECMP's hash is fixed by `seed: per-switch`). " +
      'To vary it: --set "routing={name: ecmp, seed: drawn}" No comparison with dt is decided, because the seed does not change it.',
  );
});

test("no row moves with the seed: plain differences of single outcomes", () => {
  const parts = overSeeds(pauses(10, 10), pauses(50, 50), { still: ["st", "dt"] });
  expect(parts[1]).toEqual(["buffer  PAUSEs", "st          10", "dt          50"]);
  expect(parts[3]).toEqual(["buffer  PAUSEs", "st       least", "dt         +40"]);
  expect(parts[4].join(" ")).toMatch(
    /^every row: the seed changes nothing here .* Each row has a single outcome, so there is no statement over seeds\.$/,
  );
});

test("rows under another load do not compete", () => {
  const vary = ["buffer=st,dt", "traffic.0.load=0.3,0.9", "seed=1..3"];
  const values = [pauses(90, 92, 95), pauses(1, 2, 3), pauses(50, 53, 54), pauses(31, 33, 36)];
  const lines = textOf(vary, values.flat(), { columns: ["pauses"] });
  const at = lines.findIndex((line) => line.startsWith("Over"));
  expect(lines.slice(at + 3, at + 7).map((line) => line.includes("*"))).toEqual([false, true, true, false]);
});

test("a job that is done under two of three seeds says so, and no row is the best of that column", () => {
  const jobs = (...values: number[]): Partial<Figures>[] => values.map((one) => ({ job_ns: one }));
  const [, means] = overSeeds(jobs(1000, 1100, NaN), jobs(3000, 3200, 3100), { columns: ["job_ns"] });
  expect(means).toEqual([
    "buffer                    job",
    "st      1.05 us ±61% (2 of 3)",
    "dt                 3.1 us ±8%",
  ]);
});

test("no star on completion times where rows left different numbers of flows undone, and the rule is told", () => {
  const of = (unfinished: number, ...times: number[]) =>
    times.map((one) => ({ unfinished, flows: 120, fct_mean_ns: one * 1000 }));
  const parts = overSeeds(of(3, 100, 101, 103), of(0, 200, 202, 201), { columns: ["fct_mean_ns", "unfinished"] });
  expect(parts[1].slice(0, 3)).toEqual([
    "buffer        FCT mean   not done",
    "st      101.3 us ±3.7%          3",
    "dt        201 us ±1.2%          0",
  ]);
  expect(parts[1].join(" ")).toContain('an unfinished flow counts with its age. No star where "not done" differs.');
  expect(parts[1].join(" ")).toContain("Flows done: st 97.5%; dt 100%.");
});

test("one unit a column: 60.48 us, 900 us and 9.267 ms are all in us", () => {
  const lines = textOf(
    ["buffer=st,dt,spfc"],
    [{ fct_mean_ns: 60_480 }, { fct_mean_ns: 900_000 }, { fct_mean_ns: 9_267_000 }],
  );
  expect(lines.slice(3, 6)).toEqual(["st      60.48 us", "dt        900 us", "spfc    9,267 us"]);
});

test("columns asked for: these, in this order, however wide, even where all rows are alike", () => {
  const columns = ["goodput_bps", "common_fct_mean_ns", "common_flows", "fct_mean_ns", "flows", "nacks"] as const;
  const lines = textOf(["buffer=st,dt"], [{ pauses: 1 }, { pauses: 2 }], { width: 40, columns });
  expect(lines.slice(2)).toEqual([
    "buffer  goodput   common FCT mean   common n   FCT mean   n   NACKs",
    "st        0 bps                 -          0       0 ps   0       0",
    "dt        0 bps                 -          0       0 ps   0       0",
    "A single run each: no statement over",
    "seeds (--seeds 5).",
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
