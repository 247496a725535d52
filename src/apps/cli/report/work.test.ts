import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { labelledRun } from "../../../../test/labelled-run.ts";
import { numberedRuns } from "../../../report/numbered-runs.ts";
import { writeRun } from "../../../batch/store/run-folder.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { writeReport } from "./work.ts";

const root = mkdtempSync(join(tmpdir(), "xoff-report-"));
const at = (...names: string[]): string => join(root, ...names);
const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);

beforeAll(() => {
  writeRun(at("my run"), labelledRun("one"), { text: "" });
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

/** A folder of xoff compare in which every row is the run above. */
function compareFolder(name: string, labels: readonly string[], more: object = {}): string {
  mkdirSync(at(name, "runs"), { recursive: true });
  const rows = labels.map((label, k) => {
    const run = labelledRun(label);
    writeRun(at(name, "runs", `r${k}`), run, { text: "" });
    const settings = Object.fromEntries(label.split(", ").map((one) => one.split("=")));
    const [{ figures }] = numberedRuns([run]);
    return { label, settings: settings as object, folder: `runs/r${k}`, ending: "time is up", figures };
  });
  const base = { scenario: "small", set: {} };
  const comparison = { format: 2, xoff: "0.1.0", base, vary: {}, rows, not_begun: [], over_seeds: [], ...more };
  writeFileSync(at(name, "compare.json"), JSON.stringify(comparison));
  return at(name);
}

/** The message for an input error. Its exit code must be that of an input error. */
async function mistake(folder: string): Promise<string> {
  const failure: unknown = await writeReport(folder, {}).catch((error: unknown) => error);
  if (!(failure instanceof Failure)) throw new Error("it did not fail");
  expect(failure.code).toBe(EXIT.input);
  return failure.message;
}

test("the page goes into the folder, its links start there, and its path and size are printed", async () => {
  await writeReport(at("my run"), {});
  const page = readFileSync(at("my run", "report.html"), "utf8");
  expect(page.includes('<a href="flows.csv">flows.csv</a>')).toBe(true);
  expect(printed).toHaveBeenLastCalledWith(expect.stringMatching(/my run.report\.html, [\d.]+ Ki?B\n$/));
  expect(readdirSync(at("my run")).filter((name) => name.endsWith(".partial"))).toEqual([]);
});

test("--out elsewhere: the same page, with links back to the tables, their names escaped", async () => {
  mkdirSync(at("pages"), { recursive: true });
  await writeReport(at("my run"), { out: at("pages", "p.html") });
  const page = readFileSync(at("pages", "p.html"), "utf8");
  expect(page.includes('<a href="../my%20run/flows.csv">')).toBe(true);
  await writeReport(at("my run"), {});
  const unsigned = (text: string): string => text.slice(0, text.lastIndexOf("<!--"));
  const inside = readFileSync(at("my run", "report.html"), "utf8");
  expect(unsigned(page).replaceAll("../my%20run/", "") === unsigned(inside)).toBe(true);
});

test("policies are said with what differs from their defaults, and its unit", async () => {
  const run = labelledRun(
    "one",
    (text) =>
      `${text}policies: { buffer: { name: dt, alpha: 2 }, congestion: { name: dcqcn, decreaseInterval: 50us } }\n`,
  );
  writeRun(at("set"), run, { text: "" });
  await writeReport(at("set"), {});
  const page = readFileSync(at("set", "report.html"), "utf8");
  expect(page.includes("dt (alpha 2)")).toBe(true);
  expect(page.includes("dcqcn (decreaseInterval 50 us)")).toBe(true);
});

test("a comparison: each row drawn, those without results named with the reason", async () => {
  const failed = {
    label: "buffer=bad",
    settings: {},
    folder: null,
    ending: "failed",
    why: "invariant broken: no drop",
  };
  const folder = compareFolder("two", ["buffer=st", "buffer=dt"], { not_begun: ["buffer=late"] });
  const comparison = JSON.parse(readFileSync(join(folder, "compare.json"), "utf8")) as { rows: object[] };
  comparison.rows.push(failed);
  writeFileSync(join(folder, "compare.json"), JSON.stringify(comparison));
  await writeReport(folder, {});
  const page = readFileSync(join(folder, "report.html"), "utf8");
  expect(page.includes("4 runs compared")).toBe(true);
  expect(page.includes('<a href="runs/r1/flows.csv">buffer=dt</a>')).toBe(true);
  expect(page.includes("<em>buffer=bad:</em> invariant broken: no drop")).toBe(true);
  expect(page.includes("<em>buffer=late:</em> it had not started")).toBe(true);
});

test("of nine runs under three seeds all are drawn, a line a buffer, and all are listed", async () => {
  const labels = ["st", "dt", "spfc"].flatMap((buffer) => [1, 2, 3].map((seed) => `buffer=${buffer}, seed=${seed}`));
  const folder = compareFolder("nine", labels);
  await writeReport(folder, {});
  const page = readFileSync(join(folder, "report.html"), "utf8");
  expect(page).toContain("(3 seeds)");
  expect(page).not.toContain("Charts show");
  const [, legend = ""] = /<figure id="fct-cdf".*?<p class="legend">(.*?)<\/p>/s.exec(page) ?? [];
  expect(
    legend
      .replaceAll(/<[^>]*>|\s+/g, " ")
      .trim()
      .split(/ +/),
  ).toEqual(["buffer", "st", "dt", "spfc"]);
  const [, each = ""] = /Each of the 9 runs(.*?)<\/details>/s.exec(page) ?? [];
  expect(each.match(/<tr>/g)).toHaveLength(10);
});

test("no folder, no run in it, another format: what was expected, and nothing is written", async () => {
  expect(await mistake(at("nowhere"))).toMatch(
    /nowhere.summary\.json: expected the summary of a run, but it does not exist/,
  );
  mkdirSync(at("empty"));
  expect(await mistake(at("empty"))).toContain("expected the summary of a run");
  writeRun(at("old"), labelledRun("one"), { text: "" });
  const summary = JSON.parse(readFileSync(at("old", "summary.json"), "utf8")) as object;
  writeFileSync(at("old", "summary.json"), JSON.stringify({ ...summary, format: 7, xoff: "9.9.9" }));
  expect(await mistake(at("old"))).toMatch(/expected results of format 2, found format 7\. xoff 9\.9\.9 wrote it/);
  const none = compareFolder("none", [], { rows: [{ label: "a", settings: {}, folder: null, ending: "failed" }] });
  expect(await mistake(none)).toContain("no run has results");
  const former = compareFolder("former", ["a"], { format: 1, xoff: "0.0.9" });
  expect(await mistake(former)).toMatch(
    /compare\.json: expected results of format 2, found format 1\. xoff 0\.0\.9 wrote it/,
  );
  for (const name of ["empty", "old", "none", "former"]) expect(readdirSync(at(name))).not.toContain("report.html");
});

test("a comparison whose run was deleted names the file that is missing", async () => {
  const folder = compareFolder("torn", ["a", "b"]);
  rmSync(join(folder, "runs", "r1"), { recursive: true });
  expect(await mistake(folder)).toMatch(/runs.r1.summary\.json: expected the summary of a run/);
});

test("something that is no comparison in compare.json, or a table cut off", async () => {
  mkdirSync(at("broken"));
  writeFileSync(at("broken", "compare.json"), "{");
  expect(await mistake(at("broken"))).toContain("compare.json: expected a comparison");
  for (const other of ["[]", "null", '{"rows": 3}']) {
    writeFileSync(at("broken", "compare.json"), other);
    expect(await mistake(at("broken"))).toContain("compare.json is not a comparison that xoff compare wrote");
  }
  writeRun(at("cut"), labelledRun("one"), { text: "" });
  writeFileSync(at("cut", "flows.parquet"), readFileSync(at("cut", "flows.parquet")).subarray(0, 500));
  expect(await mistake(at("cut"))).toContain("flows.parquet: expected a table of a run");
});
