/** Compares the output of `npm start` in the README with the actual output. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { build, Folder } from "./cli/xoff.ts";

test("the table and the curves are those of xoff demo", () => {
  build();
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const shown = [...readme.matchAll(/^(?:ST|DT, alpha 2|SPFC) .*$/gm)].map(([line]) => line);
  expect(shown).toHaveLength(6);
  const folder = new Folder();
  const { code, stdout } = folder.run("demo");
  folder.remove();
  expect(code).toBe(0);
  expect(stdout.split("\n")).toEqual(expect.arrayContaining(shown));
});
