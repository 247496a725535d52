/** Tests the command `xoff tune`: its answer, an interrupted and resumed search, and mistakes in its options. */
import { cpSync, existsSync, readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, ended, Folder, until } from "./xoff.ts";

const scenario = `seed: 7
until: done
limit: 1ms
topology: { kind: star, hosts: 5, delay: 1us }
switch: { memory: 2MiB }
traffic:
  - { kind: incast, fanIn: 4, size: 200KB, every: 100us, count: 2 }
  - { kind: poisson, cdf: solar2022, load: 0.2, stop: 100us }
policies: { buffer: dt, congestion: dcqcn }
`;
const VARIED = [
  "--vary",
  "detection.kmin=10KB..400KB",
  "--vary",
  "buffer.alpha=1/4..4",
  "--runs",
  "24",
  "--seeds",
  "4",
  "--assume",
  "traffic.1.load=0.4",
];
/** Runs under the assumption: two settings under each seed of the last comparison. */
const ASSUMED = 8;

let at: Folder;
let answer = "";
beforeAll(() => {
  build();
  at = new Folder();
  at.write("my.yaml", scenario);
  const { code, stdout, stderr } = at.run("tune", "my.yaml", ...VARIED, "--out", "whole");
  expect(code, stderr).toBe(0);
  answer = stdout;
}, 120_000);
afterAll(() => {
  at.remove();
});

const rows = (folder: string): number =>
  existsSync(at.at(folder))
    ? readdirSync(at.at(folder), { recursive: true, encoding: "utf8" }).filter((name) => /rows.*json$/.test(name))
        .length
    : 0;

test("the answer has its parts: verdict, sensitivity, front and lines of config", () => {
  expect(answer).toMatch(/^Goal: least slowdown_p99\. \d+ settings, \d+ runs\.$/m);
  expect(answer).toMatch(/^(Recommended|Keep the present setting): /m);
  expect(answer).toMatch(/paired over 4 seeds/);
  expect(answer).toMatch(/^as in the scenario .*\ntraffic\.1\.load=0\.4 +\d.*\nThe result /m);
  expect(answer).toMatch(/^detection\.kmin +400KB/m);
  expect(answer).toMatch(/^Pareto front/m);
  expect(answer).toMatch(
    /"green_min_threshold": "\d+", "green_max_threshold": "1600000", "green_drop_probability": "20"/,
  );
  expect(answer).toMatch(/"dynamic_th": "-?\d"/);
});

test("a second call makes no run and gives the same answer, in the same tune.json", () => {
  const before = at.text("whole/tune.json");
  const { stdout, stderr } = at.run("tune", "my.yaml", ...VARIED, "--out", "whole", "--jobs", "1");
  expect(stdout).toBe(answer);
  expect(stderr).toContain("0 runs made now");
  expect(at.text("whole/tune.json")).toBe(before);
  const json = at.run("tune", "my.yaml", ...VARIED, "--out", "whole", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ format: 1, runs: rows("whole") - ASSUMED });
});

test("its folder is that of a sweep: all runs are collected as one table", () => {
  expect(at.run("sweep", "collect", "whole").code).toBe(0);
  expect(at.text("whole/collected/rows.csv").split("\n")[0]).toMatch(
    /^detection\.kmin,buffer\.alpha,traffic\.1\.load,seed,run,/,
  );
});

test("interrupted by Ctrl-C, it keeps its runs, and the same command gives the answer of a search in one go", async () => {
  const args = ["tune", "my.yaml", ...VARIED, "--out", "cut", "--jobs", "1"];
  const child = at.start(...args);
  const end = ended(child);
  await until(() => rows("cut") >= 3, child);
  child.kill("SIGINT");
  const { code, stderr } = await end;
  expect([code, stderr]).toEqual([130, expect.stringContaining("the same command resumes")]);
  expect(rows("cut")).toBeLessThan(rows("whole"));
  expect(at.run(...args).stdout).toBe(answer);
});

test("with --plan its steps are sweeps, and the answer is that of one process", () => {
  const args = ["tune", "my.yaml", ...VARIED, "--out", "steps", "--plan"];
  const first = at.run(...args);
  expect([first.code, first.stdout]).toEqual([1, ""]);
  expect(first.stderr).toMatch(/The next step needs \d+ more runs: xoff sweep run steps$/m);
  expect(rows("steps")).toBe(0);
  for (const task of ["1/2", "2/2"]) expect(at.run("sweep", "run", "steps", "--task", task).code).toBe(0);
  // The plan has only the runs of the second step. Runs of the first step do not count as missing.
  const second = at.run(...args);
  expect(second.code).toBe(1);
  const status = at.run("sweep", "status", "steps", "--json");
  const { done, missing } = JSON.parse(status.stdout) as { done: number; missing: number };
  expect([done, second.stderr]).toEqual([2, expect.stringContaining(`needs ${missing} more run`)]);
  // The rows of the other steps come from the whole search.
  cpSync(at.at("whole/rows"), at.at("steps/rows"), { recursive: true });
  const last = at.run(...args);
  expect([last.code, last.stdout]).toEqual([0, answer]);
  expect(at.text("steps/tune.json")).toBe(at.text("whole/tune.json"));
  expect(at.text("steps/plan.json")).toBe(at.text("whole/plan.json"));
});

test("the smallest number of runs leaves enough for the search by default", () => {
  const args = ["tune", "my.yaml", "--vary", "detection.kmin=10KB..400KB", "--runs", "20", "--plan", "--out", "few"];
  expect(at.run(...args).code).toBe(1);
});

test("traffic without a flow under the present values is warned of before anything runs", () => {
  const args = ["--vary", "detection.kmin=10KB..400KB", "--set", "traffic.1.stop=1ns", "--plan", "--out", "idle"];
  expect(at.run("tune", "my.yaml", ...args).stderr).toMatch(
    /^warning: my\.yaml:\d+:\d+: traffic\[1\]: expected at least one flow, got 0\. /m,
  );
});

test("a mistake in an option ends with its place before anything runs", () => {
  const { code, stderr } = at.run("tune", "my.yaml", "--vary", "detection.kmin=2KB..1KB", "--out", "none");
  expect([code, stderr]).toEqual([2, expect.stringContaining("expected a range that goes up, got 2KB..1KB")]);
  const same = at.run("tune", "my.yaml", ...VARIED, "--assume", "traffic.1.load=20%", "--out", "none");
  expect([same.code, same.stderr]).toEqual([
    2,
    expect.stringContaining("traffic.1.load=20%: expected a value that differs from the scenario"),
  ]);
  const varied = at.run("tune", "my.yaml", ...VARIED, "--assume", "buffer.alpha=2", "--out", "none");
  expect([varied.code, varied.stderr]).toEqual([
    2,
    expect.stringContaining("expected a field that the search does not vary, got buffer.alpha"),
  ]);
  expect(existsSync(at.at("none"))).toBe(false);
});
