import { expect, test } from "vitest";
import type { SeedRun } from "../state/run.ts";
import { differenceOver, intervalText } from "./seed-interval.ts";

/** Runs under the seeds 1, 2, 3 with these values. Each seed gives another run, unless `change` says otherwise. */
const runs = (values: readonly number[], change: Partial<SeedRun> = {}): SeedRun[] =>
  values.map((value, k) => ({
    ...{ seed: k + 1, digest: `d${k}`, unfinished: 0, error: 0, values: { PAUSEs: value } },
    ...{ traffic: "incast", fixed: [], flowSet: `f${k}` },
    ...change,
  }));
const PAUSES = { key: "PAUSEs", ages: false };
const text = (from: SeedRun[], to: SeedRun[], row = PAUSES): string =>
  intervalText(differenceOver(row, from, to), (value) => String(Number(value.toPrecision(3))));

test("pairs by seed: differences 1, 2, 3 have mean 2, and half an interval of 4.303 x 1 / sqrt 3", () => {
  expect(text(runs([10, 20, 30]), runs([11, 22, 33]))).toBe("+2 ±2.48, undecided");
  expect(text(runs([10, 20, 30]), runs([9, 18.9, 29.1]))).toBe("−1 ±0.248");
  expect(text(runs([10, 20, 30]), runs([10, 20, 30]))).toBe("under every seed");
});

test("other traffic is not paired: the spread of the seeds hides the same difference", () => {
  const found = differenceOver(PAUSES, runs([10, 20, 30]), runs([9, 18.9, 29.1], { traffic: "poisson" }));
  expect(found).toMatchObject({ how: "unpaired", verdict: "undecided" });
});

test("states nothing if no seed changes a run, or if an aged column has other numbers of unfinished flows", () => {
  const same = { digest: "d", flowSet: "f" };
  expect(differenceOver(PAUSES, runs([10, 10], same), runs([12, 12], same))).toMatchObject({
    why: "the seed changes neither of the two",
  });
  const aged = { key: "PAUSEs", ages: true };
  const found = differenceOver(aged, runs([10, 20, 30]), runs([11, 22, 33], { unfinished: 1 }));
  expect(found.why).toBe("the sides left different numbers of flows undone");
  expect(text(runs([10, 20, 30]), runs([11, 22, 33], { unfinished: 1 }), aged)).toBe("");
});

test("states nothing on aged columns of other traffic unless every flow is done, though the numbers agree", () => {
  const [from, to] = ["incast", "poisson"].map((traffic) => runs([10, 20, 30], { traffic, unfinished: 1 }));
  expect(differenceOver({ key: "PAUSEs", ages: true }, from, to).why).toBe(
    "the sides left different numbers of flows undone",
  );
});

test("states nothing if the same flows take fixed paths on one side only", () => {
  const sides = [[], ["routing"]].map((fixed) => runs([10, 20], { flowSet: "f", fixed }));
  expect(differenceOver(PAUSES, sides[0], sides[1]).why).toBe("the seed changes different parts of the two");
});
