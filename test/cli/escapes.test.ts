/**
 * Tests that escape sequences and direction marks in names are printed as escapes. Tables and JSON keep the original
 * characters.
 */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, Folder, main, ran } from "./xoff.ts";

const NAMES = ["h\u001b[2J", "h\u202e1", "h\u0007\u009b31m\u001b[8m"];
const FILE = "f\u001b]0;title\u0007\u2066.yaml";
/** Characters that act on a terminal or change the order of its text. */
const ACTIVE = /[^\n\t\P{Cc}]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** JSON in ASCII, because YAML does not accept unescaped control characters. */
const ascii = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

const at = new Folder();
const scenario = `until: 300us
topology:
  kind: file
  nodes: ${ascii([...NAMES.map((name) => `${name}, host`), "sw0, switch"])}
  links: ${ascii(NAMES.map((name) => ({ a: name, b: "sw0" })))}
switch: { memory: 300KB }
traffic: [{ kind: flows, list: ${ascii(NAMES.slice(1).map((name) => `${name}, ${NAMES[0]}, 1MB, 0us`))} }]
`;

beforeAll(() => {
  build();
  at.write(FILE, scenario);
  at.write("e.yaml", scenario);
  expect(at.run("run", "e.yaml", "--out", "r").code).toBe(0);
});
afterAll(() => {
  at.remove();
});

test.each<readonly [number, readonly string[]]>([
  [0, ["check", FILE]],
  [0, ["run", FILE, "--out", "r\u001b[31m"]],
  [0, ["run", FILE, "--out", "r2", "--json"]],
  [0, ["compare", "e.yaml", "--vary", "buffer=st,dt", "--out", "c\u202e"]],
  [0, ["why", "r"]],
  [0, ["why", "r", "--slowest"]],
  [0, ["sweep", "plan", FILE, "--seeds", "2", "--out", "s\u001b[2J"]],
  [2, ["run", "none\u001b[2J.yaml"]],
  [2, ["run", "e.yaml", "--set", "buffer=\u009b31m"]],
  [2, ["why", "r", "--port", "\u001b[2J"]],
  [2, ["explain", "\u202edcqcn"]],
  [2, ["list\u001b[2J"]],
])("exit code %i: %j", (expected, args) => {
  const { code, stdout, stderr } = at.run(...args);
  expect(code).toBe(expected);
  expect(ACTIVE.exec(stdout + stderr)).toBe(null);
  expect(stdout + stderr).toMatch(/\\u001b|\\u202e|\\u009b|\\u2066/);
  if (args.includes("--json")) expect(JSON.parse(stdout)).toMatchObject({ ending: "all flows are done" });
});

test("a page has no escapes, and tables have the names unchanged", () => {
  expect(at.run("report", "r", "--out", "r.html").code).toBe(0);
  expect(ACTIVE.exec(at.text("r.html"))).toBe(null);
  expect(at.text("r.html")).toContain("h\\u001b[2J");
  expect(at.text("r/flows.csv")).toContain(NAMES[0]);
});

test.skipIf(spawnSync("sh", ["-c", "command -v script"]).status !== 0)(
  "in a terminal, next to xoff's own colours",
  () => {
    const command = `'${process.execPath}' '${main}' run e.yaml --set buffer=td; '${process.execPath}' '${main}' run e.yaml --out r`;
    const { stdout } = ran("script", ["-qec", command, "/dev/null"], { cwd: at.path });
    expect(stdout).toContain("h\\u001b[2J");
    expect(stdout).toContain("\\u001b[8m"); // this sequence would hide the following text
    // eslint-disable-next-line no-control-regex
    expect(ACTIVE.exec(stdout.replaceAll(/\u001b\[\d{1,2}m|\r\u001b\[K|\r\n/g, ""))).toBe(null);
  },
);
