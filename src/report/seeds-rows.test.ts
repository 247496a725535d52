import { expect, test } from "vitest";
import { columnNames, type Figures } from "./columns.ts";
import { seedNotes } from "./seed-notes.ts";
import { seedsRows, type SeedRun, type SeedsRow } from "./seeds-rows.ts";

const hash = { at: "routing", what: "ECMP's hash is fixed", draw: "routing={name: ecmp, seed: drawn}" };
const flows = { at: "traffic", what: "flows are given", draw: null };

interface Given {
  readonly more?: Readonly<Record<string, string>>;
  readonly digest?: (seed: number) => string;
  readonly flow_set?: (seed: number) => string;
  readonly fixed?: SeedRun["fixed"];
}

/** One run for each seed, with the given values. Other columns are 0. */
function runs(routing: string, some: readonly Partial<Figures>[], given: Given = {}): SeedRun[] {
  const { more = {}, digest = (seed) => `${routing} ${seed}`, flow_set = String, fixed = [] } = given;
  const none = Object.fromEntries(columnNames.map((name) => [name, 0])) as Record<keyof Figures, number>;
  return some.map((figures, k) => ({
    settings: { routing, ...more, seed: String(k + 1) },
    figures: { ...none, ...figures },
    ...{ digest: digest(k + 1), flow_set: flow_set(k + 1), fixed },
  }));
}
const pauses = (...values: number[]): Partial<Figures>[] => values.map((one) => ({ pauses: one }));
const rowsOf = (...all: SeedRun[][]): SeedsRow[] => seedsRows(all.flat(), ({ routing }) => routing);
const best = (rows: readonly SeedsRow[]): string[] =>
  rows.filter(({ best: columns }) => columns.includes("pauses")).map(({ label }) => label);

test("equal rows share the star; what is decided against one of three only has none", () => {
  const worse = runs("c", pauses(10, 12, 11));
  expect(best(rowsOf(runs("a", pauses(0, 0, 0)), runs("b", pauses(0, 0, 0)), worse))).toEqual(["a", "b"]);
  expect(best(rowsOf(runs("a", pauses(1, 3, 2)), runs("b", pauses(2, 3, 2)), worse))).toEqual([]);
  expect(best(rowsOf(runs("a", pauses(7, 7, 7)), runs("b", pauses(7, 7, 7))))).toEqual([]);
});

test("a row that is better seed by seed, with a worse mean of fewer seeds, leaves no row the best", () => {
  const whole = runs("a", pauses(1, 1, 1, 102, 104.1, 105.9));
  const some = runs("b", pauses(0, 0, 0, 100, 102, 104)).slice(3); // the runs of the first three seeds failed
  const rows = rowsOf(whole, some);
  expect(rows[1].differences.pauses).toMatchObject({ to: "a", verdict: "less" });
  expect(best(rows)).toEqual([]);
});

test("where most is best the greatest mean is compared with", () => {
  const rate = (...values: number[]): Partial<Figures>[] => values.map((one) => ({ goodput_bps: one * 1e9 }));
  const [low, high] = rowsOf(runs("a", rate(40, 50, 60)), runs("b", rate(45, 55.5, 65)));
  expect(low.differences.goodput_bps).toMatchObject({ to: "b", verdict: "less" });
  expect(high.differences.goodput_bps).toBeUndefined();
  expect(high.best).toEqual(["goodput_bps"]);
});

test("digests decide whether a row moves, values do not: 0 in every run is a value", () => {
  const still = runs("a", pauses(5, 5), { digest: () => "same" });
  expect(rowsOf(still, runs("b", pauses(0, 0))).map(({ moves }) => moves)).toEqual([false, true]);
  expect(rowsOf(runs("a", pauses(5)))[0].moves).toBeNull();
});

test("a fixed hash counts where every seed has the same flows: the row moves a little, and nothing is decided", () => {
  const ecmp = (flow_set: (seed: number) => string): SeedRun[] =>
    runs("ecmp", pauses(20, 21, 20), { flow_set, fixed: [flows, hash] });
  const spray = runs("spray", pauses(10, 12, 11), { flow_set: () => "same" });
  const given = rowsOf(ecmp(() => "same"), spray); // prettier-ignore
  expect(given[0].differences.pauses).toMatchObject({ why: "the seed changes different parts of the two", half: NaN });
  expect(best(given)).toEqual([]);
  expect(seedNotes(given, { routing: ["ecmp", "spray"] })).toEqual([
    'ecmp: the seed does not change a part of the run (flows are given; ECMP\'s hash is fixed). To vary it: --vary "routing={name: ecmp, seed: drawn},spray"',
    "No comparison of ecmp with rows in which the seed varies that part is decided.",
  ]);
  expect(best(rowsOf(ecmp(String), spray))).toEqual(["spray"]);
});

test("flows left undone under one seed and not under another: no statement on times, though the means agree", () => {
  const of = (routing: string, left: readonly number[], base: number): SeedRun[] =>
    runs(routing, left.map((unfinished, k) => ({ unfinished, fct_mean_ns: base + k, pauses: base + k * k }))); // prettier-ignore
  const [, other] = rowsOf(of("a", [1, 3, 2], 100), of("b", [3, 1, 2], 200));
  expect(other.differences.fct_mean_ns?.why).toBe("the sides left different numbers of flows undone");
  const [first, alike] = rowsOf(of("a", [1, 3, 2], 100), of("b", [1, 3, 2], 200.5));
  expect(alike.differences.fct_mean_ns?.why).toBeNull();
  expect(first.figures.unfinished.mean).toBe(2);
});

test("a difference within the error of fast-forward names no winner, and a larger one does", () => {
  const times = (error: number, ...values: number[]): Partial<Figures>[] =>
    values.map((fct_mean_ns) => ({ fct_mean_ns, skip_error: error }));
  const verdicts = (error: number): unknown[] =>
    rowsOf(runs("a", times(0, 100, 110, 120)), runs("b", times(error, 101, 111.5, 121.2))).map((row) => [
      row.differences.fct_mean_ns?.why,
      row.best.includes("fct_mean_ns"),
    ]);
  expect(verdicts(0.02)[1]).toEqual(["the difference is within the error of fast-forward", false]);
  expect(verdicts(0.02)[0]).toEqual([undefined, false]);
  expect(verdicts(0.005)).toEqual([
    [undefined, true],
    [null, false],
  ]);
});

test("rows of other traffic have a best of their own", () => {
  const load = (value: string) => ({ more: { "traffic.0.load": value } });
  const rows = rowsOf(
    runs("a", pauses(1, 2, 4), load("0.3")),
    runs("b", pauses(9, 11, 12), load("0.3")),
    runs("a", pauses(90, 92, 94), load("0.9")),
  );
  expect(rows.map(({ best: columns }) => columns.includes("pauses"))).toEqual([true, false, false]);
  expect(rows[2].differences).toEqual({});
});

test("notes: rows of one sentence are named together; several of them are counted; all of them are every row", () => {
  const still = (name: string): SeedRun[] => runs(name, pauses(1, 1), { digest: () => name, fixed: [flows] });
  const names = ["a", "b", "c", "d", "e", "f"];
  expect(seedNotes(rowsOf(...names.map(still)))).toEqual([
    "every row: the seed changes nothing here (flows are given).",
    "Each row has a single outcome, so there is no statement over seeds.",
  ]);
  expect(seedNotes(rowsOf(...names.map(still), runs("g", pauses(1, 2))))[0]).toMatch(
    /^a; b; c; d and 2 more: the seed/,
  );
  const tuned = runs("x", pauses(1, 1), { digest: () => "x", fixed: [hash] });
  expect(seedNotes(rowsOf(tuned), { "routing.seed": ["per-switch"] })[0]).toMatch(/To vary it: routing=\{name: ecmp/);
  expect(seedNotes(rowsOf(tuned), { buffer: ["st"] })[0]).toMatch(
    /To vary it: --set "routing=\{name: ecmp, seed: drawn\}"$/,
  );
});
