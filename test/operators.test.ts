/**
 * Runs every command of docs/operators.md in its order in one folder, and compares the page with their output. If it differs as intended,
 * `npx vitest run test/operators.test.ts -u` writes the page. Then check its sentences.
 */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { argumentsOf } from "./cli/line.ts";
import { build, Folder, type Ended } from "./cli/xoff.ts";

const path = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const page = readFileSync(path("docs/operators.md"), "utf8");

/**
 * A block of commands, and its output if that follows. In a block "sh fails", the last command ends with exit code 1.
 */
const BLOCK = /^(```sh( fails)?\n([\s\S]*?)^```\n)(?:\n```text\n([\s\S]*?)^```\n)?/gm;

beforeAll(build);

/**
 * The output, shortened like the page. Around the page's line "...", it keeps as many lines at the start and at the
 * end.
 */
function abridged(output: string, shown: string): string {
  const [start, end] = shown.split(/^\.\.\.\n/m).map((part) => part.split("\n").length - 1);
  if (end === undefined) return output;
  const lines = output.trimEnd().split("\n");
  return [...lines.slice(0, start), "...", ...lines.slice(-end), ""].join("\n");
}

test("the output in docs/operators.md is that of its commands", { timeout: 180_000 }, async () => {
  const folder = new Folder();
  onTestFinished(() => folder.remove());
  cpSync(path("examples/operators"), folder.path, { recursive: true });

  const call = (line: string): Ended => {
    const args = argumentsOf(line);
    if (args !== undefined) return folder.runWhole(...args);
    const { status, stdout, stderr } = spawnSync("sh", ["-c", line], { cwd: folder.path, encoding: "utf8" });
    return { code: status, stdout, stderr };
  };
  let blocks = 0;
  const run = (block: string, source: string, fails: string | undefined, commands: string, shown?: string): string => {
    blocks++;
    let stdout = "";
    const lines = commands.trim().split("\n");
    for (const [k, line] of lines.entries()) {
      const ended = call(line);
      stdout += ended.stdout;
      const isFailure = fails !== undefined && k === lines.length - 1;
      expect(ended.code, `${line}\n${ended.stderr}`).toBe(isFailure ? 1 : 0);
    }
    return shown === undefined ? block : `${source}\n\`\`\`text\n${abridged(stdout, shown)}\`\`\`\n`;
  };
  const real = page.replace(BLOCK, run);
  expect(blocks).toBeGreaterThan(10);
  await expect(real).toMatchFileSnapshot(path("docs/operators.md"));
});

/** The numbers in a text, without thousands separators. */
const numbers = (text: string): string[] =>
  (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map((number) => number.replaceAll(",", ""));

test("every number in a sentence of docs/operators.md is in a command of its section, or in the output", () => {
  const code = /^```[\s\S]*?^```$/gm;
  const [introduction, ...sections] = page.split(/^## \d+\. /m);
  const unknown = (section: string, known = section): string[] => {
    const sentences = section.replace(code, "").replace(/`[^`]*`|\]\([^)]*\)/g, "");
    const shown = new Set(numbers((known.match(code) ?? []).join("\n")));
    return numbers(sentences).filter((number) => !shown.has(number));
  };
  expect(unknown(introduction, page)).toEqual([]);
  expect(sections.flatMap((section) => unknown(section))).toEqual([]);
});
