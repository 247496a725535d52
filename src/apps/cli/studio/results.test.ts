/** Tests that the studio serves the runs in a folder with their files, and no file outside the folder. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runSync } from "../../../run/lab/scenario-input.ts";
import type { ServedFolder, ServedRecord } from "../../../report/served.ts";
import { readScenarioFile, writeRun } from "../../../batch/store/library.ts";
import { ResultsFolder } from "./results.ts";

const TEXT = `about: who waits?
until: 50us
topology: { kind: star, hosts: 4 }
traffic: [{ kind: flows, path: flows.csv }]
`;
const FLOWS = "from,to,size_KB,start_us\nh1,h0,64,0\nh2,h0,64,0\n";

let at: string;
const inside = (...path: string[]): string => join(at, "results", ...path);

beforeAll(async () => {
  at = mkdtempSync(join(tmpdir(), "xoff-served-"));
  writeFileSync(join(at, "my.yaml"), TEXT);
  writeFileSync(join(at, "flows.csv"), FLOWS);
  mkdirSync(inside("deeper"), { recursive: true });
  const { scenario, source } = await readScenarioFile(join(at, "my.yaml"), { set: ["buffer=st"] });
  writeRun(inside("deeper", "one"), runSync(scenario), source);
  for (const name of ["old", "linked"]) {
    mkdirSync(inside(name));
    writeFileSync(
      inside(name, "summary.json"),
      readFileSync(inside("deeper", "one", "summary.json"), "utf8").replace(
        /"format": \d+/,
        name === "old" ? '"format": 1' : "$&",
      ),
    );
  }
  mkdirSync(inside("broken"));
  writeFileSync(inside("broken", "compare.json"), '{ "format": 2, "rows": [{}] }');
  symlinkSync(join(at, "my.yaml"), inside("linked", "scenario.yaml"));
  symlinkSync(at, inside("out"));
});
afterAll(() => {
  rmSync(at, { recursive: true });
});

const told = async <Value>(served: ResultsFolder, path: string, query: Record<string, string> = {}): Promise<Value> => {
  const answer = await served.answer(path, new URLSearchParams(query));
  return JSON.parse(String(answer?.body)) as Value;
};

test("runs are listed by their path with what was set over them; one of another format is told, with how to mend it", async () => {
  const index = await told<ServedFolder>(new ResultsFolder(inside()), "index.json");
  expect(index.runs.map(({ path }) => path)).toEqual(["deeper/one", "linked"]);
  expect(index.runs[0]).toMatchObject({ name: "my", about: "who waits?", settings: ["buffer=st"], seed: 1 });
  expect(index.unread).toHaveLength(2);
  expect(index.unread[0]).toMatch(/broken: expected results of xoff, but /);
  expect(index.unread[1]).toMatch(/old.*expected results of format 2, found format 1.*run the scenario again/s);
});

test("of a run its scenario, the files that this names, and tables as they lie there", async () => {
  const served = new ResultsFolder(inside("deeper", "one"));
  const record = await told<ServedRecord>(served, "run.json", { of: "" });
  expect(record).toMatchObject({ text: TEXT, files: { "input/flows.csv": FLOWS }, settings: ["buffer=st"] });
  const table = await served.answer("table.parquet", new URLSearchParams({ of: "", name: "flows" }));
  expect(table?.body).toEqual(readFileSync(inside("deeper", "one", "flows.parquet")));
  expect(await served.answer("other.json", new URLSearchParams())).toBeUndefined();
});

test.each([
  ["run.json", "..", ""],
  ["run.json", "out", ""],
  ["run.json", "linked", ""],
  ["table.parquet", "deeper", "../../my"],
  ["table.parquet", "", "../flows"],
  ["plot.svg", "../my.yaml", ""],
  ["plot.svg", "deeper/one/summary.json", ""],
])("%s of %j %j: nothing outside the folder, and no file for another", async (path, of, name) => {
  const served = new ResultsFolder(inside());
  await expect(served.answer(path, new URLSearchParams({ of, name }))).rejects.toThrow(
    /expected (a place within|a file of a run|the summary of a run|the record of a reproduced figure)/,
  );
});

test("a folder that has nothing to show says what was expected", () => {
  mkdirSync(join(at, "empty"));
  mkdirSync(join(at, "sweep", "rows"), { recursive: true });
  writeFileSync(join(at, "sweep", "plan.json"), "{}");
  const said = (name: string) => () => new ResultsFolder(join(at, name));
  expect(said("nowhere")).toThrow(
    /nowhere: expected a folder of results, found no such folder\. For example: xoff run/,
  );
  expect(said("my.yaml")).toThrow("expected a folder of results, found a file");
  expect(said("empty")).toThrow("expected results of xoff run, compare or reproduce, in it or in its subfolders");
  expect(said("sweep")).toThrow("xoff sweep stats");
  expect(said("results/old")).toThrow("expected results of format 2, found format 1");
});
