/** Runs every command of docs/tour.md in its order in one folder. */
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, Folder, main } from "./xoff.ts";

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
  folder.write("xoff", `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(folder.at("xoff"), 0o755);
});

afterAll(() => {
  folder.remove();
});

test("there is a tour", () => {
  expect(commands.length).toBeGreaterThan(12);
});

test.each(commands)("$line", ({ line: written, fails }) => {
  const line = written.replace(/--seeds \d+/, "--seeds 2"); // two seeds are enough for the test
  const env = { ...process.env, XOFF_IN_ITS_PROCESS: "1", PATH: `${folder.path}${delimiter}${process.env.PATH ?? ""}` };
  const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { cwd: folder.path, env, encoding: "utf8" });
  expect(status, stderr).toBe(fails ? 2 : 0);
  expect((fails ? stderr : stdout + stderr).trim()).not.toBe("");
});
