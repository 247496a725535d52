/** Tests scripts/swap.mjs: a program that runs from dist/ finds its files while a new build replaces them. */
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ended } from "./cli/xoff.ts";

const script = new URL("../scripts/swap.mjs", import.meta.url);
const { swapIn } = (await import(script.href)) as {
  swapIn: (from: string, to: string, isLast?: (file: string) => boolean) => void;
};

let folder: string;
const at = (...parts: string[]): string => join(folder, ...parts);
const write = (path: string, text: string): void => {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "xoff-swap-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("files are replaced, added and removed; identical ones stay", () => {
  write(at("old/same.js"), "same");
  write(at("old/bin/main.js"), "old");
  write(at("old/gone/away.js"), "old");
  write(at("old/now-a-file/x.js"), "old");
  write(at("new/same.js"), "same");
  write(at("new/bin/main.js"), "new");
  write(at("new/bin/added.js"), "new");
  write(at("new/now-a-file"), "new");
  for (const one of ["old", "new"]) utimesSync(at(one, "same.js"), 1, 1);
  swapIn(at("new"), at("old"));
  expect(readdirSync(at("old"), { recursive: true, encoding: "utf8" }).sort()).toEqual(
    ["bin", join("bin", "added.js"), join("bin", "main.js"), "now-a-file", "same.js"].sort(),
  );
  expect(readFileSync(at("old/bin/main.js"), "utf8")).toBe("new");
  expect(existsSync(at("new/same.js"))).toBe(true);
});

test("a build into an empty place", () => {
  write(at("new/bin/main.js"), "new");
  mkdirSync(at("old"));
  swapIn(at("new"), at("old"));
  expect(readFileSync(at("old/bin/main.js"), "utf8")).toBe("new");
});

test("a process that loads the modules repeatedly finds each one complete, while 40 builds replace them", async () => {
  const modules = Array.from({ length: 60 }, (_, k) => `chunk${k}.mjs`);
  const build = (to: string, version: number): void => {
    for (const name of modules)
      write(at(to, name), `export const version = ${version};\n//${"x".repeat(5000)}\nexport const end = 1;\n`);
  };
  build("dist", 0);
  write(
    at("load.mjs"),
    `const names = ${JSON.stringify(modules)};
for (let k = 0; ; k++) {
  for (const name of names) {
    const { end } = await import(new URL("dist/" + name + "?" + k, ${JSON.stringify(pathToFileURL(at("load.mjs")).href)}).href);
    if (end !== 1) throw new Error("torn: " + name);
  }
  if (k === 0) process.stdout.write("loading\\n");
}
`,
  );
  const child = spawn(process.execPath, [at("load.mjs")], { stdio: ["ignore", "pipe", "pipe"] });
  const end = ended(child);
  await new Promise((resolve) => child.stdout.once("data", resolve));
  for (let version = 1; version <= 40; version++) {
    build("new", version);
    swapIn(at("new"), at("dist"));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(child.exitCode).toBe(null);
  child.kill();
  expect(await end).toMatchObject({ stderr: "" });
});
