import { CompletionContext } from "@codemirror/autocomplete";
import { javascript } from "@codemirror/lang-javascript";
import { yaml } from "@codemirror/lang-yaml";
import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { outsideComments } from "./complete.ts";

test.each([
  ["a comment of TypeScript", javascript({ typescript: true }), "// The fox jumps.", false],
  ["a long comment of TypeScript", javascript({ typescript: true }), "/* The fox\njumps. */", false],
  ["code of TypeScript", javascript({ typescript: true }), "const rtt = view.", true],
  ["a comment of YAML", yaml(), "# The fox: ", false],
  ["a value of YAML", yaml(), "policies: { buffer: ", true],
])("%s: completions are offered only outside of comments", async (_, language, doc, isOffered) => {
  const source = outsideComments(() => ({ from: 0, options: [{ label: "baseRtt" }] }));
  const state = EditorState.create({ doc, extensions: [language] });
  const end = doc.endsWith("*/") ? doc.length - 3 : doc.length;
  expect((await source(new CompletionContext(state, end, false))) !== null).toBe(isOffered);
});
