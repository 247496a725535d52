/** Runs every command of docs/tour.md in its order in one folder. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { argumentsOf } from "./line.ts";
import { build, Folder } from "./xoff.ts";

const tour = readFileSync(new URL("../../docs/tour.md", import.meta.url), "utf8");

/** The lines of the blocks marked `sh`. A block marked "sh fails" has lines that must end with an error. */
const commands = [...tour.matchAll(/^```sh( fails)?\n([\s\S]*?)^```$/gm)].flatMap(([, fails, block]) =>
  block
    .trim()
    .split("\n")
    .map((line) => ({ line, fails: (fails as string | undefined) !== undefined })),
);

let folder: Folder;

beforeAll(() => {
  build();
  folder = new Folder();
});

afterAll(() => {
  folder.remove();
});

test("there is a tour", () => {
  expect(commands.length).toBeGreaterThan(12);
});

test.each(commands)("$line", ({ line: written, fails }) => {
  const line = written.replace(/--seeds \d+/, "--seeds 2"); // two seeds are enough for the test
  const args = argumentsOf(line);
  if (args === undefined) throw new Error("expected a line without a pipe, a redirection or another program");
  const { code, stdout, stderr } = folder.runWhole(...args);
  expect(code, stderr).toBe(fails ? 2 : 0);
  expect((fails ? stderr : stdout + stderr).trim()).not.toBe("");
});
