/**
 * Tests the schemes of examples/policies/. Each folder is complete and listed. Its policies are short, and import only
 * `xoff/policy`.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../examples/policies/", import.meta.url));
const MAX_LINES = 200;

const schemes = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const read = (...path: string[]): string => readFileSync(root + path.join("/"), "utf8");
const policiesOf = (scheme: string): string[] =>
  readdirSync(root + scheme).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));

describe.each(schemes)("%s", (scheme) => {
  test("has its policy, a scenario, a page and a test", () => {
    const expected = [`${scheme}.ts`, "scenario.yaml", "README.md", `${scheme}.test.ts`];
    expect(expected.filter((file) => !existsSync(`${root}${scheme}/${file}`))).toEqual([]);
  });

  test(`has at most ${MAX_LINES} lines of policies`, () => {
    const lines = policiesOf(scheme).map((file) => read(scheme, file).trimEnd().split("\n").length);
    expect(lines.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(MAX_LINES);
  });

  test("imports xoff/policy and its own files only", () => {
    const imports = policiesOf(scheme).flatMap((file) =>
      [...read(scheme, file).matchAll(/(?:from|import)\s*\(?\s*"([^"]*)"/g)].map(([, path]) => path),
    );
    const own = policiesOf(scheme).map((file) => `./${file}`);
    expect(imports.filter((path) => path !== "xoff/policy" && !own.includes(path))).toEqual([]);
  });

  test("has a row in the list of schemes", () => {
    expect(read("README.md")).toContain(`| [${scheme}](${scheme}/README.md) |`);
  });

  test("uses its policies in its scenario", () => {
    const scenario = read(scheme, "scenario.yaml");
    expect(policiesOf(scheme).some((file) => scenario.includes(`./${file}`))).toBe(true);
  });
});
