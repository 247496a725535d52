/**
 * Reads an input file of a simulator word by word, and keeps the place of each word. HPCC's simulator itself reads words with C++'s `>>`.
 * The parsers for the files of htsim and SimAI use this scanner, too.
 *
 * A word is read only when it is needed. No regular expression is applied to a long word, and errors show only its start. So a file with one endless line or with binary data fails at its first wrong word.
 *
 * A row is the words of one link or flow. As in the simulator, a row may be on several lines (`words`). If a word is wrong, the
 * likely cause is a missing field in an earlier row, which then takes a word of the next line. So the scanner keeps the first row that does
 * not fill exactly one line, and the error names that row.
 */
import { formatCounted } from "../../base/format.ts";
import { InputError, quote } from "./input-error.ts";

/** A word and the place where it begins, counted from 1. */
export interface Token {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

const NEWLINE = 10;
/** Characters that separate words: blank, tab to carriage return, and the byte order mark that some editors write. */
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xfeff;

const AS_WORDS = "Words are read one after the other, as in the simulator";

/** Maximum length of a number, characters. No regular expression is applied to a longer word. */
const NUMBER_LENGTH = 40;

/** Returns the integer that `text` represents, digits only, or `undefined`. */
export function wholeNumber(text: string): number | undefined {
  return text.length <= NUMBER_LENGTH && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Returns the decimal number that `text` represents, in the syntax of a C++ double, or `undefined`. */
export function decimalNumber(text: string): number | undefined {
  const isDecimal = text.length <= NUMBER_LENGTH && /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text);
  return isDecimal ? Number(text) : undefined;
}

interface Row {
  readonly line: number;
  /** Offset of the beginning of the row's first line. */
  readonly start: number;
  readonly shape: string;
  /** The mistake in one of the row's words. Undefined if only the number of words is wrong. */
  readonly error?: InputError;
}

export class Scanner {
  readonly #text: string;
  readonly #file: string;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #lastLine = 1;
  /** The shape of the last requested row, such as `src dst rate`. */
  #shape = "";
  /** The number of fields that `#shape` names. */
  #fields = 0;
  /** The last row. */
  #row: Row | undefined;
  /** The first row (the words of one link or flow) that does not fill exactly one line of the file. */
  #odd: Row | undefined;

  /** A scanner of `text`. `file` is the name in messages. */
  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  /** Returns the next word without taking it, or `undefined` at the end of the file. */
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

  /** Returns the next word and moves past it. The result is `undefined` at the end of the file. */
  take(): Token | undefined {
    return this.#consume(this.peek());
  }

  /** Returns the next word and moves past it, if it is on the same line as the last word. */
  takeOnLine(): Token | undefined {
    const token = this.peek();
    return token?.line === this.#lastLine ? this.#consume(token) : undefined;
  }

  /** Returns the next word and all words after it on the same line, and moves past them. */
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

  /** Line of the last word that was taken. */
  get line(): number {
    return this.#lastLine;
  }

  #wanted(shape: string): number {
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#fields = shape.split(" ").length;
    }
    return this.#fields;
  }

  /**
   * Returns one word for each word of `shape`, such as `src dst rate`, and moves past them. The words may be on several
   * lines.
   */
  words(shape: string): Token[] {
    const wanted = this.#wanted(shape);
    const before = this.#at === 0 ? 0 : this.#lastLine;
    const first = this.take();
    if (first === undefined) throw this.error(undefined, `"${shape}"`);
    const { line } = first;
    const row = { line, start: this.#lineStart, shape };
    this.#row = row;
    const fields = [first];
    while (fields.length < wanted) {
      const field = this.take();
      if (field === undefined) throw this.error(undefined, `"${shape}"`);
      fields.push(field);
    }
    if (line === before || this.#lastLine !== line) this.#odd ??= row;
    return fields;
  }

  /**
   * Notes a warning if the next word is on the same line as the last word read. `expected` describes what belongs in
   * place of the next word. Only the first warning of a file is kept.
   */
  noteShared(expected: string, hint?: string): void {
    const token = this.peek();
    if (token?.line !== this.#lastLine) return;
    this.#odd ??= { line: token.line, start: this.#lineStart, shape: "", error: this.error(token, expected, hint) };
  }

  /** A warning about the first row that does not fill exactly one line; undefined if there is none. */
  get oddRow(): string | undefined {
    return this.#odd && `${this.#file}:${this.#odd.line}: a row does not end with its line. ${AS_WORDS}.`;
  }

  /** Returns the words of the next line that is not blank. The line must have as many words as `shape`. */
  row(shape: string): Token[] {
    const wanted = this.#wanted(shape);
    const first = this.take();
    const fields = first === undefined ? [] : [first];
    for (let field = first; field !== undefined && fields.length <= wanted;) {
      field = this.takeOnLine();
      if (field !== undefined) fields.push(field);
    }
    if (fields.length === wanted) return fields;
    if (first === undefined) throw this.error(undefined, `"${shape}"`);
    throw this.#misshapen(
      first.line,
      shape,
      fields.map(({ text }) => text),
    );
  }

  /** Returns the error for a line whose number of fields differs from `shape`. */
  #misshapen(line: number, shape: string, fields: readonly string[], hint?: string): InputError {
    const wanted = this.#wanted(shape);
    const text = fields.map((field) => field.slice(0, NUMBER_LENGTH + 1)).join(" ");
    const count =
      fields.length > wanted ? `more than ${formatCounted(wanted, "field")}` : formatCounted(fields.length, "field");
    return this.errorAt(line, `"${shape}"`, `${count} in ${quote(text)}`, oddHint(text) ?? fieldsHint(text) ?? hint);
  }

  /** Returns up to `most` words of the line that begins at `start`. */
  #lineWords(start: number, most: number): string[] {
    const line = new Scanner(this.#text.slice(start, start + most * (NUMBER_LENGTH + 2)), this.#file);
    const words: string[] = [];
    for (let word = line.takeOnLine(); word !== undefined && words.length < most; word = line.takeOnLine())
      words.push(word.text);
    return words;
  }

  /** Returns the integer of `token`, from `min` to `max`. `expected` describes it in messages. */
  whole(token: Token | undefined, min: number, max: number, expected: string, hint?: string): number {
    const value = token === undefined ? undefined : wholeNumber(token.text);
    if (value === undefined || value < min || value > max) throw this.error(token, expected, hint);
    return value;
  }

  /** Returns the decimal number of `token`, from `min` to `max`. `expected` describes it in messages. */
  decimal(token: Token | undefined, min: number, max: number, expected: string, hint?: string): number {
    const value = token === undefined ? undefined : decimalNumber(token.text);
    if (value === undefined || !(value >= min && value <= max)) throw this.error(token, expected, hint);
    return value;
  }

  /** Returns the error for a wrong word. If there is no word, the file ends too early. */
  error(token: Token | undefined, expected: string, hint?: string): InputError {
    return this.#causeOf(token, expected) ?? this.#wordError(token, expected, hint);
  }

  /**
   * Returns the mistake that has probably caused the wrong word. It is a mistake in an earlier row, or a wrong number
   * of words in the present row. Undefined: there is no such mistake.
   */
  #causeOf(token: Token | undefined, expected: string): InputError | undefined {
    const row = this.#odd ?? this.#row;
    if (row?.error !== undefined) return row.error;
    if (row === undefined) return undefined;
    const wanted = this.#wanted(row.shape);
    const words = this.#lineWords(row.start, wanted + 1);
    if (words.length === wanted) return undefined;
    const hint = token && `${AS_WORDS}, up to ${this.#wordError(token, expected).message}`;
    return this.#misshapen(row.line, row.shape, words, hint);
  }

  #wordError(token: Token | undefined, expected: string, hint?: string): InputError {
    if (token === undefined) return this.errorAt(this.#lastLine, expected, "the end of the file", hint);
    const { text, line, column } = token;
    return new InputError({ file: this.#file, line, column }, expected, quote(text), oddHint(text) ?? hint);
  }

  /** Returns the error for a line. The message has `found` as it is: if `found` quotes the line, the caller adds the quotation marks. */
  errorAt(line: number, expected: string, found: string, hint?: string): InputError {
    return new InputError({ file: this.#file, line }, expected, found, hint);
  }
}

/** Returns a likely cause of words that no valid file contains. */
function oddHint(text: string): string | undefined {
  if (text.startsWith("#")) return "The simulator has no comments before the last line that it reads.";
  const start = text.slice(0, 100);
  if (!/[\p{Cc}\ufffd]/u.test(start)) return undefined;
  const isUtf16 = /^\ufffd*(?:\w\0|\0\w)/.test(start);
  return isUtf16 ? "It looks like UTF-16: save it as UTF-8." : "It is not a text file: check the name.";
}

function fieldsHint(text: string): string | undefined {
  if (/\w[,;]\w/.test(text)) return "Separate fields by blanks.";
  return /\d [A-Za-z]/.test(text) ? "Write a number and its unit as one word, such as 100Gbps." : undefined;
}
