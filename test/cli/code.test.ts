/**
 * Tests code from files. xoff names it before it runs, --no-code excludes it, and code in results folders runs only
 * with --run-code.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, Folder, main, ran } from "./xoff.ts";

/** A policy that evades the guards, as any code can, and creates a file. It first writes to stderr, which shows the order of events. */
const policy = (folder: string): string => `import { half } from "./half.ts";
const { getBuiltinModule } = (() => {}).constructor("return process")();
getBuiltinModule("fs").appendFileSync(${JSON.stringify(`${folder}/RAN`)}, "x");
export const role = "congestion", about = "mine", params = {};
export const create = (_values: unknown, view: any) => ({
  onStart(flow: number) { view.setRate(flow, half(view.lineRate[flow])); },
  onAck() {},
});
`;
const scenario = (congestion: string): string => `until: 300us
topology: { kind: star, hosts: 3, rate: 10Gbps }
traffic: [{ kind: long-lived, from: h1, to: h0 }]
policies: { congestion: ${congestion} }
`;

const at = new Folder();
const sha256 = (name: string): string => createHash("sha256").update(at.bytes(name)).digest("hex");

/** Runs xoff, and returns whether the code has run. */
function run(...args: string[]) {
  rmSync(at.at("RAN"), { force: true });
  return { ...at.run(...args), hasRun: existsSync(at.at("RAN")) };
}

let editions = 0;
/** Writes the policy with a text that is new. The commands of this file run in one process, which imports a text only once. */
const writePolicy = (): void => at.write("my-cc.ts", `${policy(at.path)}// ${++editions}\n`);

beforeAll(() => {
  build();
  at.write("my.yaml", scenario("./my-cc.ts"));
  at.write("used.yaml", `use: [./my-cc.ts]\n${scenario("my-cc")}`);
  writePolicy();
  at.write("half.ts", "export const half = (rate: number): number => rate / 2;\n");
  expect(at.run("run", "my.yaml", "--out", "r").code).toBe(0);
  cpSync(at.at("r"), at.at("copy"), { recursive: true });
  expect(at.run("sweep", "plan", "my.yaml", "--seeds", "2", "--out", "s").code).toBe(0);
});
afterAll(() => {
  at.remove();
});

test.each([
  ["check", "my.yaml"],
  ["run", "used.yaml", "--out", "r2"],
  ["compare", "my.yaml", "--vary", "congestion=none,./my-cc.ts", "--out", "c"],
  ["whatif", "my.yaml", "--nics", "2", "--out", "w"],
  ["watchdog", "my.yaml", "--detection", "100us,200us", "--out", "d"],
  ["sweep", "plan", "my.yaml", "--seeds", "2", "--out", "s2"],
  ["why", "my.yaml", "--slowest"],
  ["list", "congestion", "--use", "my-cc.ts"],
  ["explain", "./my-cc.ts"],
  ["schema", "--use", "my-cc.ts"],
  ["test", "my-cc.ts"],
])(
  "xoff %s names each file with its hash once, and loads none with --no-code",
  (...args) => {
    writePolicy();
    const { stderr, hasRun } = run(...args);
    const lines = ["my-cc.ts", "half.ts"].map((name) => `Runs code: ${name} (SHA-256 ${sha256(name)})`);
    expect(stderr.split("\n").filter((line) => line.startsWith("Runs code: "))).toEqual(lines);
    expect(stderr.indexOf("Runs code: ")).toBe(0);
    expect(hasRun).toBe(true);
    const without = run(...args, "--no-code");
    expect(without.hasRun).toBe(false);
    expect(without.stderr).toContain(`my-cc.ts (SHA-256 ${sha256("my-cc.ts")})`);
    expect(without.code).toBe(args[0] === "check" ? 0 : 2);
  },
  60_000,
);

test("every command that loads the modules of a scenario offers --no-code", () => {
  const cli = new URL("../../src/apps/cli/", import.meta.url);
  const loads = (file: string): boolean => /\b(loaded|makePlan)\(/.test(readFileSync(new URL(file, cli), "utf8"));
  const files = readdirSync(cli, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  const sources = files.filter((name) => /^(?!files\/)[^/]+\/.*(?<!\.test)\.ts$/.test(name));
  const commands = new Set(sources.filter(loads).map((name) => name.split("/")[0]));
  expect(commands.size).toBeGreaterThan(5);
  const without = [...commands].filter((command) => {
    const args = command === "sweep" ? ["sweep", "plan"] : [command];
    return !at.run(...args, "--help").stdout.includes("--no-code");
  });
  expect(without).toEqual([]);
});

test("a debugger changes nothing about consent: --no-code loads none, and code is named before it runs", () => {
  const inspected = (...args: string[]) => {
    rmSync(at.at("RAN"), { force: true });
    const all = ["--inspect=0", main, "run", "my.yaml", "--out", "inspected", ...args];
    const { status, stderr } = ran(process.execPath, all, { cwd: at.path });
    return { code: status, stderr, hasRun: existsSync(at.at("RAN")) };
  };
  expect(inspected("--no-code")).toMatchObject({ code: 2, hasRun: false });
  const { code, stderr, hasRun } = inspected();
  expect([code, hasRun]).toEqual([0, true]);
  expect(stderr.match(/^Runs code: (my-cc|half)\.ts /gm)).toHaveLength(2);
});

test.each(["my.yaml", "used.yaml"])("check --no-code of %s names the skipped code, and checks the rest", (name) => {
  const { code, stdout, stderr } = run("check", name, "--no-code");
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Code from files was\s+left out\./)]);
  expect(stderr).toMatch(
    /^warning: \w+\.yaml:\d:\d+: policies\.congestion: not checked, because --no-code loads no code/m,
  );
  expect(stdout).toMatch(/no mistake found, \d warnings?\./);
  expect(run("check", name, "--no-code", "--strict").code).toBe(2);
  const wrong = run("check", name, "--no-code", "--set", "buffer=td");
  expect([wrong.code, wrong.hasRun]).toEqual([2, false]);
  expect(wrong.stderr).toContain('Did you mean "dt"?');
  const topology = run("check", name, "--no-code", "--set", "topology.kind=./my-cc.ts");
  expect([topology.code, topology.stderr]).toEqual([2, expect.stringContaining("Without it there is no network")]);
});

test.each([
  ["why", "r", "--flow", "0"],
  ["export", "pcapng", "copy", "--ports", "h0", "--out", "r.pcapng"],
  ["sweep", "script", "parallel", "s"],
  ["sweep", "run", "s"],
])(
  "xoff %s %s runs the code of a folder with --run-code alone",
  (...args) => {
    const refused = run(...args);
    expect([refused.code, refused.hasRun]).toEqual([2, false]);
    expect(refused.stderr).toMatch(/^error: (r|s|copy) contains code, which runs only with --run-code: .*SHA-256/);
    expect(run(...args, "--run-code", "--no-code")).toMatchObject({ code: 2, hasRun: false });
    const { code, stdout, stderr, hasRun } = run(...args, "--run-code");
    expect([code, hasRun]).toEqual([0, true]);
    expect(stderr.match(/^Runs code: /gm)).toHaveLength(2);
    if (args[1] === "script") expect(stdout).toContain("--run-code");
  },
  60_000,
);

test("answers of a folder that need no code need no consent", () => {
  for (const args of [
    ["report", "r"],
    ["sweep", "status", "s"],
    ["export", "fct", "r", "--out", "fct.txt"],
  ])
    expect(run(...args)).toMatchObject({ hasRun: false, stderr: expect.not.stringContaining("code") as string });
});
