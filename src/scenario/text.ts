/**
 * Rejects input that is not text, and text that would exhaust or crash the parser, before parsing begins.
 *
 * The decoder from bytes to text has replaced each byte sequence that is not UTF-8 by U+FFFD.
 */
import { quote, ScenarioError } from "./error.ts";

const MAX_LENGTH = 8_000_000;
/** Maximum number of punctuation characters in a scenario. Each costs the parser some microseconds, whereas letters cost little. */
const MAX_SIGNS = 1_000_000;
const SIGNS = "\n:,-[]{}\"'#&*!|>%@`?";
/** The maximum depth of nested brackets. The parser is known to handle it. */
const MAX_NESTING = 100;
/** The maximum indentation in columns. The parser is known to handle it. */
const MAX_INDENT = 200;

/**
 * Matches characters that are not allowed: control characters other than tab and line ends, a carriage return without a line feed, and
 * U+FFFD.
 */
const NOT_TEXT = /[^\P{Cc}\t\n\r\u{85}]|\r(?!\n)|\u{fffd}/u;

/** Throws `ScenarioError` for a text that must not be parsed. `file` is the name of the text in messages. */
export function checkText(text: string, file: string): void {
  const error = (offset: number, expected: string, got: string, hint?: string): ScenarioError => {
    const lines = text.slice(0, offset).split("\n");
    const place = { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
    return new ScenarioError(place, "", expected, got, hint);
  };
  if (text.length > MAX_LENGTH) {
    const millions = Math.ceil(text.length / 1e6);
    throw new ScenarioError({ file }, "", `at most ${MAX_LENGTH / 1e6} million characters`, `${millions} million`);
  }
  if (/^[\s\u{feff}]*$/u.test(text)) throw error(0, "a scenario", "an empty file");
  const stray = NOT_TEXT.exec(text);
  if (stray !== null) {
    const got = stray[0] === "\u{fffd}" ? "other bytes" : quote(stray[0]);
    throw error(stray.index, "text in UTF-8", got, mendOf(text, stray[0]));
  }
  checkSigns(text, error);
  const deep = new RegExp(`^[ \\t?:-]{${MAX_INDENT}}`, "m").exec(text);
  if (deep !== null) throw error(deep.index, `at most ${MAX_INDENT} columns of indentation`, "more");
}

/** A hint on how the invalid character `stray` may have got into the text. */
function mendOf(text: string, stray: string): string {
  if (stray === "\r") return "End lines with LF or CR LF.";
  if (/^\ufffd*(?:[\w#]\0|\0[\w#])/.test(text)) return "It looks like UTF-16: save it as UTF-8.";
  return /[^\P{Cc}\t\n\r]/u.test(text) ? "Name a scenario file." : "Save the file as UTF-8.";
}

function checkSigns(text: string, error: (offset: number, expected: string, got: string) => ScenarioError): void {
  const [LIST, LIST_END, MAP, MAP_END] = [91, 93, 123, 125]; // [ ] { }
  const isSign = Uint8Array.from({ length: 128 }, (_, code) => Number(SIGNS.includes(String.fromCharCode(code))));
  let open = 0;
  let signs = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 128 || isSign[code] === 0) continue;
    if (++signs > MAX_SIGNS) {
      throw error(at, `at most ${MAX_SIGNS / 1e6} million punctuation marks and line ends`, "more");
    }
    if (code === LIST || code === MAP) {
      if (++open > MAX_NESTING) throw error(at, `at most ${MAX_NESTING} brackets open at once`, "one more");
    } else if (open > 0 && (code === LIST_END || code === MAP_END)) open--;
  }
}
