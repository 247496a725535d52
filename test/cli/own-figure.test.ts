/** Tests `xoff reproduce` with a user's figure, the example of docs/figures-of-your-own.md. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { build, butCode, Folder } from "./xoff.ts";

let at: Folder;
beforeAll(build);
beforeEach(() => {
  at = new Folder();
});
afterEach(() => {
  at.remove();
});

const [, figure] = /```ts\n(.*?)```/s.exec(
  readFileSync(new URL("../../docs/figures-of-your-own.md", import.meta.url), "utf8"),
) ?? ["", ""];
const fanIns = "export const fanIns: readonly number[] = [8, 16, 32];\n";
const kept = (): number => readdirSync(at.at("results/reproduce/rows/mine/fig1")).length;

test("the figure of the documentation: run, drawn, its claim judged; changed, it is run again", () => {
  at.write("fig1.ts", figure);
  at.write("fan-ins.ts", fanIns);
  const { code, stdout } = at.run("reproduce", "./fig1.ts");
  expect(code).toBe(0);
  expect(stdout).toMatch(/^mine\/fig1: An incast by its width\nquick scale, 12 runs/);
  expect(stdout).toMatch(/holds {7}8 senders are done sooner than 32/);
  expect(existsSync(at.at("results/reproduce/mine/fig1-quick.html"))).toBe(true);
  expect(kept()).toBe(12);
  at.run("reproduce", "./fig1.ts");
  expect(kept()).toBe(12);
  at.write("fan-ins.ts", fanIns.replace("16, ", ""));
  at.run("reproduce", "./fig1.ts");
  expect(kept()).toBe(12 + 8);
});

test("a file without figures, an existing id, and an error in its trials: exit code 2 and the remedy", () => {
  at.write("fan-ins.ts", fanIns);
  at.write("fig1.ts", figure.replace('"mine/fig1"', '"spfc/fig4"'));
  const none = at.run("reproduce", "./fan-ins.ts");
  expect(none.code).toBe(2);
  expect(butCode(none.stderr)).toMatch(
    /^error: .\/fan-ins.ts: expected a module that exports figures made by defineExperiment, got exports fanIns\. For example: export const fig1 = .*xoff\/experiment/,
  );
  const taken = at.run("reproduce", "./fig1.ts");
  expect(taken.code).toBe(2);
  expect(taken.stderr).toContain('"spfc/fig4", an id of xoff');
  expect(at.names()).toEqual(["fan-ins.ts", "fig1.ts"]);
  at.write("fig1.ts", figure.replace("buffers.flatMap", "bufers.flatMap"));
  const wrong = at.run("reproduce", "./fig1.ts");
  expect([wrong.code, butCode(wrong.stderr)]).toEqual([
    2,
    expect.stringMatching(/^error: fig1\.ts:\d+: trials: bufers is not defined\n$/),
  ]);
});

const own = `export const role = "congestion", about = "steady", params = {};
export const create = (_values, view) => ({
  onStart(flow) { view.setRate(flow, 1e9 * FACTOR); },
  onAck() {},
});
`;

test("a figure's scenario names a policy file relative to the figure's folder; a changed file is run again, and its errors have a line", () => {
  mkdirSync(at.at("mine"));
  at.write("mine/fan-ins.ts", fanIns.replace("8, 16, 32", "8, 32"));
  at.write(
    "mine/fig1.ts",
    figure.replace('congestion: "dcqcn"', 'congestion: buffer === "st" ? "dcqcn" : "./my-cc.js"'),
  );
  at.write("mine/my-cc.js", own.replace("FACTOR", "2"));
  expect(at.run("reproduce", "./mine/fig1.ts").code).toBe(0);
  expect(kept()).toBe(8);
  at.write("mine/my-cc.js", own.replace("FACTOR", "NaN"));
  const { code, stderr } = at.run("reproduce", "./mine/fig1.ts");
  expect([code, kept()]).toEqual([2, 8]);
  expect(stderr).toMatch(/my-cc\.js:3: onStart: setRate: expected a rate above 0, bit\/s, got NaN \(at .*, flow 0, h/);
}, 120_000);
