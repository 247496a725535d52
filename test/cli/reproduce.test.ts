/** Tests the command `xoff reproduce`: claims as text and as JSON, stored rows, and errors. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { experiments } from "../../src/papers/index.ts";
import { build, ended, Folder, until } from "./xoff.ts";

let at: Folder;
beforeAll(build);
beforeEach(() => {
  at = new Folder();
});
afterEach(() => {
  at.remove();
});

const rows = "results/reproduce/rows/spfc/fig2";
const kept = (): string[] =>
  existsSync(at.at(rows)) ? readdirSync(at.at(rows)).filter((name) => name.endsWith(".json")) : [];
const claimsOf = (text: string): Record<string, unknown>[] => JSON.parse(text) as Record<string, unknown>[];

test("without a figure: lists all in lines of 80 characters, with the time that each takes", () => {
  const { code, stdout } = at.run("reproduce");
  expect(code).toBe(0);
  for (const { id, title } of experiments) {
    const [line] = stdout.split("\n").filter((one) => one.startsWith(`${id} `));
    expect(line).toMatch(/ (at once|\d+ min) /);
    expect(line).toContain(title.slice(0, 40));
  }
  expect(stdout.split("\n").every((line) => line.length <= 80)).toBe(true);
  expect(at.names()).toEqual([]);
});

test("a figure: each claim with its result, a separate page, and the data of its plots", () => {
  const { code, stdout, stderr } = at.run("reproduce", "spfc/fig9", "spfc/fig9");
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(
    /^spfc\/fig9: .*\ncomputed; no claim; 3 definitions are not counted\nnot counted:\n {2}definition {2}/,
  );
  expect(stdout).toMatch(
    /^ {2}definition {2}K = 5 [^]*? \(value\)\n {14}paper: .*\n {14}ours: {2}[^]*?\n {14}note: {2}/m,
  );
  expect(stdout.split("\n").every((line) => line.length <= 80)).toBe(true);
  expect(stdout.match(/^spfc/gm)).toHaveLength(1);

  expect(at.text("results/reproduce/spfc/fig9-quick.html")).toMatch(
    /^<!doctype html>[^]*<svg[^]*<\/html>\s*<!-- xoff wrote this; [^>]*-->\s*$/,
  );
  const { id, claims, plots } = JSON.parse(at.text("results/reproduce/spfc/fig9-quick.json")) as Record<
    string,
    unknown[]
  >;
  expect([id, claims.length]).toEqual(["spfc/fig9", 3]);
  expect(plots[0]).toMatchObject({
    x: "burst ports N",
    lines: expect.arrayContaining([{ name: "K = 5", points: expect.any(Array) }]),
  });
});

test("--json: one object a claim, of all figures asked for", () => {
  const { code, stdout } = at.run("reproduce", "spfc/fig9", "dsh/fig4", "--json", "--scale", "paper", "--out", "o");
  expect(code).toBe(0);
  const claims = claimsOf(stdout);
  const keys = ["byMeans", "claim", "id", "kind", "ours", "paper", "scale", "seeds", "standing", "verdict"];
  const optional = ["note", "tried"];
  for (const claim of claims)
    expect(
      Object.keys(claim)
        .filter((key) => !optional.includes(key))
        .sort(),
    ).toEqual(keys);
  expect(claims.map(({ id }) => id)).toContain("dsh/fig4/trident2");
  expect(claims[0]).toMatchObject({ id: "spfc/fig9/equation-8", kind: "value", verdict: "holds", scale: "paper" });
});

test("after Ctrl-C it keeps the finished runs; the same command runs only the rest, and writes a page of Markdown", async () => {
  const args = ["reproduce", "spfc/fig2", "--seeds", "2", "--jobs", "1"];
  const child = at.start(...args);
  const end = ended(child);
  await until(() => kept().length > 0, child);
  child.kill("SIGINT");
  const stopped = await end;
  const before = kept();
  expect(stopped).toMatchObject({ code: 130, stdout: "" });
  expect(stopped.stderr).toBe(
    `Stopped. ${before.length} of 8 runs of spfc/fig2 are kept in results/reproduce/rows: the same command resumes.\n`,
  );
  expect(existsSync(at.at("results/reproduce/spfc"))).toBe(false);
  const times = before.map((name) => statSync(at.at(`${rows}/${name}`)).mtimeMs);

  const { code, stdout, stderr } = at.run(...args, "--markdown", "docs/spfc.md");
  expect([code, stderr]).toEqual([0, `spfc/fig2: ${before.length} of 8 runs are complete already\n`]);
  expect(stdout).toContain(
    "quick scale, 8 runs, seeds 1 to 2 of each scenario; 1 claim: 1 holds; 3 added by\nxoff are not counted\n",
  );
  expect(kept()).toHaveLength(8);
  expect(before.map((name) => statSync(at.at(`${rows}/${name}`)).mtimeMs)).toEqual(times);
  expect(at.text("docs/spfc.md")).toMatch(
    /^# Results: spfc\n\nMade by `xoff reproduce spfc\/fig2 --scale quick --seeds 2`, xoff .*: 8 runs, [\d.]+ m?s of run time\.\n1 claim: 1 holds; 3 added by xoff are not counted\.\n/,
  );
  expect(at.text("docs/spfc.md")).toContain("![alpha = 2](spfc/spfc-fig2-1.svg)");
  expect(at.text("docs/spfc/spfc-fig2-1.svg")).toMatch(/^<svg /);
});

test("a failed run is named with its key and seed, others continue, and the page says that it is missing", () => {
  at.run("reproduce", "spfc/fig2");
  const row = `${rows}/${kept().find((name) => at.text(`${rows}/${name}`).includes('"alpha":1}')) ?? ""}`;
  const text = at.text(row);
  rmSync(at.at(row));
  mkdirSync(at.at(row)); // a folder with the row's name, so that the row cannot be written
  const { code, stdout, stderr } = at.run("reproduce", "spfc/fig2");
  expect(stderr).toMatch(
    /^spfc\/fig2: 3 of 4 runs are complete already\nerror: spfc\/fig2, alpha=1, seed 1: its row cannot be written: .*\n$/,
  );
  expect(stdout).toContain(
    "quick scale, 4 runs, seed 1 of each scenario; 1 claim: 1 holds; 2 added by xoff\nare not counted\n1 run failed and is missing below\n",
  );
  expect(at.text("results/reproduce/spfc/fig2-quick.html")).toContain("1 of 4 runs failed");
  expect(code).toBe(74);

  rmSync(at.at(row), { recursive: true });
  at.write(row, text.replace(/"build":"\w+"/, '"build":"0"'));
  const again = at.run("reproduce", "spfc/fig2");
  expect([again.code, again.stderr]).toEqual([
    0,
    expect.stringMatching(
      /^warning: spfc\/fig2: 1 of 4 runs are from another build of xoff .*. Remove results\/reproduce\/rows\/spfc\/fig2 to repeat them.\n$/,
    ),
  ]);
});

test.each([
  [["spfc/fig22"], /^error: expected a figure or a paper, got "spfc\/fig22"\. Did you mean "spfc\/fig2"\?\n$/],
  [["dhs"], /Did you mean "dsh"\?/],
  [["what"], /`xoff reproduce` lists them\.\n$/],
  [["spfc/fig9", "--seeds", "0"], /Expected a whole number from 1 to 100000\./],
  [["spfc/fig9", "--scale", "full"], /Allowed choices are quick, paper\./],
  [
    ["spfc/fig9", "--out", "a-file/x"],
    /^error: a-file\/x\/spfc\/fig9-quick\.json cannot be written: a part of the path is not a folder/,
  ],
])("%s: exit code 2, nothing written", (args, message) => {
  at.write("a-file", "");
  const { code, stdout, stderr } = at.run("reproduce", ...args);
  expect(stderr).toMatch(message);
  expect([code, stdout, at.names()]).toEqual([2, "", ["a-file"]]);
});
