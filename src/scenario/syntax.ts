/**
 * YAML, parsed up to its first flaw, which is told in the words of whoever wrote it: the parser names rules of the standard that few
 * have read.
 *
 * Codes and messages are those of the package yaml. What is not in the table below is told in its own words.
 */
import { Composer, Parser, type CST, type Document, type LineCounter } from "yaml";

import { printable } from "../base/format.ts";
import { quote, type ScenarioError } from "./error.ts";

/** Makes an error of what was expected at an offset of the text, what stands there, and how to mend it. */
type ErrorAt = (offset: number, expected: string, got: string, hint?: string) => ScenarioError;

/** The document that `text` spells; `lines` learns where its lines begin. Throws what `errorAt` makes of the first flaw. */
export function parseYaml(text: string, lines: LineCounter, errorAt: ErrorAt): Document.Parsed {
  // Left to itself the parser goes on and collects all flaws, of which there may be millions. Some errors it catches: `first` stays.
  let first: ScenarioError | undefined;
  const fail = (offset: number, code: string, message: string): never => {
    first ??= flawError(text, offset, code, message, errorAt);
    throw first;
  };
  const onError = (from: number | CST.Token | readonly number[], code: string, message: string, warning?: boolean) => {
    if (warning === true && code === "BAD_INDENT") return; // a bracket that closes in the column of its key
    fail(typeof from === "number" ? from : "offset" in from ? from.offset : from[0], code, message);
  };
  const composer = new Composer({ merge: true, uniqueKeys: false }); // `Source` compares keys, which takes it less time
  Object.assign(composer, { onError });
  function* checked(tokens: Iterable<CST.Token>): Iterable<CST.Token> {
    for (const token of tokens) {
      if (token.type === "error") fail(token.offset, "UNEXPECTED_TOKEN", token.message);
      yield token;
    }
  }
  const tokens = new Parser(lines.addNewLine).parse(text);
  const [document, second] = composer.compose(checked(tokens), true, text.length);
  if (second !== undefined) fail(second.range[0], "MULTIPLE_DOCS", "");
  return document;
}

interface Row {
  readonly code: string;
  /** What the parser's message begins with. */
  readonly says?: string;
  readonly expected: string;
  /** Instead of what stands there. */
  readonly got?: string;
  readonly hint?: string;
}

const FIELD = "a name, a colon, a blank and a value";
const COMMA = "a comma between entries";
const quotes = (what: string): string => `Put text that ${what} in quotes.`;
const TAG = { expected: "plain values", got: "a tag, which begins with !", hint: quotes("begins with !") };

const ROWS: readonly Row[] = [
  { code: "TAB_AS_INDENT", expected: "spaces before a key", got: "a tab", hint: "Indent YAML with spaces." },
  { code: "MULTIPLE_DOCS", expected: "one scenario in the file", got: 'a second one after "---"' },
  { code: "TAG_RESOLVE_FAILED", ...TAG },
  { code: "MULTIPLE_TAGS", ...TAG },
  { code: "BAD_SCALAR_START", expected: "a value", hint: quotes("begins with a sign such as @, % or `") },
  { code: "BAD_ALIAS", expected: "a name after & or *", hint: quotes("begins with & or *") },
  {
    code: "BAD_DQ_ESCAPE",
    expected: "an escape such as \\n",
    hint: "In single quotes a backslash is an ordinary character.",
  },
  { code: "MULTILINE_IMPLICIT_KEY", expected: FIELD },
  { code: "MISSING_CHAR", says: "Implicit map keys", expected: FIELD },
  { code: "KEY_OVER_1024_CHARS", expected: "a colon within 1024 characters after a name" },
  {
    code: "BLOCK_AS_IMPLICIT_KEY",
    says: "Nested mappings",
    expected: "one value after a colon",
    hint: quotes('holds ": "'),
  },
  { code: "BLOCK_IN_FLOW", expected: COMMA },
  { code: "MISSING_CHAR", says: "Missing ,", expected: COMMA },
  { code: "MISSING_CHAR", says: "Missing space after :", expected: "a blank after the colon" },
  { code: "MISSING_CHAR", says: "Comments", expected: "a blank before a comment" },
  { code: "MISSING_CHAR", says: "Missing closing", expected: "text that ends with a quotation mark too" },
  { code: "BAD_INDENT", says: "All mapping items", expected: "the fields of a map below each other, in one column" },
  { code: "BAD_INDENT", says: "All sequence items", expected: "the entries of a list below each other, in one column" },
  { code: "UNEXPECTED_TOKEN", says: "Unexpected ", expected: "the end of the value" },
];

function flawError(text: string, offset: number, code: string, message: string, errorAt: ErrorAt): ScenarioError {
  const at = message.startsWith("Missing closing") ? openQuote(text, message.endsWith('"quote') ? '"' : "'") : offset;
  const [rest] = text.slice(at, at + 200).split(/[\r\n]/);
  const end = at >= text.trimEnd().length ? "the end of the file" : "the end of the line";
  const got = rest.trim() === "" ? end : quote(rest.trim());

  const [, closing] = / end with a ([\]}])/.exec(message) ?? [];
  if (closing !== undefined) return errorAt(at, `${closing} to close the ${closing === "}" ? "{" : "["}`, got);
  const row = ROWS.find((one) => one.code === code && message.startsWith(one.says ?? ""));
  if (row === undefined) return errorAt(at, "YAML or JSON", got, `${printable(message, 100)}.`);
  return errorAt(at, row.expected, row.got ?? got, row.hint);
}

/** Where the text begins that is never closed: nowhere after its quotation mark there is another. The parser names the end. */
function openQuote(text: string, mark: string): number {
  let at = text.lastIndexOf(mark);
  while (mark === '"' && at > 0 && text[at - 1] === "\\") at = text.lastIndexOf(mark, at - 1);
  return Math.max(0, at);
}
