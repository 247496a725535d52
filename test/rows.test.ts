/**
 * Tests docs/results/rows/, the rows of the figures on the pages. `node scripts/rows.mjs conclude` concludes the
 * figures from them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { RESULTS_ID } from "../src/base/version.ts";
import { experiments } from "../src/papers/index.ts";
import { planTrials } from "../src/batch/sweep/trials.ts";

interface Record {
  readonly id: string;
  readonly scale: "quick" | "paper";
  readonly seeds: number;
  readonly runs: number;
  readonly results: Readonly<{ [id: string]: number }>;
}

const folder = new URL("../docs/results/", import.meta.url);
const { figures } = JSON.parse(readFileSync(new URL("claims.json", folder), "utf8")) as { figures: readonly Record[] };
const files = readdirSync(new URL("rows", folder), { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".jsonl.gz"));

test.each(files)("%s has the runs of its figure, each under the name that the figure's plan gives it", (file) => {
  const lines = gunzipSync(readFileSync(new URL(`rows/${file}`, folder)))
    .toString()
    .trimEnd()
    .split("\n");
  const rows = lines.map((line) => JSON.parse(line) as { name: string; results: string; row: unknown });
  const figure = figures.find(({ id, scale }) => `${id}-${scale}.jsonl.gz` === file)!;
  const results = [...new Set(rows.map((row) => row.results))];
  expect(results).toHaveLength(1);
  expect(figure.results).toEqual({ [results[0]]: rows.length });
  expect(rows.every(({ row }) => row !== undefined)).toBe(true);
  if (results[0] !== RESULTS_ID) return; // the ledger marks this figure as stale, and today's plan may differ
  const experiment = experiments.find(({ id }) => id === figure.id)!;
  const planned = planTrials(experiment, { ...figure, folder: "", version: "0.1.0" });
  expect(rows.map(({ name }) => name)).toEqual(
    planned.map(({ file: path }) => path.replace(/^.*\/|\.json$/g, "")).sort(),
  );
});
