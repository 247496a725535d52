import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesFrom } from "./files-from.ts";

const folder = `${mkdtempSync(join(tmpdir(), "xoff-files-"))}/`;
beforeAll(() => {
  mkdirSync(join(folder, "lab/deep/deeper/deepest"), { recursive: true });
  mkdirSync(join(folder, ".hidden"));
  const files = [
    "b.yaml",
    "a.yaml",
    "notes.txt",
    "lab/c.yaml",
    "lab/deep/deeper/d.yaml",
    "lab/deep/deeper/deepest/e.yaml",
  ];
  for (const file of [...files, ".hidden/f.yaml"]) writeFileSync(join(folder, file), "");
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("files of a kind by name, three folders down, hidden ones left out, written as the word begins", () => {
  const found = (word: string) => filesFrom(folder + word, /\.yaml$/).map((path) => path.replace(folder, ""));
  expect(found("")).toEqual(["a.yaml", "b.yaml", "lab/c.yaml", "lab/deep/deeper/d.yaml"]);
  expect(found("lab/de")).toEqual(["lab/c.yaml", "lab/deep/deeper/d.yaml", "lab/deep/deeper/deepest/e.yaml"]);
  expect(found("nowhere/")).toEqual([]);
});
