import { expect, test } from "vitest";
import { labelledRun } from "../../../test/labelled-run.ts";
import type { LabelledRun } from "../labelled-run.ts";
import { schemesOf } from "../schemes.ts";
import { probesOf } from "./probes.ts";

const probed = (text: string): string => text.replace("every: 10us", "every: 250us, probes: [memory, drops]");
const run: LabelledRun = { ...labelledRun("dt", probed), files: { memory: "x/memory.csv" } };
const textOf = async (runs: readonly LabelledRun[]): Promise<string> => (await probesOf(schemesOf(runs)))?.text ?? "";
const plain = (text: string): string => text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

test("a probe's table has its rows, its file, its columns over time, and least, mean and most of its numbers", async () => {
  const text = await textOf([run]);
  expect(text).toContain('<a href="x/memory.csv">memory.csv</a>');
  expect(plain(text)).toContain("of switches, sampled: 4 rows.");
  expect(plain(text)).toMatch(/used_bytes Bytes of the shared pool in use\. 0 KB [\d.]+ KB [\d.]+ KB/);
  expect(plain(text)).toContain("with its cause: 0 rows.");
  const drawn = Array.from(text.matchAll(/<figure id="([^"]*)"/g), ([, id]) => id);
  expect(drawn).toEqual(["used", "capacity", "headroom"].map((column) => `probe-memory-${column}_bytes`));
  expect(plain(text)).toContain("Bytes in the headroom of the switch&#39;s ports");
});

test("of a comparison the charts have a line a scheme, and no numbers of a single run; without probes there is no section", async () => {
  const [st, dt] = ["st", "dt"].map((buffer) => ({ ...run, label: buffer, settings: { buffer } }));
  const text = await textOf([st, dt]);
  expect(plain(text)).toContain("sampled. Bytes of the shared pool in use buffer st dt sw0");
  expect(text).not.toContain("<th>least</th>");
  const { probes: _, ...without } = run;
  expect(await textOf([without])).toBe("");
});
