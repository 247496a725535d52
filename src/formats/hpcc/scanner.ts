/**
 * Reads a file as the simulator's `>>` does, word after word, but remembers where each word stood.
 *
 * Words are cut out of the text when asked for and never searched further than they are shown, so
 * that a file of one endless line or of no text at all fails at once. The one rule that is stricter than the
 * simulator's: a link or a flow stands on one line. There, a forgotten field is an error on its
 * own line; the simulator takes the next line's first word for it, and all that follows is shifted.
 */
import { InputError, quote } from "./input-error.ts";

/** A word and where it begins, counted from 1. */
export interface Token {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

const NEWLINE = 10;
/** What separates words: blank, tab to carriage return, and the mark some editors put before a text. */
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xfeff;

/** A word longer than this is no number, and no expression is run on it. */
const NUMBER_LENGTH = 40;

/** The whole number that `text` is, digits only, or `undefined`. */
export function wholeNumber(text: string): number | undefined {
  return text.length <= NUMBER_LENGTH && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** The decimal number that `text` is, as C++ reads a double, or `undefined`. */
export function decimalNumber(text: string): number | undefined {
  const isDecimal = text.length <= NUMBER_LENGTH && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text);
  return isDecimal ? Number(text) : undefined;
}

export class Scanner {
  readonly #text: string;
  readonly #file: string;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #lastLine = 1;
  /** The last shape asked for, and its words. */
  #shape = "";
  #fields = 0;

  /** `file` is only a name, for messages. */
  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  /** The next word, or `undefined` at the end of the file. It stays the next word. */
  peek(): Token | undefined {
    const text = this.#text;
    for (; this.#at < text.length && isSpace(text.charCodeAt(this.#at)); this.#at++) {
      if (text.charCodeAt(this.#at) === NEWLINE) {
        this.#line++;
        this.#lineStart = this.#at + 1;
      }
    }
    if (this.#at === text.length) return undefined;
    let end = this.#at;
    while (end < text.length && !isSpace(text.charCodeAt(end))) end++;
    return { text: text.slice(this.#at, end), line: this.#line, column: this.#at - this.#lineStart + 1 };
  }

  /** The next word, or `undefined` at the end of the file. */
  take(): Token | undefined {
    return this.#consume(this.peek());
  }

  /** The next word if it stands on the line of the last one taken. */
  takeOnLine(): Token | undefined {
    const token = this.peek();
    return token?.line === this.#lastLine ? this.#consume(token) : undefined;
  }

  /** The words of the next line that is not blank. */
  restOfLine(): Token[] {
    const first = this.take();
    const words = first === undefined ? [] : [first];
    for (let word = this.takeOnLine(); word !== undefined; word = this.takeOnLine()) words.push(word);
    return words;
  }

  #consume(token: Token | undefined): Token | undefined {
    if (token !== undefined) {
      this.#at += token.text.length;
      this.#lastLine = token.line;
    }
    return token;
  }

  /** Line of the last word taken. */
  get line(): number {
    return this.#lastLine;
  }

  /** The next line that is not blank, which must have as many fields as `shape` has words, such as `src dst rate`. */
  row(shape: string): Token[] {
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#fields = shape.split(" ").length;
    }
    const wanted = this.#fields;
    const first = this.take();
    const fields = first === undefined ? [] : [first];
    for (let field = first; field !== undefined && fields.length <= wanted;) {
      field = this.takeOnLine();
      if (field !== undefined) fields.push(field);
    }
    if (fields.length === wanted) return fields;
    if (first === undefined) throw this.error(undefined, `"${shape}"`);
    const text = fields.map((token) => token.text.slice(0, NUMBER_LENGTH + 1)).join(" ");
    const count =
      fields.length > wanted
        ? `more than ${wanted} fields`
        : fields.length === 1
          ? "1 field"
          : `${fields.length} fields`;
    throw this.errorAt(first.line, `"${shape}"`, `${count} in ${quote(text)}`, oddHint(text) ?? fieldsHint(text));
  }

  /** The whole number that `token` is, from `min` to `max`; `expected` says so in words. */
  whole(token: Token | undefined, min: number, max: number, expected: string, hint?: string): number {
    const value = token === undefined ? undefined : wholeNumber(token.text);
    if (value === undefined || value < min || value > max) throw this.error(token, expected, hint);
    return value;
  }

  /** The decimal number that `token` is, from `min` to `max`; `expected` says so in words. */
  decimal(token: Token | undefined, min: number, max: number, expected: string, hint?: string): number {
    const value = token === undefined ? undefined : decimalNumber(token.text);
    if (value === undefined || !(value >= min && value <= max)) throw this.error(token, expected, hint);
    return value;
  }

  /** A mistake in one word; without a word, that the file ends too early. */
  error(token: Token | undefined, expected: string, hint?: string): InputError {
    if (token === undefined) return this.errorAt(this.#lastLine, expected, "the end of the file", hint);
    const { text, line, column } = token;
    return new InputError({ file: this.#file, line, column }, expected, quote(text), oddHint(text) ?? hint);
  }

  /** A mistake on a line; `found` is a phrase, quoted where it quotes. */
  errorAt(line: number, expected: string, found: string, hint?: string): InputError {
    return new InputError({ file: this.#file, line }, expected, found, hint);
  }
}

/** What may have led to words that no such file has. */
function oddHint(text: string): string | undefined {
  if (text.startsWith("#")) return "The simulator knows no comments before the last line it reads.";
  const start = text.slice(0, 100);
  if (!/[\p{Cc}\ufffd]/u.test(start)) return undefined;
  const isUtf16 = /^\ufffd*(?:\w\0|\0\w)/.test(start);
  return isUtf16 ? "It looks like UTF-16: save it as UTF-8." : "That is no text: is it the right file?";
}

function fieldsHint(text: string): string | undefined {
  if (/\w[,;]\w/.test(text)) return "Blanks part the fields.";
  return /\d [A-Za-z]/.test(text) ? "A number and its unit are one word, as 100Gbps." : undefined;
}
