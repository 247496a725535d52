/** The prose linter (scripts/prose/): its word list, its limits, and the extraction of comments and strings. */
import { expect, test } from "vitest";

interface Finding {
  line: number;
  message: string;
}
interface Word {
  say: string;
  bad: string;
  good: string;
}
const root = new URL("../scripts/prose/", import.meta.url);
const { lint, wordList } = (await import(new URL("lint.mjs", root).href)) as {
  lint: (file: string, text: string) => Promise<Finding[]>;
  wordList: Word[];
};
const { proseOf } = (await import(new URL("extract.mjs", root).href)) as {
  proseOf: (file: string, source: string, options: { strings: boolean }) => { markdown: string };
};
const { hasMessages, isProse } = (await import(new URL("files.mjs", root).href)) as {
  hasMessages: (file: string) => boolean;
  isProse: (file: string) => boolean;
};

/** The findings as `line: message`. */
const found = async (file: string, text: string): Promise<string[]> =>
  (await lint(file, text)).map(({ line, message }) => `${line}: ${message}`);

const blocks = (source: string, strings = true): string[] =>
  proseOf("src/a.ts", source, { strings })
    .markdown.split("\n\n---\n\n")
    .map((block) => block.trim())
    .filter((block) => block !== "");

const words = (n: number): string => `Word ${Array.from({ length: n - 2 }, () => "word").join(" ")} end.`;

test.each(wordList.map((entry) => [entry.say, entry] as const))("word list: %s", async (_, { bad, good }) => {
  for (const sentence of bad.split(/(?<=\.) /)) expect(await lint("docs/a.md", sentence)).not.toEqual([]);
  expect(await lint("docs/a.md", good)).toEqual([]);
});

test("a sentence of 25 words passes, one of 26 fails, at its own line", async () => {
  expect(await found("docs/a.md", words(25))).toEqual([]);
  expect(await found("docs/a.md", `Short.\nAlso short. ${words(26)}`)).toEqual([
    '2: sentence: 26 words, the limit is 25: "Word word word word word word..."',
  ]);
});

test("two commas pass, three fail; commas of numbers and between names in code do not count", async () => {
  expect(await found("docs/a.md", "A switch has ports, queues, and memory of 1,000,000 bytes.")).toEqual([]);
  expect(await found("docs/a.md", "It reads `a`, [`b`](b.md), [`c`](c.md), `d` and `e`, then it stops.")).toEqual([]);
  expect(await found("docs/a.md", "A switch has ports, queues, links, and memory.")).toEqual([
    '1: sentence: 3 commas, the limit is 2: "A switch has ports, queues, links,..."',
  ]);
});

test("an abbreviation does not end a sentence; a number or a code span may begin or end one", async () => {
  expect(await found("docs/a.md", `Take one, e.g. ${words(23)}`)).toHaveLength(1);
  expect(await found("docs/a.md", `See figure 17. ${words(25)}`)).toEqual([]);
  expect(await found("docs/a.md", `Call \`run\`. \`run\` calls ${words(23)}`)).toEqual([]);
});

test("code, tables' code, quotations, addresses and block quotes are not prose", async () => {
  const page = [
    "```\nthe value is reckoned beside it\n```",
    '`reckoned` is a [name](reckoned.md) of code; the paper says “it is reckoned” and "nobody".',
    "> Nobody reckoned it.",
    "| `reckoned` | a column |\n|---|---|\n| `beside` | a value |",
    "<!-- nobody -->",
  ].join("\n\n");
  expect(await found("docs/a.md", page)).toEqual([]);
});

test("words are reported in headings, lists, tables and link texts, each at its line", async () => {
  const page = "# It is reckoned\n\n- It is [reckoned](a.md).\n\n| a |\n|---|\n| reckoned |\n";
  expect((await lint("docs/a.md", page)).map(({ line }) => line)).toEqual([1, 3, 7]);
});

test("a question may begin with what; a statement may not", async () => {
  expect(await found("docs/a.md", "What does a port send? Who pauses it?")).toEqual([]);
  expect(await found("docs/a.md", "What a port sends is counted.")).toHaveLength(1);
});

test("line comments that follow each other are one block; those behind code are their own", () => {
  const source = "// One sentence\n// over two lines.\nconst a = 1; // first\nconst b = 2; // second\n";
  expect(blocks(source)).toEqual(["One sentence\nover two lines.", "first", "second"]);
});

test("a block comment loses its stars, examples and tags; directives are skipped", () => {
  const source = `/**
 * A sentence about {@link a}.
 *
 *   npm test     an example
 * - an item
 *   that goes on
 * @param a the number
 */
// eslint-disable-next-line no-console
const a = /[/*]/.test("// no comment") ? 1 : 2;`;
  expect(blocks(source, false)).toEqual(["A sentence about `x`.\n\n\n- an item\n  that goes on\n`x` the number"]);
});

test("strings of three words are prose, joined over +, with a span for each computed part", () => {
  const source = `import x from "a module with words";
const key = "two words", css = "M 0 0 L 10 10 z";
say("the port " + name + " is paused" + \`, for \${time} or \${n > 1 ? "for a longer time" : "x"}\`);
const jsx = <p class="three words here" title="a title with words">some text in a page</p>;
const help = "usage of a command\\n  --seed    the seed of a run";`;
  expect(proseOf("src/a.tsx", source, { strings: true }).markdown.split("\n\n---\n\n").slice(0, -1)).toEqual([
    "the port `x` is paused, for `x` or `x`",
    "for a longer time",
    "a title with words",
    "some text in a page",
    "usage of a command",
  ]);
});

test("a finding in a source has the line of the comment or of the piece of the string", async () => {
  const source = `/**\n * Fine.\n *\n * It is reckoned.\n */\nsay(\n  "the value is " +\n    "reckoned anew",\n);\n`;
  expect((await lint("src/a.ts", source)).map(({ line }) => line)).toEqual([4, 8]);
  expect((await lint("test/a.ts", source)).map(({ line }) => line)).toEqual([4]);
});

test("generated pages, results and foreign data are left out", () => {
  const files = [
    "docs/api/xoff.api.md",
    "docs/parameters.md",
    "test/parity/cases/a.ts",
    "docs/tour.md",
    "src/a.tsx",
    "b.mjs",
  ];
  expect(files.filter(isProse)).toEqual(["docs/tour.md", "src/a.tsx", "b.mjs"]);
  expect(["src/a.ts", "src/a.test.ts", "scripts/a.mjs", "test/a.ts"].filter(hasMessages)).toEqual([
    "src/a.ts",
    "scripts/a.mjs",
  ]);
});
