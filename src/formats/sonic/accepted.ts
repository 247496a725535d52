/**
 * Findings of lint that the operator accepts. Each entry names a rule and a reason. It may also name a switch and a path.
 *
 *   - rule: link-mtu-differs
 *     switch: spine0
 *     path: PORT.Ethernet*.mtu
 *     reason: storage ports have small frames
 */
import { InputError, quote } from "../hpcc/input-error.ts";

export interface Accepted {
  readonly rule: string;
  /** Undefined: any switch. */
  readonly switch: string | undefined;
  /** A path such as PORT.Ethernet0.mtu, in which an asterisk matches any text. Undefined: any path. */
  readonly path: string | undefined;
  readonly reason: string;
}

/** The fields of a finding that decide whether an entry of the accepted findings matches it. */
export interface Acceptable {
  readonly rule: string;
  readonly switch: string;
  readonly path: string;
}

const FIELDS: readonly string[] = ["rule", "switch", "path", "reason"];

/** Returns the accepted findings. `value` is the parsed content of `file`. Throws `InputError`. */
export function acceptedFindings(value: unknown, file: string): Accepted[] {
  if (!Array.isArray(value)) {
    const hint = "Write one with xoff sonic lint --template.";
    throw new InputError({ file }, "a list of entries with rule and reason", kindOf(value), hint);
  }
  return value.map((entry: unknown, k) => acceptedEntry(entry, k + 1, file));
}

function acceptedEntry(entry: unknown, number: number, file: string): Accepted {
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) {
    const hint = "Write it as - rule: NAME and, below, reason: TEXT.";
    throw new InputError({ file }, `rule and reason in entry ${number}`, kindOf(entry), hint);
  }
  const fields = new Map<string, unknown>(Object.entries(entry));
  const odd = [...fields.keys()].find((name) => !FIELDS.includes(name));
  if (odd !== undefined) {
    const hint = "Remove the field, or correct its name.";
    throw new InputError({ file }, `${FIELDS.join(", ")} in entry ${number}`, quote(odd), hint);
  }
  const textOf = (name: string): string | undefined => {
    const text = fields.get(name) ?? undefined;
    if (text === undefined || (typeof text === "string" && text.trim() !== "")) return text;
    const hint = "Write it in quotes, or remove the field.";
    throw new InputError({ file }, `text as ${name} of entry ${number}`, kindOf(text), hint);
  };
  const [rule, reason] = [textOf("rule"), textOf("reason")];
  if (rule === undefined)
    throw new InputError({ file }, `a rule in entry ${number}`, "none", "Name the rule that lint prints in brackets.");
  if (reason === undefined)
    throw new InputError({ file }, `a reason in entry ${number}`, "none", "Say why the finding is accepted.");
  return { rule, switch: textOf("switch"), path: textOf("path"), reason };
}

/**
 * True if an entry accepts a finding. An entry without a switch matches findings of all switches. The same applies to
 * the path.
 */
export function accepts(entry: Accepted, finding: Acceptable): boolean {
  const { rule, switch: name, path } = entry;
  return (
    rule === finding.rule &&
    (name === undefined || name === finding.switch) &&
    (path === undefined || isLike(finding.path, path))
  );
}

/** True if a text equals a pattern. An asterisk in the pattern matches any text. */
function isLike(text: string, pattern: string): boolean {
  const [first, ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "string" && value.trim() === "") return "an empty string";
  return Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
};

/** Text of an entry for the file of accepted findings. The user must fill in its reason. `comments` say what the entry accepts. */
export const entryFor = ({ rule, switch: name, path }: Acceptable, comments: readonly string[]): string =>
  [
    ...comments.map((comment) => `# ${comment}`),
    `- rule: ${rule}`,
    `  switch: ${quoted(name)}`,
    `  path: ${quoted(path)}`,
    "  reason:",
  ].join("\n");

/** A string of YAML. A text with invisible characters needs double quotes. */
const quoted = (text: string): string =>
  /\p{C}/u.test(text) ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`;
