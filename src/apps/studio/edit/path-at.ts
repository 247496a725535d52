/**
 * Finds the fields of a scenario that enclose the cursor, by indentation and open brackets. A YAML parser cannot be
 * used, because it rejects unfinished text.
 */

export interface PathAt {
  /** Names of the fields that enclose the cursor, from the root. An item of a list has the name "[]". */
  readonly path: readonly string[];
  /** Fields of the same map that are written before the cursor, with their values. */
  readonly siblings: Readonly<Record<string, string>>;
  /** True if the cursor is at the value of the path's last field. False if it is at the name of a field. */
  readonly isValue: boolean;
}

const FIELD = /^([\w.-]+)\s*:(?:\s+(.*))?$/;

export function pathAt(text: string): PathAt {
  const lines = text.split("\n").map((line) => line.replace(/(^|\s)#.*$/, ""));
  const last = lines[lines.length - 1];
  const opens = openBrackets(last);
  const head = opens.length === 0 ? last : last.slice(0, opens[0].at);
  const around = blockPath(lines.slice(0, -1), head);
  if (opens.length === 0) return around;
  let { path } = around;
  let inside: PathAt = around;
  opens.forEach(({ at, kind }, k) => {
    const piece = last.slice(at + 1, opens[k + 1]?.at);
    const entries = topLevel(piece);
    const current = entries[entries.length - 1] ?? "";
    if (kind === "[") {
      path = [...path, "[]"];
      inside = { path, siblings: {}, isValue: true };
      return;
    }
    const siblings = Object.fromEntries(entries.slice(0, -1).flatMap(fieldOf));
    const field = /^\s*([\w.-]+)\s*:/.exec(current)?.[1];
    inside = {
      path: field === undefined ? path : [...path, field],
      siblings: field === undefined ? siblings : {},
      isValue: field !== undefined,
    };
    ({ path } = inside);
  });
  return inside;
}

/** The brackets of a line that stay open at its end. */
function openBrackets(line: string): { at: number; kind: string }[] {
  const open: { at: number; kind: string }[] = [];
  for (const { 0: kind, index: at } of line.matchAll(/[{}[\]]/g)) {
    if (kind === "{" || kind === "[") open.push({ at, kind });
    else open.pop();
  }
  return open;
}

/** Splits at the commas outside all brackets. */
function topLevel(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const letter of text) {
    if (letter === "{" || letter === "[") depth++;
    if (letter === "}" || letter === "]") depth--;
    if (letter === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

function fieldOf(text: string): [string, string][] {
  const found = FIELD.exec(text.trim());
  return found === null ? [] : [[found[1], (found[2] ?? "").trim()]];
}

/**
 * Reads the path from the indentation. A `- ` starts an item of a list. The fields of the item are indented by two more
 * columns.
 */
function blockPath(before: readonly string[], head: string): PathAt {
  const own = head.replace(/- /g, "  ");
  const indent = own.search(/\S|$/);
  const field = /^\s*([\w.-]+)\s*:\s*$/.exec(own)?.[1];
  const path: string[] = field === undefined ? [] : [field];
  const siblings: Record<string, string> = {};
  let limit = indent;
  if (/^\s*- /.test(head)) {
    path.unshift("[]");
    limit = head.indexOf("-");
  }
  for (const line of before.toReversed()) {
    if (line.trim() === "") continue;
    const isEntry = /^\s*- /.test(line);
    const at = line.replace("- ", "  ").search(/\S|$/);
    const [found] = fieldOf(line.replace("- ", "  "));
    if (found === undefined) continue;
    if (at === indent && limit === indent && path.length === (field === undefined ? 0 : 1))
      siblings[found[0]] ??= found[1];
    if (isEntry && at === limit) {
      path.unshift("[]");
      limit = line.indexOf("-");
    } else if (at < limit || (at === limit && path[0] === "[]" && !isEntry && found[1] === "")) {
      path.unshift(found[0]);
      limit = at;
      if (isEntry) {
        path.unshift("[]");
        limit = line.indexOf("-");
      }
    }
    if (limit <= 0 && path[0] !== "[]") break;
  }
  return { path, siblings: field === undefined ? siblings : {}, isValue: field !== undefined };
}
