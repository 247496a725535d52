import { expect, test } from "vitest";
import { labelledRun } from "../../../test/labelled-run.ts";
import { probesOf } from "./probes.ts";

test("a probe's table has its rows, its file, and least, mean and most of its numbers", () => {
  expect(probesOf(labelledRun("none"))).toBeUndefined();
  const run = labelledRun("dt", (text) => text.replace("every: 10us", "every: 250us, probes: [memory, drops]"));
  const text = probesOf({ ...run, files: { memory: "x/memory.csv" } })?.text ?? "";
  const plain = text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
  expect(text).toContain('<a href="x/memory.csv">memory.csv</a>');
  expect(plain).toContain("in use, sampled: 4 rows.");
  expect(plain).toMatch(/used_bytes Bytes of the shared pool in use\. 0 KB [\d.]+ KB [\d.]+ KB/);
  expect(plain).toContain("with its cause: 0 rows.");
});
