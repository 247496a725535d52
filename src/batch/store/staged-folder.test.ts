/**
 * Tests the publication of a folder of results. Files of xoff are replaced. All other files are kept, and a message
 * names them.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderError } from "./folder-error.ts";
import { signed } from "./signed-text.ts";
import { StagedFolder, type StageOptions } from "./staged-folder.ts";

let root = "";
const at = (...names: string[]): string => join(root, ...names);
const options: StageOptions = { command: "run", marker: "sum" };
const text = (...names: string[]): string => readFileSync(at(...names), "utf8");

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "xoff-staged-"));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

/** Publishes a folder of these files. */
function publish(
  files: Readonly<Record<string, string>>,
  more: Partial<StageOptions> = {},
  between = (): void => {},
): void {
  const staged = new StagedFolder(at("run"), { ...options, ...more });
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(staged.partial, name, ".."), { recursive: true });
      writeFileSync(join(staged.partial, name), content);
    }
    between();
    staged.publish();
  } finally {
    staged.discard();
  }
}

function message(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof FolderError) return error.message;
    throw error;
  }
  return "";
}

test("what the same command wrote gives way, with the folders that are empty by that", () => {
  publish({ sum: "1", "old/a": "1", b: "1" });
  publish({ sum: "2", "new/c": "2" });
  expect(readdirSync(at("run"), { recursive: true, encoding: "utf8" }).sort((a, b) => (a < b ? -1 : 1))).toEqual([
    "new",
    "new/c",
    "sum",
    "xoff-files.json",
  ]);
  expect(readdirSync(root)).toEqual(["run"]);
});

test("a note, a folder and a changed file are in the way and named; nothing is touched, nothing left behind", () => {
  publish({ sum: "1", a: "1" });
  writeFileSync(at("run", "notes.txt"), "mine");
  mkdirSync(at("run", "sub"));
  writeFileSync(at("run", "a"), "edited");
  expect(message(() => new StagedFolder(at("run"), options))).toMatch(
    /run: expected .*, found notes\.txt, sub\/, which it did not write, and a, changed since it was written\. .* --force/,
  );
  expect([text("run", "a"), text("run", "sum"), readdirSync(root)]).toEqual(["edited", "1", ["run"]]);
});

test("a list that names what is elsewhere is none: nothing is removed by it", () => {
  writeFileSync(at("mine"), "mine");
  publish({ sum: "1" });
  const list = JSON.parse(text("run", "xoff-files.json")) as { files: Record<string, string> };
  const hash = createHash("sha256").update("mine").digest("hex");
  writeFileSync(at("run", "xoff-files.json"), JSON.stringify({ ...list, files: { ...list.files, "../mine": hash } }));
  expect(message(() => new StagedFolder(at("run"), options))).toContain(
    "found sum, xoff-files.json, which it did not write (xoff-files.json lists",
  );
  publish({ sum: "2" }, { force: true });
  expect(text("mine")).toBe("mine");
});

test("what file managers leave is in nobody's way, and stays", () => {
  publish({ sum: "1" });
  writeFileSync(at("run", ".DS_Store"), "");
  publish({ sum: "2" });
  expect(readdirSync(at("run")).sort()).toEqual([".DS_Store", "sum", "xoff-files.json"]);
});

test("killed as it put its files in place: what is unfinished is taken up, or makes room", () => {
  publish({ sum: "1" });
  for (const resume of [true, false]) {
    const killed = new StagedFolder(at("run"), options);
    writeFileSync(join(killed.partial, "sum"), "2");
    rmSync(at("run", "sum")); // as in the first step of publishing, which removes the old file
    killed.release();
    publish(resume ? {} : { sum: "3" }, { resume });
    expect(text("run", "sum")).toBe(resume ? "2" : "3");
  }
});

test("forced, all of them stay, but for a file of a name that is written", () => {
  publish({ sum: "1", a: "1", b: "1" });
  writeFileSync(at("run", "notes.txt"), "mine");
  mkdirSync(at("run", "sub"));
  writeFileSync(at("run", "sub", "x"), "mine");
  writeFileSync(at("run", "a"), "edited");
  writeFileSync(at("run", "b"), "edited");
  publish({ sum: "2", a: "2" }, { force: true });
  expect(readdirSync(at("run")).sort()).toEqual(["a", "b", "notes.txt", "sub", "sum", "xoff-files.json"]);
  expect([text("run", "a"), text("run", "b"), text("run", "sub", "x")]).toEqual(["2", "edited", "mine"]);
});

test("forced or not, no folder of somebody else's gives way to a file", () => {
  mkdirSync(at("run", "sum"), { recursive: true });
  writeFileSync(at("run", "sum", "x"), "mine");
  writeFileSync(at("run", "net"), "mine");
  const publishForced = (files: Record<string, string>) => () => {
    publish(files, { force: true });
  };
  expect(message(publishForced({ sum: "2" }))).toMatch(
    /found the folder sum\/ in place of a file, .*Find the results in .*run-2\.$/,
  );
  expect(message(publishForced({ "net/a": "2" }))).toMatch(
    /found the file net in place of a folder, .*Find the results in .*run-3\.$/,
  );
  expect([text("run", "sum", "x"), text("run", "net"), text("run-2", "sum")]).toEqual(["mine", "mine", "2"]);
});

test("another command's folder is somebody else's; a page of xoff's in it is in nobody's way", () => {
  publish({ sum: "1" });
  writeFileSync(at("run", "report.html"), signed("<p>"));
  expect(message(() => new StagedFolder(at("run"), { ...options, command: "compare" }))).toContain("sum, ");
  publish({ sum: "2" });
  expect(existsSync(at("run", "report.html"))).toBe(true);
  writeFileSync(at("run", "report.html"), `${signed("<p>")}mine`);
  expect(message(() => new StagedFolder(at("run"), options))).toContain("report.html, which it did not write");
});

test("what comes in the way during the work stays, and the results go beside", () => {
  const late = (): void => {
    mkdirSync(at("run"));
    writeFileSync(at("run", "sum"), "mine");
  };
  expect(
    message(() => {
      publish({ sum: "1" }, {}, late);
    }),
  ).toMatch(/found sum, .*created during the run\. Find the results in .*run-2\.$/);
  expect([text("run", "sum"), text("run-2", "sum"), readdirSync(root)]).toEqual(["mine", "1", ["run", "run-2"]]);
});

test("a folder that vanishes during the work is made again", () => {
  const staged = new StagedFolder(at("above", "run"), options);
  mkdirSync(at("elsewhere"));
  renameSync(staged.partial, at("elsewhere", "run.partial"));
  rmSync(at("above"), { recursive: true });
  mkdirSync(staged.partial, { recursive: true });
  writeFileSync(join(staged.partial, "sum"), "1");
  staged.publish();
  staged.discard();
  expect(text("above", "run", "sum")).toBe("1");
});

test("one writer at a time; what it gives up, and the folders it made, leave no trace", () => {
  const staged = new StagedFolder(at("a", "b", "run"), options);
  expect(message(() => new StagedFolder(at("a", "b", "run"), options))).toContain("is locked by another xoff");
  staged.discard();
  expect(readdirSync(root)).toEqual([]);
});

test("unfinished work is taken up by the same command and build, and by no other", () => {
  const resume = { ...options, command: "compare", build: "1", resume: true };
  const first = new StagedFolder(at("run"), resume);
  writeFileSync(join(first.partial, "a"), "kept");
  first.release();
  const second = new StagedFolder(at("run"), resume);
  expect(readFileSync(join(second.partial, "a"), "utf8")).toBe("kept");
  second.release();
  const other = new StagedFolder(at("run"), { ...resume, build: "2" });
  expect(existsSync(join(other.partial, "a"))).toBe(false);
  other.discard();
});

test("a folder of that name beside it that is somebody's is named and stays", () => {
  mkdirSync(at("run.partial"));
  writeFileSync(at("run.partial", "x"), "mine");
  expect(message(() => new StagedFolder(at("run"), options))).toContain(
    "run.partial exists already, and xoff did not write it",
  );
  expect(text("run.partial", "x")).toBe("mine");
});

test.each([
  ["", /got ""/],
  ["file", /file: expected a folder, found a file/],
  ["file/run", /file\/run: expected a folder, but .*file is not a folder/],
  ["nowhere", /nowhere: expected a folder, found a symbolic link without a target/],
  ["n".repeat(300), /cannot be written: the name is too long \(ENAMETOOLONG\)/],
])("%.20s: a mistake, said before the work", (name, expected) => {
  writeFileSync(at("file"), "");
  symlinkSync(at("gone"), at("nowhere"));
  const folder = name === "" ? "" : at(name);
  expect(message(() => new StagedFolder(folder, options))).toMatch(expected);
  expect(readdirSync(root).sort()).toEqual(["file", "nowhere"]);
});

test.skipIf(process.getuid?.() === 0)(
  "where nothing may be written: a mistake (skipped for root, whom nothing is refused)",
  () => {
    mkdirSync(at("closed"));
    chmodSync(at("closed"), 0o500);
    expect(message(() => new StagedFolder(at("closed", "run"), options))).toContain("permission is missing");
  },
);
