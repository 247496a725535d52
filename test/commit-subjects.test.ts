/** Tests the check of commit subjects (scripts/commit-subjects.mjs) in temporary repositories. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const { longSubjects } = (await import(new URL("../scripts/commit-subjects.mjs", import.meta.url).href)) as {
  longSubjects: (folder: string) => string[];
};

let folder: string;
const git = (...args: string[]): void => {
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
  const { error, status, stderr } = spawnSync("git", [...who, ...args], { cwd: folder, encoding: "utf8" });
  if (error || status !== 0) throw error ?? new Error(stderr);
};
const commit = (subject: string): void => git("commit", "--quiet", "--allow-empty", "-m", subject);
const subjects = (of: string): string[] => longSubjects(of).map((line) => line.replace(/^\S+ /, ""));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "xoff-subjects-"));
  git("init", "--quiet", "--initial-branch", "main");
  commit("a".repeat(70));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a subject of 60 characters passes, one of 61 fails, and older commits are not checked", () => {
  expect(subjects(folder)).toEqual([]);
  mkdirSync(join(folder, "scripts"));
  writeFileSync(join(folder, "scripts", "commit-subjects.mjs"), "");
  git("add", ".");
  commit("b".repeat(70));
  commit("c".repeat(60));
  expect(subjects(folder)).toEqual([]);
  commit("d".repeat(61));
  expect(subjects(folder)).toEqual(["d".repeat(61)]);
});

test("a shallow clone checks the commits behind its first one", () => {
  const shallow = `${folder}-shallow`;
  git("clone", "--quiet", "--depth", "2", `file://${folder}`, shallow);
  expect(subjects(shallow)).toEqual(["d".repeat(61)]);
  rmSync(shallow, { recursive: true });
  git("clone", "--quiet", "--depth", "1", `file://${folder}`, shallow);
  expect(subjects(shallow)).toEqual([]);
  rmSync(shallow, { recursive: true });
});

test("outside a repository nothing is checked", () => {
  const plain = mkdtempSync(join(tmpdir(), "xoff-plain-"));
  expect(longSubjects(plain)).toEqual([]);
  rmSync(plain, { recursive: true });
});
