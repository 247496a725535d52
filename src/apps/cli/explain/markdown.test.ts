import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { markdownText } from "./markdown.ts";

const text = (markdown: string) => markdownText(markdown, 40);

test("paragraphs are broken anew, of a link stays its text, of bold the words", () => {
  expect(text("# dt: Dynamic Threshold\n\n**Idea.** Every queue\nmay hold as [this](other.md) says.\n")).toBe(
    "dt: Dynamic Threshold\n\nIdea. Every queue may hold as this\nsays.\n",
  );
});

test("items of a list hang, and a blank line in the source stays one", () => {
  expect(text("- one two three four five six seven eight\n  nine\n- ten\n\n\n1. eleven")).toBe(
    "- one two three four five six seven\n  eight nine\n- ten\n\n1. eleven\n",
  );
});

test("code stays as it is: indented, with its blank lines, or fenced", () => {
  const code = "    T(t) = alpha (B - Q(t))      with a tail that is far too long\n\n    next";
  expect(text(`Rule\n\n${code}\n\nEnd`)).toBe(`Rule\n\n${code}\n\nEnd\n`);
  expect(text("```yaml\na: 1\n  b: **2**\n```\nEnd")).toBe("    a: 1\n      b: **2**\nEnd\n");
});

test("a table that is too wide gives way in its widest column", () => {
  const rows = ["| field | unit |", "|---|---|", "| bytes sent by the port before this packet | 128 B |"];
  expect(text(rows.join("\n"))).toBe(
    "field                              unit\nbytes sent by the port before      128 B\nthis packet\n",
  );
});

test("nothing of the pages of docs/policies is lost, and only code is wider than the page", () => {
  const folder = new URL("../../../../docs/policies/", import.meta.url);
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".md"))) {
    const page = readFileSync(new URL(name, folder), "utf8");
    const shown = markdownText(page, 80);
    const words = (of: string) =>
      of
        .match(/[A-Za-z0-9_]{2,}/g)
        ?.sort()
        .join(" ");
    expect(words(shown)).toBe(words(page.replace(/\]\([^)]*\)/g, "]").replace(/^```\w*/gm, "")));
    const wide = shown.split("\n").filter((line) => line.length > 80 && !line.startsWith("    "));
    expect([name, wide]).toEqual([name, []]);
  }
});
