import { expect, test } from "vitest";
import { sample, type Sample } from "./samples.ts";
import {
  allOf,
  atLeast,
  atMost,
  below,
  changes,
  equals,
  inEveryRun,
  near,
  onAPar,
  rarer,
  rarerBy,
  shareNear,
  shareText,
  upTo,
  whereDone,
} from "./verdicts.ts";

/** The sample of a name, with its values under seeds 1, 2 and so on. */
const of = (name: string, ...values: number[]): Sample => ({
  name,
  bySeed: new Map(values.map((value, k) => [k + 1, value])),
});
const show = String;
const DT = of("DT", 100, 110, 90);

test.each([
  ["-32% and little scatter", [68, 75, 61], "holds"],
  ["-8% for -32%: a quarter of the change", [92, 101, 83], "direction"],
  ["-80% for -32%: more than twice", [20, 22, 18], "direction"],
  ["-30% on average, but one seed goes the other way", [40, 50, 120], "undecided"],
  ["+10% for -32%", [110, 121, 99], "fails"],
  ["+1% (-3 to +4%) for -32%: no change, and half of the paper's is excluded", [102, 112, 89], "fails"],
  ["-6% (-19 to +7%) for -32%: half of it is not excluded", [91, 109, 82], "undecided"],
  ["one seed excludes nothing", [68], "undecided"],
])("changes: %s", (_, values, verdict) => {
  expect(changes(of("SPFC", ...values), DT, 0.684, undefined).verdict).toBe(verdict);
});

test("changes: the factor of the paper's change is printed; by means alone .92 for .684 held, being within 1.5 and a tenth of the way", () => {
  const { ours, byMeans } = changes(of("SPFC", 92, 101, 83), DT, 0.684);
  expect(ours).toBe("-8.0% (-8.5% to -7.5%), 0.22 (0.21 to 0.23) times the paper's change");
  expect(byMeans).toBe(true);
});

// By hand, as ratios of logarithms. ln .05 / ln .25 = 2.16, although 95% is only 1.27 times 75%. ln .4 / ln .25 = .66.
// For increases, ln 6.9 / ln 3.3 = 1.62 and ln 12 / ln 3.3 = 2.08.
test.each([
  ["-95% for the paper's -75% is more than twice its change", 0.05, 0.25, "direction", "2.16"],
  ["-60% for -75%", 0.4, 0.25, "holds", "0.66"],
  ["6.9 times for 3.3 times", 6.9, 3.3, "holds", "1.62"],
  ["12 times for 3.3 times", 12, 3.3, "direction", "2.08"],
])("changes are judged by their logarithms: %s", (_, ours, paper, verdict, part) => {
  const base = [100, 110, 90];
  const judged = changes(of("a", ...base.map((value) => value * ours)), of("b", ...base), paper);
  expect(judged.verdict).toBe(verdict);
  expect(judged.ours).toContain(`, ${part} times the paper's change`);
});

test("changes: a factor whose interval reaches over half of the paper's change, or over twice, is undecided", () => {
  // The means .7 and .55 are changes of .57 and .95 relative to ln .534. The seeds scatter by a fifth.
  expect(changes(of("a", 56, 77, 77), DT, 0.534).verdict).toBe("undecided");
  expect(changes(of("a", 69, 78, 63), DT, 0.534).verdict).toBe("holds");
  expect(changes(of("a", 30, 25, 34), DT, 0.534).verdict).toBe("undecided");
});

test("changes: at the borders themselves it holds", () => {
  expect(changes(of("a", 50, 50), of("b", 100, 100), 0.25).verdict).toBe("holds");
  expect(changes(of("a", 6.25, 6.25), of("b", 100, 100), 0.25).verdict).toBe("holds");
});

test("up to: the largest change, its interval widened for the number that it is picked from", () => {
  const places = [
    [of("a", 92, 101, 83), DT],
    [of("a", 68, 77, 60), DT],
  ] as const;
  const { judged, at } = upTo(places, 0.684);
  expect(at).toBe(1);
  // The residuals are -.0033, .0183 and -.0150, because a / b is 205 / 300. So s / sqrt(3) = .00976. Student's t with 2
  // degrees of freedom is 4.303 at 5% and 6.205 at 2.5%.
  expect(changes(...places[1], 0.684).ours).toMatch(/^-31\.7% \(-35\.9% to -27\.5%\)/);
  expect(judged.ours).toMatch(/^-31\.7% \(-37\.7% to -25\.6%\)/);
  expect(upTo([places[1]], 0.684).judged.ours).toBe(changes(...places[1], 0.684).ours);
});

test("up to: of changes upward the largest is the one that grows most", () => {
  expect(
    upTo([[of("a", 200, 220), of("b", 100, 110)] as const, [of("a", 300, 330), of("b", 100, 110)] as const], 3).at,
  ).toBe(1);
});

test("a side that the seed does not move is exact: the other side's scatter decides, and two such sides have an exact difference", () => {
  expect(below(of("SPFC", 1, 1, 1), DT, show).verdict).toBe("holds");
  expect(below(of("SPFC", 100, 100, 100), DT, show).verdict).toBe("undecided"); // DT's interval is 98 to 102
  expect(below(of("SPFC", 1, 1), of("DT", 2, 2), show).verdict).toBe("holds");
  expect(changes(of("SPFC", 68, 68), of("DT", 100, 100), 0.684).verdict).toBe("holds");
});

test("a percentile is undecided where more flows are not done than lie above it", () => {
  const judged = { verdict: "holds", byMeans: true, ours: "-45%" } as const;
  expect(whereDone(judged, 0.05, [{ n: 100, unfinished: 5 }, null])).toBe(judged);
  expect(whereDone(judged, 0.05, [{ n: 100, unfinished: 6 }, null])).toEqual({
    ...judged,
    verdict: "undecided",
    ours: "-45%; more than 5% of the flows unfinished in 1 of 2 runs",
  });
});

test("changes: against nothing there is no change", () => {
  expect(changes(of("a", 0, 0), of("b", 0, 0), 0.5)).toEqual({
    verdict: "undecided",
    byMeans: false,
    ours: "no value for b",
  });
});

test("changes: a paper's 3.3 times", () => {
  expect(changes(of("DCQCN", 300, 340), of("ACC", 100, 110), 3.3).verdict).toBe("holds");
  expect(changes(of("DCQCN", 130, 143), of("ACC", 100, 110), 3.3).verdict).toBe("direction");
});

test.each([
  [[98, 107, 88], "holds"],
  [[98, 113, 90], "undecided"],
  [[103, 112, 92], "fails"],
  [[100.3, 109.8, 90.2], "fails"],
  [[100.6, 109.2, 90.2], "undecided"],
])("below: SPFC %j against DT 100, 110, 90, within each seed: %s", (values, verdict) => {
  expect(below(of("SPFC", ...values), DT, show).verdict).toBe(verdict);
});

test("below: a difference of less than a hundredth is none, however sure", () => {
  expect(below(of("SPFC", 99.6, 109.6, 89.6), DT, show).verdict).toBe("fails");
  // The difference is .9, with the interval .3 to 1.5, relative to 100.
  expect(below(of("SPFC", 99.3, 109.1, 88.9), DT, show).verdict).toBe("undecided");
  expect(below(of("SPFC", 98.8, 108.8, 88.8), DT, show).verdict).toBe("holds");
});

test("below: seeds that only one of the two has do not count", () => {
  expect(below(of("SPFC", 90, 90), of("DT", 100), show).verdict).toBe("undecided");
});

test.each([
  [[0, 0, 0], "holds"],
  [[2, 2], "holds"],
  [[1, 2, 1], "undecided"],
  [[0, 0, 9], "undecided"],
  [[9, 9, 9], "fails"],
  [[0], "undecided"],
])("at most 2: %j %s", (values, verdict) => {
  expect(atMost(of("PAUSEs", ...values), 2, show).verdict).toBe(verdict);
});

test("at least: the seeds on average, beyond their scatter", () => {
  expect(atLeast(of("F0", 49, 50, 48), 45, show).verdict).toBe("holds");
  expect(atLeast(of("F0", 49, 40, 48), 45, show).verdict).toBe("undecided");
  expect(atLeast(of("F0", 30, 31), 45, show).verdict).toBe("fails");
});

test("an infinite time is refused: it has no mean", () => {
  const done = [{ key: {}, seed: 1, row: Infinity }];
  expect(() =>
    sample(
      "ACC",
      done,
      () => true,
      (row) => row,
    ),
  ).toThrow("ACC, seed 1: expected a finite number, got Infinity");
});

test.each([
  [[1.5, 1.6, 1.4], "holds"],
  [[1.5, 3, 1.4], "undecided"],
  [[4, 4.1, 3.9], "fails"],
])("near: %j ms for the paper's 1.5 %s", (values, verdict) => {
  expect(near(of("ACC", ...values), 1.5, show).verdict).toBe(verdict);
});

test("on a par: within the factor whatever the seed", () => {
  expect(onAPar(of("ACC", 101, 110, 91), DT, 1.05).verdict).toBe("holds");
  expect(onAPar(of("ACC", 120, 132, 108), DT, 1.05).verdict).toBe("fails");
});

test("in every run: one counter-example fails it, none run decides nothing", () => {
  expect(inEveryRun("no loss", [true, true])).toMatchObject({ verdict: "holds", ours: "no loss: 2 of 2" });
  expect(inEveryRun("no loss", [0, 3], (lost) => lost === 0)).toMatchObject({
    verdict: "fails",
    ours: "no loss: 1 of 2",
  });
  expect([inEveryRun("no loss", [true, false]).verdict, inEveryRun("no loss", []).verdict]).toEqual([
    "fails",
    "undecided",
  ]);
});

const share = (name: string, hits: number, runs: number) => ({ name, hits, runs });

test("rarer: 1 of 100 against 4 of 100 is not decided, 24 against 61 is", () => {
  expect(rarer(share("SPFC", 1, 100), share("DT", 4, 100)).verdict).toBe("undecided");
  expect(rarer(share("SPFC", 24, 100), share("DT", 61, 100)).verdict).toBe("holds");
  expect(rarer(share("SPFC", 61, 100), share("DT", 24, 100)).verdict).toBe("fails");
});

test("rarer by: 2 of 20 for 12 of 20 is a sixth, but its interval reaches over half and twice the change of 237 for 612", () => {
  // Walter's interval: the change ln(2.5 / 12.5) = -1.609 relative to the paper's ln(237 / 612) = -.949 is 1.70. Half
  // its width is 1.96 sqrt(1/2.5 - 1/20.5 + 1/12.5 - 1/20.5) = 1.213.
  const { verdict, ours } = rarerBy(share("SPFC", 2, 20), share("DT", 12, 20), 237 / 612);
  expect(verdict).toBe("undecided");
  expect(ours).toContain("1.70 (0.42 to 2.97) times the paper's change");
});

test("rarer by: 24 of 61 for the paper's 237 of 612; 50 of 61 is less than half of that change", () => {
  expect(rarerBy(share("SPFC", 240, 1000), share("DT", 610, 1000), 237 / 612).verdict).toBe("holds");
  expect(rarerBy(share("SPFC", 500, 1000), share("DT", 610, 1000), 237 / 612).verdict).toBe("direction");
});

test("a share: 3 of 15 (7 to 45%) for the paper's 4% fails; 4 of 100 holds; 0 of 3 is too wide to tell", () => {
  expect(shareNear(share("DSH", 3, 15), 0.04).verdict).toBe("fails");
  expect(shareNear(share("DSH", 4, 100), 0.04).verdict).toBe("holds");
  expect(shareNear(share("DSH", 0, 3), 0.04).verdict).toBe("undecided");
});

test("a share: what the paper has in every run or in none is within the interval of as many", () => {
  for (const runs of [20, 50, 100, 1000]) {
    expect(shareNear(share("SIH", runs, runs), 1).verdict).toBe("holds");
    expect(shareNear(share("DSH", 0, runs), 0).verdict).toBe("holds");
  }
  expect(shareNear(share("SIH", 10, 10), 1).verdict).toBe("undecided");
});

test("each number stands apart from the name of its scheme, which may end with a number", () => {
  const [few, many] = [of("DT 1, N = 1", 0, 0), of("DT 1, N = 29", 20, 20)];
  const frames = (value: number): string => `${value.toFixed(1)} PAUSE frames`;
  expect(below(few, many, frames).ours).toBe(
    "DT 1, N = 1 (0.0 PAUSE frames) against DT 1, N = 29 (20.0 PAUSE frames): difference 20.0 PAUSE frames (all 2 seeds)",
  );
  const one = "DT 1, N = 29: 20.0 PAUSE frames (all 2 seeds)";
  expect([atLeast(many, 2, frames).ours, atMost(many, 2, frames).ours]).toEqual([one, one]);
  expect(near(many, 20, frames).ours).toBe(`${one}, 1.00 times the paper's value`);
});

test.each([
  [102, "holds"],
  [103, "fails"],
  [NaN, "fails"],
])("equals: %d for 100 within 2%% %s", (ours, verdict) => {
  expect(equals(ours, 100, 0.02, String)).toMatchObject({ ours: String(ours), verdict });
});

test("all of several parts: as good as the worst", () => {
  const part = (verdict: "holds" | "undecided" | "fails") => ({ verdict, byMeans: true, ours: verdict });
  expect(allOf([part("holds"), part("undecided")])).toEqual({
    verdict: "undecided",
    byMeans: true,
    ours: "holds; undecided",
  });
  expect(allOf([part("undecided"), part("fails")]).verdict).toBe("fails");
  expect(allOf([]).verdict).toBe("undecided");
});

test("24 of 100 in words", () => {
  expect(shareText({ hits: 24, runs: 100 })).toBe("24 of 100 (24.0%, 16.7 to 33.2%)");
});
