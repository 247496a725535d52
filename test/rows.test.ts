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

const plannedNames = ({ id, scale, seeds }: Record) => {
  const experiment = experiments.find((one) => one.id === id)!;
  const planned = planTrials(experiment, { scale, seeds, folder: "", version: "0.1.0" });
  return planned.map(({ file }) => file.replace(/^.*\/|\.json$/g, ""));
};

test.each(files)("%s has runs of its figure, each under the name that the figure's plan gives it", (file) => {
  const lines = gunzipSync(readFileSync(new URL(`rows/${file}`, folder)))
    .toString()
    .trimEnd()
    .split("\n");
  const rows = lines.map((line) => JSON.parse(line) as { name: string; results: string; row: unknown; seed: number });
  const [, id, scale] = /^(.*)-(quick|paper)\.jsonl\.gz$/.exec(file)! as unknown as [string, string, Record["scale"]];
  const shown = figures.find((one) => one.id === id)!;
  // A figure whose page is at scale quick may have the first rows of its long runs at scale paper, under any number of seeds.
  const seeds = Math.max(...rows.map(({ seed }) => seed));
  const figure = shown.scale === scale ? shown : { ...shown, scale, seeds, results: {} };
  const results = [...new Set(rows.map((row) => row.results))];
  expect(results).toHaveLength(1);
  expect(rows.every(({ row }) => row !== undefined)).toBe(true);
  if (results[0] !== RESULTS_ID) return; // the ledger marks this figure as stale, and today's plan may differ
  const names = rows.map(({ name }) => name);
  const sharing = figures.filter((one) => experiments.find(({ id }) => one.id === id)!.runsOf === figure.id);
  const planned = new Set([figure, ...sharing].flatMap(plannedNames));
  expect(names).toEqual([...new Set(names)].sort());
  expect(names.filter((name) => !planned.has(name))).toEqual([]);
  // A figure that is stale on its page may have a part of its new runs here.
  if (figure.results[RESULTS_ID] === undefined) return;
  const own = plannedNames(figure);
  expect(figure.results).toEqual({ [RESULTS_ID]: own.length });
  expect(own.filter((name) => !names.includes(name))).toEqual([]);
});
