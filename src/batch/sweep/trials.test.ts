import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defineExperiment, type Scale } from "../../papers/figures/contract.ts";
import { hasOtherText, keptTrial, planTrials, rowTextOf } from "./trials.ts";

const experiment = defineExperiment<{ readonly n: number }, { readonly pauses: number }>({
  id: "cross/one",
  title: "One",
  asks: "What?",
  chosen: [],
  seeds: { quick: 1, paper: 3 },
  trials: (scale) =>
    [1, 2].map((n) => ({ key: { n }, scenario: { until: scale === "paper" && n === 2 ? "2ms" : "1ms" } })),
  row: () => ({ pauses: 0 }),
  conclude: () => ({ plots: [], claims: [] }),
});
const files = (scale: Scale, seeds = 1, version = "1", folder = "rows"): string[] =>
  planTrials(experiment, { scale, seeds, folder, version }).map(({ file }) => file);

test("trials by seeds, each with the words by which a message names it", () => {
  const labels = planTrials(experiment, { scale: "quick", seeds: 2, folder: "rows", version: "1" }).map(
    ({ label }) => label,
  );
  expect(labels).toEqual(["n=1, seed 1", "n=1, seed 2", "n=2, seed 1", "n=2, seed 2"]);
});

test("a file stands for version, key, scenario, seed and what is kept: what both scales have in common is run once", () => {
  const [first, second] = files("quick");
  expect(first).not.toBe(second);
  expect(files("paper")[0]).toBe(first);
  expect(files("paper")[1]).not.toBe(second);
  expect(files("quick", 2).filter((file) => file === first)).toHaveLength(1);
  const other = { ...experiment, measure: "PAUSEs sent" };
  expect(planTrials(other, { scale: "quick", seeds: 1, folder: "rows", version: "1" })[0].file).not.toBe(first);
  expect(new Set([...files("quick", 2), ...files("quick", 1, "2")]).size).toBe(6);
});

test("a row that is absent or half written is to be run; a null is a row", () => {
  const folder = mkdtempSync(join(tmpdir(), "xoff-trials-"));
  try {
    const [trial] = planTrials({ ...experiment, id: "." }, { scale: "quick", seeds: 1, folder, version: "1" });
    expect(keptTrial(trial)).toBeUndefined();
    writeFileSync(trial.file, '{"row":{"pau');
    expect(keptTrial(trial)).toBeUndefined();
    writeFileSync(trial.file, '{"row":null,"seconds":2,"build":"b","rowText":"t"}');
    expect(keptTrial(trial)).toEqual({
      done: { key: { n: 1 }, seed: 1, row: null },
      seconds: 2,
      build: "b",
      rowText: "t",
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the text of `row` does not name a file: moved code finds its rows, which then count as those of another text", () => {
  const moved = { ...experiment, row: () => ({ pauses: 1 }) };
  const plan = { scale: "quick", seeds: 1, folder: "rows", version: "1" } as const;
  const [[before], [after]] = [planTrials(experiment, plan), planTrials(moved, plan)];
  expect(after.file).toBe(before.file);
  const kept = { done: { key: { n: 1 }, seed: 1, row: { pauses: 0 } }, seconds: 1, results: "r", build: "b" };
  expect(hasOtherText(before, { ...kept, rowText: before.rowText })).toBe(false);
  expect(hasOtherText(after, { ...kept, rowText: before.rowText })).toBe(true);
});

test("comments and line breaks of `row` do not count as another text; a string that looks like a comment does", () => {
  const textOf = (body: string): string =>
    rowTextOf({ row: { toString: () => body } as unknown as typeof experiment.row });
  const plain = textOf('() => ({ url: "http://a" })');
  expect(textOf('() => ({\n  /* where */ url: "http://a", // the page\n})'.replace(",", ""))).toBe(plain);
  expect(textOf('() => ({ url: "http://b" })')).not.toBe(plain);
});
