import { expect, test } from "vitest";
import { ratio } from "./claims.ts";
import { against, toBeHad } from "./ideals.ts";
import type { Sample } from "./samples.ts";
import { changes } from "./verdicts.ts";

const of = (name: string, ...values: number[]): Sample => ({
  name,
  bySeed: new Map(values.map((one, k) => [k + 1, one])),
});
const base = of("DT", 100, 100, 100);
const judged = (scheme: Sample, paper: number) =>
  ratio("more", { claim: "SPFC gives more than DT", paper: "+28%", judged: changes(scheme, base, paper) });

test("an ideal of +1% in each of three seeds: +28% cannot hold, at most +1.0%", () => {
  const had = toBeHad(of("no PAUSEs", 101, 101, 101), base, 1.28);
  expect(had).toEqual({ text: "no PAUSEs against DT: +1.0% (all 3 seeds)", most: "at most +1.0%" });
  expect(against(judged(base, 1.28), had)).toMatchObject({ verdict: "fails", cannot: "at most +1.0%" });
});

test("less is better: an ideal of -5% bounds a paper's -58%, not its -4%", () => {
  const ideal = of("no PAUSEs", 95, 95, 95);
  expect(toBeHad(ideal, base, 0.42).most).toBe("at most -5.0%");
  expect(toBeHad(ideal, base, 0.96).most).toBeUndefined();
});

test("scatter over seeds: values of 90, 100, 140 have an interval beyond +28%, so nothing is settled", () => {
  expect(toBeHad(of("no PAUSEs", 90, 100, 140), base, 1.28).most).toBeUndefined();
});

test("a real scheme past the ideal shows that it is no best case", () => {
  const past = toBeHad(of("no PAUSEs", 95, 95, 95), base, 0.42, [[of("ST", 90, 90, 90), base]]);
  expect(past.most).toBeUndefined();
  expect(past.text).toBe(
    "no PAUSEs against DT: -5.0% (all 3 seeds); the ideal is no best case, since ST against DT exceeds it",
  );
  expect(toBeHad(of("no PAUSEs", 95, 95, 95), base, 0.42, [[of("ST", 96, 96, 96), base]]).most).toBe("at most -5.0%");
});

test("slower than: 14 MB against an ideal of +2% bounds a paper's +78%", () => {
  expect(toBeHad(of("14 MB", 102, 102, 102), of("no PAUSEs", 100, 100, 100), 1.78).most).toBe("at most +2.0%");
});

test("one seed settles nothing, and a claim that holds keeps its verdict alone", () => {
  expect(toBeHad(of("no PAUSEs", 101), of("DT", 100), 1.28).most).toBeUndefined();
  const holds = judged(of("SPFC", 125, 126, 127), 1.28);
  expect(holds.verdict).toBe("holds");
  expect(against(holds, { text: "t", most: "at most +1.0%" }).cannot).toBeUndefined();
});
