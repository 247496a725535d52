/**
 * Splits a command line of bash into words without evaluating it: `$(...)`, backticks, variables and globs stay as written.
 *
 * Bash passes the line to a completion function in pieces, quotes included. Evaluating it would run `$(...)` before Enter.
 */

/** The opening quotation mark of a quotation that is still open at the end of the line. "" if none is open. */
type Quote = "" | "'" | '"';

export interface BashLine {
  /** Words before the one being completed, without the program, without quotes and without redirections. */
  readonly words: readonly string[];
  /** The word being completed. */
  readonly word: string;
  /**
   * The start of `word`, up to the last break character or opening quote. Bash leaves it on the line and replaces only
   * the rest of the word, so a reply must not repeat it.
   */
  readonly kept: string;
  readonly quote: Quote;
  /** Whether the word being completed is the file of a redirection. */
  readonly isRedirected: boolean;
}

/** Matches the operator of a redirection, including the number or name of the redirected file descriptor. */
const REDIRECTION = /^(?:\d+|\{\w+\}|&)?(?:<<<|<<-?|<>|<&|>>|>\||>&|<|>)(?!\()/;
const SEPARATOR = /^(?:[\n;|]|&(?!>))/;
/** Matches the start of an expansion in parentheses. Blanks within the parentheses do not end a word. */
const OPENING = /^[$<>]?\(/;

/** Splits a line. `breaks` holds the characters at which bash begins a new piece of a word (COMP_WORDBREAKS). */
export function bashLine(line: string, breaks: string): BashLine {
  let words: string[] = [];
  let word: string | undefined;
  let kept = 0;
  let quote: Quote = "";
  let isRedirected = false;
  const add = (text: string): void => {
    word = (word ?? "") + text;
  };
  const end = (): void => {
    if (word === undefined) return;
    if (!isRedirected) words.push(word);
    isRedirected = false;
    word = undefined;
    kept = 0;
  };
  for (let at = 0; at < line.length;) {
    const rest = line.slice(at);
    const [char] = rest;
    if (quote === "'") {
      if (char === "'") quote = "";
      else add(char);
      at++;
    } else if (char === "\\") {
      const isKept = quote === '"' && !/^\\["\\$`\n]/.test(rest);
      add(isKept ? rest.slice(0, 2) : rest.slice(1, 2));
      at += 2;
    } else if (char === '"' || (char === "'" && quote === "")) {
      quote = quote === "" ? char : "";
      add("");
      kept = (word ?? "").length;
      at++;
    } else if (quote === '"') {
      add(char);
      at++;
    } else if (char === "`" || OPENING.test(rest)) {
      const length = char === "`" ? rest.indexOf("`", 1) + 1 : lengthOfParentheses(rest);
      add(length === 0 ? rest : rest.slice(0, length));
      at += length === 0 ? rest.length : length;
    } else if (word === undefined && REDIRECTION.test(rest)) {
      at += REDIRECTION.exec(rest)?.[0].length ?? 1;
      isRedirected = true;
    } else if (word !== undefined && /^[<>]/.test(rest)) {
      end();
    } else if (SEPARATOR.test(rest)) {
      end();
      words = [];
      isRedirected = false;
      at++;
    } else if (/\s/.test(char)) {
      end();
      at++;
    } else {
      add(char);
      if (breaks.includes(char)) kept = (word ?? "").length;
      at++;
    }
  }
  return { words: words.slice(1), word: word ?? "", kept: (word ?? "").slice(0, kept), quote, isRedirected };
}

/**
 * Length of the text up to and including the parenthesis that closes its first opening parenthesis. 0 if that
 * parenthesis is not closed.
 */
function lengthOfParentheses(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at + 1;
  }
  return 0;
}

/**
 * The text with which bash replaces the word being completed. It is quoted, so that bash reads it as `value`. Undefined
 * if the open quotation cannot contain `value`.
 */
export function bashReply(value: string, { word, kept, quote }: BashLine): string | undefined {
  // If the word begins with "--option=", bash replaces only the part after "=".
  const option = /^-[^=]*=/.exec(word)?.[0].length ?? 0;
  if (!value.startsWith(word.slice(option))) return undefined;
  const reply = value.slice(Math.max(0, kept.length - option));
  if (quote === "'") return reply.includes("'") ? undefined : reply;
  if (quote === '"') return /["$`\\!]/.test(reply) ? undefined : reply;
  return reply.replaceAll(/[^\p{L}\p{N}_@%+=:,./-]/gu, "\\$&");
}
