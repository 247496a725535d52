/** `xoff check` from outside: what it says of a scenario that can deadlock, of one that cannot, and of a mistake. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, Folder } from "./xoff.ts";

let at: Folder;
const fail = ["--set", "topology.fail=[leaf3-spine0, leaf0-spine1]"];

beforeAll(() => {
  build();
  at = new Folder();
  at.write(
    "fabric.yaml",
    `until: 1ms
topology: { kind: leaf-spine, leaves: 4, spines: 2, hostsPerLeaf: 16, delay: 2us }
traffic: [{ kind: poisson, cdf: fb-hadoop-hpcc, load: 0.5 }]
`,
  );
});
afterAll(() => {
  at.remove();
});

test("a fabric that cannot deadlock", () => {
  expect(at.run("check", "fabric.yaml")).toEqual({
    code: 0,
    stdout: `fabric.yaml: no mistake found. 64 hosts, 6 switches. No circle of queues in
lossless class 3: its routes cannot deadlock. All shortest paths between all
hosts count, whoever sends in this scenario.
`,
    stderr: "",
  });
});

test("one that can: each circle in words, in lines of 80 characters; with --json as lists; no mistake either way", () => {
  const { code, stdout } = at.run("check", "fabric.yaml", ...fail);
  expect(code).toBe(0);
  expect(stdout).toContain("where 2 circles of queues can wait for each other when full:\n\n  1. leaf1 to spine0 -> ");
  expect(stdout.split("\n").every((line) => line.length <= 80)).toBe(true);
  const { scenario, lossless, cycles } = JSON.parse(at.run("check", "fabric.yaml", ...fail, "--json").stdout) as {
    scenario: string;
    lossless: number[];
    cycles: string[][];
  };
  expect([scenario, lossless]).toEqual(["fabric", [3]]);
  expect(cycles[1]).toEqual(["leaf1 to spine1", "spine1 to leaf2", "leaf2 to spine0", "spine0 to leaf1"]);
});

test("where no class is lossless nobody is stopped", () => {
  const { stdout } = at.run("check", "fabric.yaml", ...fail, "--set", "classes.lossless=[]");
  expect(stdout).toContain("nothing can deadlock");
  expect(
    JSON.parse(at.run("check", "fabric.yaml", ...fail, "--set", "classes.lossless=[]", "--json").stdout),
  ).toMatchObject({ cycles: [] });
});

test.each([
  [["fabric.yaml", "--set", "buffer=td"], /^error: --set buffer=td: .* Did you mean "dt"\?\n$/],
  [["fabric.yaml", "--set", "switch.memory=1KB"], /^error: .*expected more than .* for the 18 ports of leaf0/],
  [
    ["fabrik.yaml"],
    /^error: fabrik\.yaml: expected a scenario file, found no such file\. Did you mean "fabric\.yaml"\?\n$/,
  ],
])("%s: a mistake, exit code 2", (args, message) => {
  const { code, stdout, stderr } = at.run("check", ...args);
  expect(stderr).toMatch(message);
  expect([code, stdout]).toEqual([2, ""]);
});
