/**
 * Runs every command of docs/operators.md in its order in one folder, and compares the page with their output. If it differs as intended,
 * `npx vitest run test/operators.test.ts -u` writes the page. The second test then names the sentences whose numbers must change.
 */
import { cpSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { argumentsOf } from "./cli/line.ts";
import { build, Folder, ran, type Ended } from "./cli/xoff.ts";

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
    const { status, stdout, stderr } = ran("sh", ["-c", line], { cwd: folder.path });
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

/** The first group of a pattern, found in the page's commands and outputs. */
type Shown = RegExp | ((code: string) => number);

/**
 * Every number in the sentences of the page, in their order. An entry has the words around a number, with "#" for the
 * number. For each "#" a pattern finds the same number in a command or an output.
 */
const SAID: readonly (readonly [string, ...Shown[]])[] = [
  ["configs of # SONiC switches", /hosts, (\d+) switches/],
  // The time that a reader has, not a number of a run.
  ["in # minutes", () => 10],
  ["from section # on", () => 1],
  ["a leaf with # servers", (code) => new Set(code.match(/server\d/g)).size],
  ["with # links to it", /^leaf0-spine0#(\d)/m],
  ["Both are Spectrum-# switches", /Spectrum-(\d),\s+by SONiC's/],
  ["ports at # Gbps", /a port at (\d+) Gbps/],
  ["classes # and #", /lossless classes (\d), \d/, /lossless classes \d, (\d)/],
  ["the entries have # causes", () => (page.match(/^- The /gm) ?? []).length],
  ["has an `xoff` of # B", /found ([\d,]+)\s+B\. Raise xoff/],
  ["formula gives # B", /^xoff +([\d,]+)/m],
  ["difference, from # B to # B", /s\/"(\d+)"\/"\d+"\/' leaf0/, /^size +([\d,]+)/m],
  // The first test expects this exit code of the command above.
  ["exit code of `xoff sonic lint` is #", () => 0],
  ["one of its # links", /^leaf0-spine0#(\d)/m],
  ["from the spine # times", /^leaf0-spine0#2 +(\d+)/m],
  ["# nodes send to `server0`", /fanIn: (\d+)/],
  ["and # MB wait", /([\d.]+) MB were queued/],
  ["pauses the spine at # KB", /threshold was ([\d.]+) KB/],
  ["another server waits for # us", /lost ([\d.]+) us/],
  ["one link instead of #", /^leaf0-spine0#(\d)/m],
  ["on average: # instead of #", /^leaf0-spine0#2 fails .* no +([\d.]+)/m, /^present .* no +([\d.]+)/m],
  ["that # seeds are too few", /Mean over (\d+) seeds/],
  ["present alpha is #", /^buffer\.alpha +([\d.]+)/m],
  ["With an alpha of # none of # runs", /^buffer\.alpha +\S+ +([\d.]+)/m, /met by \d+ of (\d+)\s+runs; present/],
  ["# runs are too few", /met by \d+ of (\d+)\s+runs; present/],
  ["up to #% of further runs", /Up to (\d+)%/],
];

const WORDS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const NUMBER = new RegExp(`\\b(?:\\d[\\d,]*(?:\\.\\d+)?|${WORDS.join("|")})\\b(?!\\.md)`, "gi");
const valueOf = (said: string): number => {
  const word = WORDS.indexOf(said.toLowerCase());
  return word < 0 ? Number(said.replaceAll(",", "")) : word + 2;
};

test("every number in a sentence of docs/operators.md is the one that a command or an output shows", () => {
  const fenced = /^```[\s\S]*?^```$/gm;
  const code = (page.match(fenced) ?? []).join("\n");
  const numbersIn = (text: string) => text.replace(/`[^`]*`|\]\([^)]*\)/g, "").match(NUMBER) ?? [];
  let rest = page.replace(fenced, "").replace(/^#.*$/gm, "").replace(/\s+/g, " ");
  for (const [words, ...shown] of SAID) {
    const [before, ...after] = words.split("#").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const place = new RegExp(before + after.map((part) => `(${NUMBER.source})${part}`).join(""), "i");
    const found = place.exec(rest);
    expect(found, words).not.toBeNull();
    const values = shown.map((one) => (typeof one === "function" ? one(code) : valueOf(one.exec(code)?.[1] ?? "none")));
    expect(found!.slice(1).map(valueOf), words).toEqual(values);
    expect(numbersIn(rest.slice(0, found!.index)), `numbers before "${words}" that SAID lacks`).toEqual([]);
    rest = rest.slice(found!.index + found![0].length);
  }
  expect(numbersIn(rest), "numbers at the end that SAID lacks").toEqual([]);
});
