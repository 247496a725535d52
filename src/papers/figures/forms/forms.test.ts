/** Tests the shared forms of figures against results calculated by hand. */
import { describe, expect, test } from "vitest";
import type { Done } from "../contract.ts";
import { ratio } from "../claims.ts";
import { highestAgainstIdeal, ratioAgainstIdeal, upToAgainstIdeal } from "./against-ideal.ts";
import { deadlockLine, deadlockShare, onsetOf, untilDeadlock } from "./deadlocks.ts";
import { defineFigure, trialsOver, withIdeal } from "./figure.ts";
import { barPlot, linesOver } from "./plots.ts";
import { runsOf } from "./runs.ts";
import { averageOf, belowEach, fixed, scaled, sumOf } from "./samples.ts";
import { columnsOf, courseOf, deviationOf, longestRun } from "./series.ts";
import type { Results } from "../../../run/lab/lab.ts";
import { changes } from "../verdicts.ts";

type Key = { readonly scheme: string; readonly n: number };

const run = (scheme: string, n: number, seed: number, value: number): Done<Key, { readonly value: number }> => ({
  ...{ key: { scheme, n }, seed },
  row: { value },
});
const runs = runsOf([run("a", 2, 1, 4), run("a", 2, 2, 6), run("a", 1, 1, 1), run("b", 2, 1, 8), run("b", 2, 2, 9)]);
const valueOf = ({ value }: { readonly value: number }): number => value;

test("trials: the first axis varies slowest, and keys have the order of the axes, which is part of a row's name", () => {
  const trials = trialsOver({ scheme: ["a", "b"], n: [1, 2] }, ({ scheme, n }) => ({ name: scheme + n }));
  expect(trials.map(({ scenario }) => scenario.name)).toEqual(["a1", "a2", "b1", "b2"]);
  expect(JSON.stringify(trials[1].key)).toBe('{"scheme":"a","n":2}');
});

test("an ideal's run is that of its base scheme with the ideal; another scheme's run has none", () => {
  const of = (name: "a" | "b" | "best") => withIdeal(name, "pauses", "best", "a", (scheme) => ({ scheme }));
  expect([of("b"), of("best")]).toEqual([{ scheme: "b" }, { scheme: "a", ideal: "pauses" }]);
});

test("runs are selected by parts of their keys; a sample is called by the first of them", () => {
  const found = runs.of({ scheme: "a", n: 2 }, valueOf);
  expect([found.name, [...found.bySeed]]).toEqual([
    "a",
    [
      [1, 4],
      [2, 6],
    ],
  ]);
  expect(runs.of({ scheme: "a", n: 2 }, "value")).toEqual(found);
  expect(runs.rows({ n: 2 })).toHaveLength(4);
  expect([runs.numbers("n"), runs.first({ scheme: "b" })]).toEqual([[1, 2], { value: 8 }]);
  expect(runs.courses("scheme", ({ value }) => [[0, value]], { n: 2 })).toEqual([
    { name: "a", points: [[0, 4]] },
    { name: "b", points: [[0, 8]] },
  ]);
});

test("a place without a sample has no point, in lines and in bars", () => {
  const at = (scheme: string, n: number) => runs.of({ scheme, n }, valueOf);
  const lines = linesOver(["a", "b"], [1, 2], at, (n) => 10 * n);
  expect(lines.map(({ points }) => points.map(([x, y]) => [x, y]))).toEqual([
    [
      [10, 1],
      [20, 5],
    ],
    [[20, 8.5]],
  ]);
  const bars = barPlot("t", "x", "y", ["b"], ["one", "two"], (name, bin) => at(name, bin === "one" ? 1 : 2));
  expect([bars.bins, bars.lines[0].points.map(([x]) => x)]).toEqual([["one", "two"], [1]]);
});

test("sums and means are by seed, over the seeds that all samples have", () => {
  const [two, one, other] = [
    runs.of({ scheme: "a", n: 2 }, valueOf),
    runs.of({ n: 1 }, valueOf),
    runs.of({ scheme: "b" }, valueOf),
  ];
  expect([...sumOf("sum", [two, other]).bySeed.values()]).toEqual([12, 15]);
  expect([...averageOf("mean", [two, one]).bySeed]).toEqual([[1, 2.5]]);
  expect([scaled(2, other).name, ...scaled(2, other).bySeed.values()]).toEqual(["2 x b", 16, 18]);
  const judged = belowEach("a", ["b"], (scheme) => runs.of({ scheme, n: 2 }, valueOf), fixed(1, " s"));
  expect([judged.byMeans, judged.ours.startsWith("a (5.0 s) against b (8.5 s): difference 3.5 s")]).toEqual([
    true,
    true,
  ]);
});

describe("a figure by its parts", () => {
  const figure = defineFigure<Key, { readonly value: number }>({
    ...{ id: "x/fig1", title: "t", asks: "?", chosen: [], seeds: { quick: 1, paper: 1 } },
    trials: () => [{ key: { scheme: "a", n: 1 }, scenario: {} }],
    row: () => ({ value: 1 }),
    plots: () => [],
    claims: () => {
      throw new Error("computed");
    },
  });

  test("claims are computed only if some run succeeded", () => {
    expect(figure.conclude([], "quick")).toEqual({ plots: [], claims: [] });
    expect(() => figure.conclude(runs.done, "quick")).toThrow("computed");
  });
});

test("deadlocks: 2 ms are left to detect one that begins at the end; the share counts runs with an onset", () => {
  expect(untilDeadlock(10)).toEqual({ until: "12ms", onDeadlock: "stop" });
  const onset = (since: number | null) =>
    onsetOf({ summary: { deadlock_since_ns: since, until_ns: 12e6 } } as Results).onset;
  expect([onset(null), onset(9.5e6), onset(10e6), onset(10.1e6)]).toEqual([null, 9.5, 10, null]);
  const found = runsOf([7, null, 3, null].map((at, k) => ({ key: { scheme: "a" }, seed: k + 1, row: { onset: at } })));
  expect(deadlockShare(found, { scheme: "a" }, "A")).toEqual({ name: "A", hits: 2, runs: 4 });
  expect(deadlockLine(found, {}, "A", 0, 10).points).toEqual([
    ...[
      [0, 0],
      [3, 0],
      [3, 25],
    ],
    ...[
      [7, 25],
      [7, 50],
      [10, 50],
    ],
  ]);
});

test("a ratio with an ideal has the verdict of the ratio alone, and the ideal's change in addition", () => {
  const of = (scheme: string) => runs.of({ scheme, n: 2 }, valueOf);
  const said = { claim: "a is less", paper: "-50%", context: "n" };
  const bounded = { one: "a", other: "b", ideal: "a", schemes: [], factor: 0.5, of };
  const claim = ratioAgainstIdeal("less", { ...said, ...bounded });
  expect(claim).toMatchObject(ratio("less", { ...said, judged: changes(of("a"), of("b"), 0.5) }));
  expect(claim.toBeHad).toMatch(/^a against b: -41\.2%/);
  const judged = { verdict: "fails", byMeans: false, ours: "1" } as const;
  expect(ratioAgainstIdeal("less", { ...said, ...bounded, judged })).toMatchObject(ratio("less", { ...said, judged }));
});

test("no scheme can be the highest if the ideal run is less than 1% above another scheme", () => {
  const claimOf = (ideal: readonly number[]) => {
    const values = new Map<string, readonly number[]>([
      ...[["ours", [100, 101]] as const, ["other", [100.1, 101]] as const, ["worst", [50, 51]] as const],
      ["ideal", ideal],
    ]);
    const of = (name: string) => ({ name, bySeed: new Map(values.get(name)?.map((value, k) => [k + 1, value])) });
    const fields = { one: "ours", others: ["worst", "other"], ideal: "ideal", of, show: fixed(1, " Gbps") };
    return highestAgainstIdeal("best", { claim: "ours is highest", paper: "highest", ...fields });
  };
  const none = claimOf([100.3, 101.2]);
  expect(none.toBeHad).toMatch(/^ideal against other: \+0\.2%/);
  expect([none.verdict, none.settled?.because]).toEqual(["fails", "best case"]);
  const much = claimOf([140, 143]);
  expect([much.verdict, much.settled, much.cannot]).toEqual(["fails", undefined, undefined]);
});

test("an up-to claim is that of the place with the largest change, with the ideal of that place", () => {
  const of = (n: number) => (scheme: string) =>
    runs.of({ scheme, n: 2 }, ({ value }) => (scheme === "b" ? n * value : value));
  const claim = upToAgainstIdeal("less", {
    ...{ one: "a", other: "b", ideal: "a", schemes: [], factor: 0.5, places: [1, 3, 2], of },
    said: (n, paper) => ({ claim: `at ${n}`, paper, context: `n = ${n}` }),
  });
  expect([claim.claim, claim.paper, claim.ours.startsWith("n = 3; -80.4%")]).toEqual(["at 3", "up to -50.0%", true]);
  expect(claim.toBeHad).toMatch(/^a against b: -80\.4%/);
});

test("a course has the selected rows of a sampled table; a table that is not measured is an error", () => {
  const columns = { time_ns: Float64Array.of(1e6, 1e6, 2e6), flow: Int32Array.of(0, 1, 0) };
  expect(courseOf(columns, [10, 20, 30], 10, (row) => columns.flow[row] === 0)).toEqual([
    [1, 1],
    [2, 3],
  ]);
  const results = { tables: { queues: { rows: 3, columns } } } as unknown as Results;
  expect(columnsOf(results, "queues")).toBe(columns);
  expect(() => columnsOf(results, "rates")).toThrow("the scenario does not measure rates");
});

test("of the samples 1, 3, 3, 1, 3, two in a row are 3, and the deviation is the square root of .96", () => {
  const samples = [1, 3, 3, 1, 3];
  expect([longestRun(samples, (one) => one === 3), longestRun([], Boolean)]).toEqual([2, 0]);
  expect(deviationOf(samples)).toBeCloseTo(Math.sqrt(0.96), 12);
});
