/**
 * Tests `xoff run --threads` with the built program: the results equal those of one thread, and all ways in which such
 * a run ends.
 */
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { readRun } from "../../src/batch/store/run-folder.ts";
import { build, ended, Folder } from "./xoff.ts";

const scenario = (until: string, more = ""): string => `
until: ${until}
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 4 }
traffic:
  - { kind: poisson, cdf: websearch-hpcc, load: 0.7 }
  - { kind: bursts, from: h1..h6, to: h15, size: 64KB, start: 20us }
${more}`;

let at: Folder;
beforeAll(build);
beforeEach(() => {
  at = new Folder();
});
afterEach(() => {
  at.remove();
});

const TABLES = ["flows", "parts", "pauses", "ports", "queues"];

test("one, two and five threads write the same tables, byte for byte; --verbose says what each did", () => {
  at.write("mine.yaml", scenario("400us", "measure: { every: 10us, queues: [leaf0, spine1] }\n"));
  for (const threads of [1, 2, 5]) {
    const { code, stderr } = at.run(
      "run",
      "mine.yaml",
      "--out",
      `in${threads}`,
      "--threads",
      `${threads}`,
      "--verbose",
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(threads === 1 ? /In one thread: --threads 1/ : /\d threads; lookahead 1 us/);
    expect(readRun(at.at(`in${threads}`)).summary.digest).toBe(readRun(at.at("in1")).summary.digest);
    for (const table of TABLES)
      expect([table, at.bytes(`in${threads}/${table}.parquet`).equals(at.bytes(`in1/${table}.parquet`))]).toEqual([
        table,
        true,
      ]);
  }
});

test("a drop of a lossless packet ends the run with the same message and exit code as with one thread", () => {
  at.write(
    "lossy.yaml",
    scenario("1ms", "switch: { memory: 200KB }\npolicies: { link: none, headroom: none, congestion: none }\n"),
  );
  const [one, two] = [1, 3].map((threads) => at.run("run", "lossy.yaml", "--threads", `${threads}`));
  expect(one.stderr).toContain("lost a packet");
  expect([two.code, two.stderr]).toEqual([one.code, one.stderr]);
});

test("a run that cannot be partitioned uses one thread and says why", () => {
  at.write("mine.yaml", scenario("50us", "policies: { recovery: irn-rewind }\nclasses: { lossless: [] }\n"));
  const { code, stderr } = at.run("run", "mine.yaml", "--threads", "2");
  expect(code).toBe(0);
  expect(stderr).toContain("In one thread: receivers of the recovery policy forget a flow");
});

test("an invalid number of threads", () => {
  at.write("mine.yaml", scenario("50us"));
  const { code, stderr } = at.run("run", "mine.yaml", "--threads", "0");
  expect(code).toBe(2);
  expect(stderr).toContain("Expected auto, or a whole number from 1 to 64");
});

test("Ctrl-C stops all partitions at the same simulated time and keeps the results so far", async () => {
  at.write("long.yaml", scenario("100ms"));
  // Waits until some time is simulated. How long the threads take to start depends on the machine.
  for (let simulated = 0, wait = 4000; simulated === 0; wait *= 2) {
    const child = at.start("run", "long.yaml", "--out", "cut", "--threads", "2");
    const end = ended(child);
    await delay(wait);
    child.kill("SIGINT");
    const { code, stderr } = await end;
    if (code === null) continue; // the signal was sent before the handler was installed
    expect([code, stderr]).toEqual([130, expect.stringContaining("Interrupted")]);
    const { summary } = readRun(at.at("cut"));
    expect(summary.ending).toBe("interrupted");
    simulated = summary.simulated_ns;
  }
});
