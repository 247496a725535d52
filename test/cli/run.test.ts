/** Tests the command `xoff run`: its output, its folder, and that the folder is complete after a signal. */
import { setTimeout as delay } from "node:timers/promises";
import { existsSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stream } from "../../src/base/random.ts";
import { readRun } from "../../src/batch/store/run-folder.ts";
import { build, ended, Folder, type Ended } from "./xoff.ts";

const scenario = (until: string): string => `
about: "Whom do bursts stop?"
until: ${until}
topology: { kind: star, hosts: 9, rate: 100Gbps, delay: 2us }
switch: { memory: 2MiB }
traffic:
  - { kind: long-lived, from: h1, to: h0 }
  - { kind: bursts, from: h2..h8, to: h0, size: 64KB, start: 20us }
`;

let at: Folder;
beforeAll(build);
beforeEach(() => {
  at = new Folder();
  at.write("bursts.yaml", scenario("300us"));
});
afterEach(() => {
  at.remove();
});

test("results go to a folder named after the scenario and its hash; the last lines say where, and what to do next", () => {
  const { code, stdout, stderr } = at.run("run", "bursts.yaml");
  expect(code).toBe(0);
  const [, folder = ""] =
    /^Results are in (results\/bursts-[0-9a-f]{8})\nA page of plots: xoff report \1\n$/.exec(stderr) ?? [];
  const { summary } = readRun(at.at(folder));
  expect(summary.hash.slice(0, 8)).toBe(folder.slice(-8));
  expect(stdout).toContain(`bursts, seed 1: time is up after 300 us\n`);
  expect(stdout).toContain(`digest ${summary.digest}`);
  expect(at.text(`${folder}/scenario.yaml`)).toBe(scenario("300us"));
});

test("--json prints what summary.json holds, and nothing else on stdout", () => {
  const { code, stdout } = at.run("run", "bursts.yaml", "--json", "--out", "mine");
  expect([code, stdout]).toEqual([0, at.text("mine/summary.json")]);
});

test("a file that the scenario names is stored next to it in the folder, which can be run again", () => {
  at.write("topo.txt", "4 1 3\n3\n0 3 100Gbps 1us 0\n1 3 100Gbps 1us 0\n2 3 100Gbps 1us 0\n");
  const traffic = "traffic: [{ kind: incast, to: h0, size: 64KB }]";
  at.write("listed.yaml", `until: 200us\ntopology: { kind: file, path: topo.txt }\n${traffic}\n`);
  at.run("run", "listed.yaml", "--out", "first");
  expect(at.text("first/topo.txt")).toBe(at.text("topo.txt"));
  at.run("run", "first/scenario.yaml", "--out", "second");
  expect(readRun(at.at("second")).summary.hash).toBe(readRun(at.at("first")).summary.hash);
  expect(at.bytes("second/flows.parquet").equals(at.bytes("first/flows.parquet"))).toBe(true);
});

test("a folder with something else in it: exit code 2 before anything runs, and it stays as it is", () => {
  at.write("bursts.yaml", scenario("500ms")); // takes minutes without a signal
  const { code, stdout, stderr } = at.run("run", "bursts.yaml", "--out", ".");
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(
    /^error: \.: expected a new folder or results of xoff run, found bursts\.yaml, which it did not write\. /,
  );
  expect(at.names()).toEqual(["bursts.yaml"]);
});

test.skipIf(!existsSync("/dev/full"))("a folder that cannot be made: exit code 2, said before anything runs", () => {
  at.write("bursts.yaml", scenario("500ms"));
  const { code, stderr } = at.run("run", "bursts.yaml", "--out", "/dev/full/run");
  expect(code).toBe(2);
  expect(stderr).toContain("/dev/full/run: expected a folder, but /dev/full is not a folder");
});

test("progress reports do not change the sample times of series", () => {
  at.write("bursts.yaml", `${scenario("2ms")}measure: { every: 100us, rates: [h0], queues: [sw0-h0] }\n`);
  at.run("run", "bursts.yaml", "--out", "mine");
  const times = at
    .text("mine/rates.csv")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => Number(line.split(",")[0]));
  expect(times).toEqual(Array.from({ length: 20 }, (_, k) => (k + 1) * 100_000));
  expect(at.text("mine/queues.csv").trimEnd().split("\n").length).toBe(21);
});

describe("a signal", () => {
  /** A run of about half a second. */
  beforeEach(() => {
    at.write("bursts.yaml", scenario("8ms"));
  });

  /**
   * Checks that the results in the folder `run` are readable and tell how the run ended. No other folder may look
   * complete.
   */
  async function lookAt(): Promise<"absent" | "interrupted" | "complete"> {
    const others = at.names().filter((name) => name !== "bursts.yaml" && name !== "run");
    expect(others.filter((name) => name !== "run.partial" && name !== ".run.xoff-lock")).toEqual([]);
    if (!existsSync(at.at("run"))) return "absent";
    const { summary, table } = readRun(at.at("run"));
    for (const name of ["flows", "pauses", "ports", "counters"] as const) {
      expect((await table(name))?.rows).toBe(summary.tables[name]?.rows);
      expect(at.text(`run/${name}.csv`).trimEnd().split("\n").length - 1).toBe(summary.tables[name]?.rows);
    }
    if (summary.ending !== "interrupted") expect([summary.ending, summary.simulated_ns]).toEqual(["time is up", 8e6]);
    else expect(summary.simulated_ns).toBeLessThan(8e6);
    return summary.ending === "interrupted" ? "interrupted" : "complete";
  }

  test("at 8 times, from before the start to after the end, every third of them a kill: no broken folder remains", async () => {
    const began = performance.now();
    expect(at.run("run", "bursts.yaml", "--out", "run").code).toBe(0);
    const whole = performance.now() - began;
    expect(await lookAt()).toBe("complete");
    const draw = stream(20, "moments");
    const found = { absent: 0, interrupted: 0, complete: 0 };
    for (let k = 0; k < 8; k++) {
      at.remove();
      at = new Folder();
      at.write("bursts.yaml", scenario("8ms"));
      const child = at.start("run", "bursts.yaml", "--out", "run");
      const end = ended(child);
      // The first signal is sent before the program has a handler, and the last one after its end, on a machine of any
      // speed.
      await (k === 7 ? end : delay(k === 0 ? 0 : draw.next() * whole * 1.1));
      child.kill(k % 3 === 2 ? "SIGKILL" : "SIGINT");
      await end;
      found[await lookAt()]++;
    }
    // Whether the folder is absent or interrupted at a given time depends on the machine. Both outcomes occur in any
    // case.
    expect(found.absent).toBeGreaterThan(0);
    expect(found.interrupted + found.complete).toBeGreaterThan(0);
  });

  /** Sends the signal of Ctrl-C after `wait`, or later if a slow machine has not installed the handler by then. */
  async function interrupted(wait: number): Promise<Ended> {
    const child = at.start("run", "bursts.yaml", "--out", "run");
    const end = ended(child);
    await delay(wait);
    child.kill("SIGINT");
    const { code, ...said } = await end;
    return code === null && wait < 20_000 ? interrupted(wait * 2) : { code, ...said };
  }

  test("Ctrl-C during the run: exit code 130, and the results so far are kept and say so", async () => {
    at.write("bursts.yaml", scenario("500ms"));
    const { code, stdout, stderr } = await interrupted(2000);
    expect(code).toBe(130);
    expect(stdout).toContain("bursts, seed 1: interrupted after ");
    expect(stderr).toContain("Interrupted: these are the results so far.\nResults are in run\n");
    const { summary } = readRun(at.at("run"));
    expect([summary.ending, summary.simulated_ns < 500e6]).toEqual(["interrupted", true]);
  });

  test("two signals at any two times: no folder, or a complete one", async () => {
    at.write("bursts.yaml", scenario("500ms"));
    for (const between of [5, 60, 150]) {
      const child = at.start("run", "bursts.yaml", "--out", "run");
      const end = ended(child);
      await delay(1500);
      child.kill("SIGINT");
      await delay(between);
      child.kill("SIGINT");
      expect([130, null]).toContain((await end).code); // null: the signal was sent after all work was done
      if (existsSync(at.at("run"))) expect(readRun(at.at("run")).summary.ending).toBe("interrupted");
      expect(at.names().filter((name) => name !== "run")).toEqual(["bursts.yaml"]);
    }
  });
});

test("--fast-forward verify writes the difference of each flow, and finds none for flows that do not meet", () => {
  at.write(
    "two.yaml",
    "until: done\nlimit: 5ms\ntopology: { kind: star, hosts: 4, rate: 100Gbps, delay: 1us }\n" +
      "traffic: [{ kind: flows, list: [{ from: h0, to: h1, size: 2MB }, { from: h2, to: h3, size: 1MB }] }]\n",
  );
  const { code, stderr } = at.run("run", "two.yaml", "--fast-forward", "verify", "--out", "both");
  expect([code, stderr]).toEqual([0, expect.stringContaining("Verified: all 2 completion times")]);
  const rows = at.text("both/skip_errors.csv").trim().split("\n");
  expect(rows.map((row) => row.split(",").slice(1, 4))).toEqual([
    ["source", "destination", "size_bytes"],
    ["h0", "h1", "2000000"],
    ["h2", "h3", "1000000"],
  ]);
  expect(rows.slice(1).map((row) => row.split(",").slice(6))).toEqual([
    ["0", "0"],
    ["0", "0"],
  ]);
});

describe("--fast-forward verify keeps the results of fast-forward", () => {
  const verify = ["run", "one.yaml", "--fast-forward", "verify", "--out", "both"];
  const flow = (size: string, congestion: string): string => `until: done
limit: 50ms
topology: { kind: star, hosts: 4, rate: 100Gbps, delay: 1us }
traffic: [{ kind: flows, list: [{ from: h0, to: h1, size: ${size} }] }]
policies: { congestion: ${congestion} }
`;

  test("if the exact run fails", () => {
    at.write("one.yaml", flow("20MB", "./late.mjs"));
    // Fast-forward leaves out most of the ACKs.
    at.write(
      "late.mjs",
      `export const role = "congestion";
export const about = "fails late";
export const params = {};
export const steady = true;
let acks = 0;
export const create = () => ({
  onStart() {},
  isAtRest: () => true,
  onAck() {
    if (++acks > 2000) throw new Error("too many ACKs");
  },
});
`,
    );
    const { code, stdout, stderr } = at.run(...verify, "--json");
    expect([code, stdout]).toEqual([2, at.text("both/summary.json")]);
    expect(stderr).toContain("The run packet by packet has failed, so no completion time is verified.\n");
    expect(stderr).toContain("too many ACKs");
    const { summary } = readRun(at.at("both"));
    expect([summary.ending, summary.tables.skip_errors]).toEqual(["all flows are done", undefined]);
  });

  test("if Ctrl-C ends the exact run: exit code 130", async () => {
    at.write("one.yaml", flow("400MB", "none"));
    const child = at.start(...verify);
    const end = ended(child);
    // The first text on stderr is that the exact run begins.
    child.stderr?.once("data", () => child.kill("SIGINT"));
    const { code, stderr } = await end;
    expect([code, stderr]).toEqual([
      130,
      expect.stringContaining("Not compared: the PAUSEs, and 1 of the completion times."),
    ]);
    expect(readRun(at.at("both")).summary.tables.skip_errors?.rows).toBe(1);
  });
});
