import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Failure } from "../terminal/exit.ts";
import { StagedFile } from "./staged-file.ts";

let folder = "";
const at = (name: string): string => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "xoff-staged-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("what stood there stays until the whole of the new stands in its place", () => {
  writeFileSync(at("fct.txt"), "old");
  const file = new StagedFile(at("fct.txt"));
  file.write("new ");
  file.write(Buffer.from("text"));
  file.close();
  expect(readFileSync(at("fct.txt"), "utf8")).toBe("old");
  file.publish();
  expect(readdirSync(folder)).toEqual(["fct.txt"]);
  expect(readFileSync(at("fct.txt"), "utf8")).toBe("new text");
  expect(file.bytes).toBe(8);
});

test("discarded, it leaves no trace, however often", () => {
  const file = new StagedFile(at("fct.txt"));
  file.write("half");
  file.discard();
  file.discard();
  expect(readdirSync(folder)).toEqual([]);
});

test("a symbolic link stays one: what it leads to is replaced", () => {
  writeFileSync(at("real.txt"), "old");
  symlinkSync(at("real.txt"), at("fct.txt"));
  const file = new StagedFile(at("fct.txt"));
  file.write("new");
  file.publish();
  expect(readFileSync(at("real.txt"), "utf8")).toBe("new");
  expect(readdirSync(folder).sort()).toEqual(["fct.txt", "real.txt"]);
});

test("a device is written as it is, and stays", () => {
  const file = new StagedFile("/dev/null");
  file.write("gone");
  file.publish();
  file.discard();
  expect(readFileSync("/dev/null", "utf8")).toBe("");
});

test("a folder that is not there is said, with exit code 74", () => {
  const open = () => new StagedFile(at("none/fct.txt"));
  expect(open).toThrow(Failure);
  expect(open).toThrow(/fct\.txt cannot be written: ENOENT/);
});
