/** Tests the folder of a run: it is complete or absent, equal for equal runs, and reading gives what was written. */
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { experiment, readScenario, scenarioHash, type Results, type Table } from "../../run/lab/lab.ts";
import { summaryFields } from "../../run/measure/summary.ts";
import { defaultFolder, FolderError, readRun, stageRun, writeRun } from "./run-folder.ts";

const text = `
until: 200us
topology: { kind: star, hosts: 4, rate: 100Gbps, delay: 1us }
switch: { memory: 500KB }
traffic: [{ kind: incast, to: h0, size: 64KB }]
measure: { rates: [h0] }
`;
const run = (more = "", measure = "measure: { rates: [h0] }\n"): Results =>
  experiment(readScenario(text.replace("measure: { rates: [h0] }\n", measure) + more, "incast.yaml"));

let root = "";
const at = (...names: string[]): string => join(root, ...names);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "xoff-store-"));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** The hash of each file below `folder`, by the file's name. */
function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter(
    (name) => !readdirSync(folder, { withFileTypes: true }).some((one) => one.name === name && one.isDirectory()),
  );
  return Object.fromEntries(
    files.map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}

test("what was written is read back: the summary, and tables as they were; a table it has not is undefined", async () => {
  const results = run();
  writeRun(at("run"), results, { text });
  const stored = readRun(at("run"));
  expect(stored.summary).toMatchObject(JSON.parse(JSON.stringify(results.summary)));
  expect(stored.summary.tables.flows).toEqual({ rows: 3, files: ["flows.parquet", "flows.csv"] });
  for (const name of ["flows", "pauses", "ports", "counters", "rates"] as const) {
    expect(await stored.table(name)).toEqual(results.tables[name]);
  }
  expect(await stored.table("queues")).toBeUndefined();
});

test("summary.json has the documented fields, but for those of what a run may be without", () => {
  writeRun(at("run"), run(), { text });
  const without = new Set([
    "bytes",
    "collectives",
    "fast_forward",
    "faults",
    "ideal",
    "modules",
    "probes",
    "settled_ns",
    "traces",
  ]);
  const always = Object.keys(summaryFields).filter((field) => !without.has(field));
  expect(Object.keys(readRun(at("run")).summary).sort()).toEqual(always.sort());
});

test("the folder holds the files that its summary names, and no other", () => {
  const { files, tables } = writeRun(at("run"), run(), { text });
  const named = [...files, ...Object.values(tables).flatMap((table) => table.files), "summary.json", "xoff-files.json"];
  expect(readdirSync(at("run")).sort()).toEqual(named.sort());
  expect(readFileSync(at("run", "scenario.yaml"), "utf8")).toBe(text);
});

test("the same scenario and seed: the same folder to the last byte; another seed: another", () => {
  writeRun(at("a"), run(), { text });
  writeRun(at("b"), run(), { text });
  writeRun(at("c"), run("seed: 2"), { text });
  expect(contents(at("b"))).toEqual(contents(at("a")));
  expect(contents(at("c"))["summary.json"]).not.toEqual(contents(at("a"))["summary.json"]);
});

test("the files that a scenario names lie where it finds them; those from elsewhere beside it", () => {
  const included = [
    { path: "net/topo.txt", text: "inside" },
    { path: "../other/flows.txt", text: "outside" },
  ];
  const { files } = writeRun(at("run"), run(), { text, included });
  expect(files).toEqual(["scenario.yaml", "net/topo.txt", "flows.txt"]);
  expect(readFileSync(at("run", "net", "topo.txt"), "utf8")).toBe("inside");
  expect(readFileSync(at("run", "flows.txt"), "utf8")).toBe("outside");
});

test("what was set over the scenario is in the summary, as written", () => {
  const settings = [{ path: "buffer.alpha", value: "2", from: "--set buffer.alpha=2" }];
  expect(writeRun(at("run"), run(), { text, settings }).settings).toEqual(["buffer.alpha=2"]);
});

test("a run's default folder is named after its scenario and the first digits of its hash", () => {
  const scenario = readScenario(text, "some/where/incast.yaml");
  expect(defaultFolder(scenario)).toBe(join("results", `incast-${scenarioHash(scenario).slice(0, 8)}`));
});

describe("a folder that is there already", () => {
  const message = (folder: string): string => {
    try {
      stageRun(folder).discard();
    } catch (error) {
      expect(error).toBeInstanceOf(FolderError);
      return (error as FolderError).message;
    }
    return "";
  };

  test("a run gives way to a run, and leaves nothing of it behind", () => {
    writeRun(at("run"), run("measure: { rates: [h0], queues: [sw0-h0] }", ""), { text });
    writeRun(at("run"), run("seed: 2"), { text });
    expect(readRun(at("run")).summary.seed).toBe(2);
    expect(existsSync(at("run", "queues.csv"))).toBe(false);
    expect(readdirSync(root)).toEqual(["run"]);
  });

  test("an empty one is used", () => {
    mkdirSync(at("run"));
    writeRun(at("run"), run(), { text });
    expect(readRun(at("run")).summary.seed).toBe(1);
  });

  test("behind a symbolic link, the folder that is meant is replaced, and the link stays", () => {
    writeRun(at("real"), run(), { text });
    symlinkSync(at("real"), at("run"));
    writeRun(at("run"), run("seed: 2"), { text });
    expect(readRun(at("real")).summary.seed).toBe(2);
  });

  test("one with something else in it is refused, and left as it is", () => {
    mkdirSync(at("thesis"));
    writeFileSync(at("thesis", "chapter1.txt"), "precious");
    expect(message(at("thesis"))).toMatch(
      /thesis: expected a new folder or results of xoff run, found chapter1\.txt, which it did not write\. Choose another/,
    );
    expect(() => writeRun(at("thesis"), run(), { text })).toThrow(FolderError);
    expect(readdirSync(at("thesis"))).toEqual(["chapter1.txt"]);
  });

  test("one with a summary.json of somebody else is refused too, and a file", () => {
    mkdirSync(at("other"));
    writeFileSync(at("other", "summary.json"), '{ "title": "sums" }');
    expect(message(at("other"))).toContain("found summary.json, which it did not write");
    writeFileSync(at("file"), "");
    expect(message(at("file"))).toContain("found a file");
  });
});

test.skipIf(process.getuid?.() === 0)(
  "where nothing may be written, it is refused before anything runs (skipped for root, whom nothing is refused)",
  () => {
    mkdirSync(at("closed"));
    chmodSync(at("closed"), 0o500);
    expect(() => stageRun(at("closed", "run"))).toThrow(
      /closed\/run cannot be written: permission is missing \(EACCES\)/,
    );
  },
);

test("a place that is no folder cannot hold one: no trace", () => {
  writeFileSync(at("file"), "");
  expect(() => writeRun(at("file", "run"), run(), { text })).toThrow(
    /file\/run: expected a folder, but .*file is not a folder/,
  );
  expect(readdirSync(root)).toEqual(["file"]);
});

describe("reading what is broken names the file", () => {
  test("no folder, no summary, no JSON, another's", () => {
    expect(() => readRun(at("none"))).toThrow(
      /none\/summary\.json: expected the summary of a run, but it does not exist\. A run writes it/,
    );
    mkdirSync(at("half"));
    writeFileSync(at("half", "summary.json"), '{ "format": 1, "xoff": "0.1.0", "dig');
    expect(() => readRun(at("half"))).toThrow(/half\/summary\.json: expected the summary of a run, found another file/);
  });

  test("a table cut short, and one that is gone", async () => {
    writeRun(at("run"), run(), { text });
    truncateSync(at("run", "flows.parquet"), 500);
    await expect(readRun(at("run")).table("flows")).rejects.toThrow(
      /run\/flows\.parquet: expected a table of a run, but /,
    );
    rmSync(at("run", "ports.parquet"));
    await expect(readRun(at("run")).table("ports")).rejects.toThrow(/run\/ports\.parquet: .*ENOENT/);
  });

  test("a table of a later format that lacks a column of ours", async () => {
    writeRun(at("run"), run(), { text });
    writeFileSync(at("run", "flows.parquet"), readFileSync(at("run", "rates.parquet")));
    const table: Promise<Table<"flows"> | undefined> = readRun(at("run")).table("flows");
    await expect(table).rejects.toThrow(/flows\.parquet: .* it is not a table of flows: column flow, traffic,/);
  });
});

test("a file of the scenario's that is called as a table stands apart from it", async () => {
  const results = run();
  const included = [{ path: "flows.csv", text: "from,to\n" }];
  writeRun(at("run"), results, { text, included });
  expect(readFileSync(at("run", "input", "flows.csv"), "utf8")).toBe("from,to\n");
  expect(readFileSync(at("run", "flows.csv"), "utf8")).toMatch(/^flow,traffic,kind/);
  expect((await readRun(at("run")).table("flows"))?.rows).toBe(results.tables.flows.rows);
});
