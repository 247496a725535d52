/** Tests the size of a large run's folder: 100,000 flows on 1,024 hosts take well below 50 MB. */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { experiment, readScenario } from "../src/run/lab/lab.ts";
import { readRun, writeRun } from "../src/batch/store/run-folder.ts";

const folder = join(mkdtempSync(join(tmpdir(), "xoff-size-")), "run");
/** The flows are tiny, so that the run is short. */
const text = JSON.stringify({
  until: "1ms",
  topology: { kind: "fat-tree", k: 16, rate: "100Gbps", delay: "1us" },
  traffic: [{ kind: "poisson", cdf: "fb-keyvalue-hkust", load: 0.01, stop: "275us" }],
});

beforeAll(() => {
  writeRun(folder, experiment(readScenario(text, "many-flows.json")), { text });
});
afterAll(() => {
  rmSync(join(folder, ".."), { recursive: true });
});

test("100,000 flows, 1,024 hosts: below 21 MB", () => {
  const { summary } = readRun(folder);
  expect([summary.hosts, summary.flows.finite >= 100_000]).toEqual([1024, true]);
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  expect(bytes).toBeLessThan(21e6);
});

test("the table of flows, read back, is complete and in order", async () => {
  const { summary, table } = readRun(folder);
  const flows = await table("flows");
  expect(flows?.rows).toBe(summary.flows.finite);
  expect(flows?.columns.flow.every((flow, row) => flow === row)).toBe(true);
  const { start_ns } = flows!.columns;
  expect(start_ns.every((start, row) => row === 0 || start_ns[row - 1] <= start)).toBe(true);
});
