/** Runs textlint with the rules of this folder over one file. */
import { readFileSync } from "node:fs";
import { TextlintKernel } from "@textlint/kernel";
import markdown from "@textlint/textlint-plugin-markdown";
import { parse } from "yaml";
import { proseOf } from "./extract.mjs";
import { hasMessages } from "./files.mjs";
import { sentences, words } from "./rules.mjs";

/** The word list. An entry suggests `say` in place of the patterns in `not`. test/prose.test.ts checks its examples `bad` and `good`. */
export const wordList = parse(readFileSync(new URL("words.yaml", import.meta.url), "utf8")).map((entry) => ({
  ...entry,
  not: entry.not.map((pattern) => new RegExp(pattern, "gi")),
}));

const kernel = new TextlintKernel();
const options = {
  ext: ".md",
  plugins: [{ pluginId: "markdown", plugin: markdown.default ?? markdown }],
  rules: [
    { ruleId: "sentences", rule: sentences },
    { ruleId: "words", rule: words, options: { list: wordList } },
  ],
};

/** The findings in `text`, the content of `file`: `{ line, message }`, by line. */
export async function lint(file, text) {
  const page = file.endsWith(".md");
  const prose = page ? undefined : proseOf(file, text, { strings: hasMessages(file) });
  const { messages } = await kernel.lintText(page ? text : prose.markdown, { ...options, filePath: file });
  return messages
    .map(({ message, line, range }) => ({ message, line: page ? line : prose.lineAt(range[0]) }))
    .sort((a, b) => a.line - b.line);
}
