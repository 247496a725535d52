/**
 * Parses YAML up to its first syntax error, and explains that error in terms of the author's text. The parser's own messages cite rules of
 * the YAML standard that few authors know.
 *
 * Codes and messages are those of the package yaml. An error that is not in the table below keeps the parser's message.
 */
import { Composer, Parser, type CST, type Document, type LineCounter } from "yaml";

import { printable } from "../base/format.ts";
import { quote, type ScenarioError } from "./error.ts";

/** Creates an error from an offset in the text, the expected syntax, the text found there and a hint. */
type ErrorAt = (offset: number, expected: string, got: string, hint?: string) => ScenarioError;

/** Returns the YAML document of a text, and adds the offsets of its lines to `lines`. Throws the first syntax error, made by `errorAt`. */
export function parseYaml(text: string, lines: LineCounter, errorAt: ErrorAt): Document.Parsed {
  // Only the first syntax error is reported. It is thrown, because the parser would otherwise go on and collect all
  // of them, perhaps millions. The parser catches some exceptions. `first` stores the error, so that the next call
  // throws it again.
  let first: ScenarioError | undefined;
  const fail = (offset: number, code: string, message: string): never => {
    first ??= flawError(text, offset, code, message, errorAt);
    throw first;
  };
  const onError = (from: number | CST.Token | readonly number[], code: string, message: string, warning?: boolean) => {
    // A closing bracket in the column of its key is accepted.
    if (warning === true && code === "BAD_INDENT") return;
    fail(typeof from === "number" ? from : "offset" in from ? from.offset : from[0], code, message);
  };
  // `Source` checks for duplicate keys in less time than the parser.
  const composer = new Composer({ merge: true, uniqueKeys: false });
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

/** A row of the table `ROWS`, which replaces messages of the YAML parser by texts of xoff. */
interface Row {
  /** The error code of the parser. */
  readonly code: string;
  /**
   * The row replaces only messages of the parser that start with these words. Absent: it replaces every message with
   * the error code `code`.
   */
  readonly says?: string;
  readonly expected: string;
  /** Text for the message, in place of the text that was found at the error. */
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

/** Offset of the quotation mark that is never closed: the last one in the text. The parser reports the end of the text instead. */
function openQuote(text: string, mark: string): number {
  let at = text.lastIndexOf(mark);
  while (mark === '"' && at > 0 && text[at - 1] === "\\") at = text.lastIndexOf(mark, at - 1);
  return Math.max(0, at);
}
