/**
 * Reads SONiC's config_db.json: tables of rows of fields, all of them text. The key of a row may name several objects:
 * `Ethernet0,Ethernet4|3-4`.
 *
 * Defined in SONiC's Configuration.md
 */
import { InputError, quote } from "../hpcc/input-error.ts";
import { parseJson, placeIn, type JsonNode, type JsonObject } from "./json-text.ts";

export interface Field {
  readonly text: string;
  readonly node: JsonNode;
}

export interface ConfigRow {
  readonly table: string;
  /** The key as written. */
  readonly key: string;
  /** The key, split at each "|": Ethernet0 and 3-4 for Ethernet0|3-4. */
  readonly parts: readonly string[];
  readonly fields: ReadonlyMap<string, Field>;
  readonly node: JsonObject;
  /** Offset of the key in the text. */
  readonly start: number;
}

/** The place of a value in a config: a path such as BUFFER_PG["Ethernet0|3-4"].profile, and a line. */
export interface ConfigPlace {
  readonly file: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** Units of fields that are often written in a wrong unit. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ...(["speed"] as const).map((name) => [name, "Mbit/s"] as const),
  ...(["detection_time", "restoration_time", "POLL_INTERVAL"] as const).map((name) => [name, "ms"] as const),
  ...(["size", "xoff", "xon", "xon_offset", "static_th", "mtu"] as const).map((name) => [name, "bytes"] as const),
]);

/** Texts that mean an absent value. */
const NOTHING: ReadonlySet<string> = new Set(["", "NULL", "N/A", "None"]);

/** Maximum of any number. For a size in bytes it is 1 TiB, the maximum in a scenario. No switch has so much memory. */
const MAX_NUMBER = 2 ** 40;

export class ConfigDb {
  readonly file: string;
  readonly text: string;
  readonly root: JsonObject;
  private readonly known = new Map<string, readonly ConfigRow[]>();

  /** Throws `InputError`. */
  constructor(text: string, file: string) {
    const root = parseJson(text, file);
    [this.text, this.file] = [text, file];
    if (root.kind !== "object") throw this.mistake(root.start, "an object of tables", kindOf(root));
    this.root = root;
    for (const [name, { node }] of root.members)
      if (node.kind !== "object" && WANTED.has(name))
        throw this.mistake(node.start, `rows of ${name}, or {} for none`, kindOf(node));
    if ([...root.members.keys()].some((name) => WANTED.has(name))) return;
    const [[first, { start }] = ["", { start: root.start }]] = root.members;
    const found = first === "" ? "no table" : quote(first);
    const isDump = first.includes("|");
    const hint = isDump
      ? "Rows table|key of a database are not a config_db.json: use sonic-cfggen -d --print-data."
      : undefined;
    throw this.mistake(start, "tables of a config_db.json, such as PORT", found, hint);
  }

  /** Returns the names of the tables that have rows, in the order of the file. */
  tables(): string[] {
    return [...this.root.members]
      .filter(([, { node }]) => node.kind !== "object" || node.members.size > 0)
      .map(([name]) => name);
  }

  rows(table: string): readonly ConfigRow[] {
    const found = this.known.get(table);
    if (found !== undefined) return found;
    const node = this.root.members.get(table)?.node;
    const rows = node?.kind === "object" ? [...node.members].map(([key, member]) => this.row(table, key, member)) : [];
    this.known.set(table, rows);
    return rows;
  }

  /** Returns the row with this key. `key` may also be a reference to the row, in the form [TABLE|key]. */
  find(table: string, key: string): ConfigRow | undefined {
    const name = key.replace(/^\[[A-Z_]+\|(.*)\]$/s, "$1");
    return this.rows(table).find((row) => row.key === name);
  }

  /** Returns an integer, negative only if `signed`; undefined if the field is missing or empty. Throws `InputError`. */
  number(row: ConfigRow | undefined, name: string, signed = false): number | undefined {
    const field = row?.fields.get(name);
    if (field === undefined || NOTHING.has(field.text)) return undefined;
    const isNumber = (signed ? /^-?\d{1,15}$/ : /^\d{1,15}$/).test(field.text);
    const value = Number(field.text);
    if (!isNumber || Math.abs(value) > MAX_NUMBER)
      throw this.mistake(
        field.node.start,
        `a whole number${UNITS.has(name) ? ` of ${UNITS.get(name)}` : ""} for ${name}${signed ? "" : ", 0 or more"}${isNumber ? `, ${MAX_NUMBER} at most` : ""}`,
        quote(field.text),
      );
    return value;
  }

  field(row: ConfigRow | undefined, name: string): string | undefined {
    return row?.fields.get(name)?.text;
  }

  place(row: ConfigRow | undefined, field?: string, table = row?.table ?? ""): ConfigPlace {
    if (row === undefined) {
      const offset = this.root.members.get(table)?.start ?? this.root.start;
      return { file: this.file, path: table, ...placeIn(this.text, offset) };
    }
    const at = field === undefined ? undefined : row.fields.get(field);
    const path = `${row.table}${spelled(row.key)}${at === undefined || field === undefined ? "" : `.${field}`}`;
    return { file: this.file, path, ...placeIn(this.text, at?.node.start ?? row.start) };
  }

  mistake(offset: number, expected: string, found: string, hint?: string): InputError {
    return new InputError({ file: this.file, ...placeIn(this.text, offset) }, expected, found, hint);
  }

  private row(
    table: string,
    key: string,
    { start, node }: { readonly start: number; readonly node: JsonNode },
  ): ConfigRow {
    if (node.kind !== "object")
      throw this.mistake(node.start, `fields of ${table}|${quote(key)}, or {} for none`, kindOf(node));
    const fields = new Map([...node.members].map(([name, member]) => [name, this.fieldOf(member.node)]));
    return { table, key, parts: key.split("|"), fields, node, start };
  }

  private fieldOf(node: JsonNode): Field {
    if (node.kind === "scalar") return { text: String(node.value ?? ""), node };
    if (node.kind === "object") return { text: this.text.slice(node.start, node.end), node };
    // A list of names. Newer versions of SONiC write the names as one text with commas.
    const names = node.items.map((item) => (item.kind === "scalar" ? String(item.value) : ""));
    return { text: names.join(","), node };
  }
}

const kindOf = (node: JsonNode): string =>
  node.kind === "scalar" ? quote(String(node.value)) : node.kind === "list" ? "a list" : "an object";

/** Returns a name for messages. An unusual name is quoted and shortened. */
export const shown = (name: string): string => (/^[\w.|,-]{1,60}$/.test(name) ? name : quote(name));

const spelled = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);

/** Tables that xoff reads. */
export const WANTED: ReadonlySet<string> = new Set([
  ...[
    "BUFFER_PG",
    "BUFFER_POOL",
    "BUFFER_PROFILE",
    "CABLE_LENGTH",
    "DEFAULT_LOSSLESS_BUFFER_PARAMETER",
    "DEVICE_METADATA",
  ],
  ...["DEVICE_NEIGHBOR", "DSCP_TO_TC_MAP", "LOSSLESS_TRAFFIC_PATTERN", "PFC_WD", "PORT", "PORT_QOS_MAP", "QUEUE"],
  ...["SCHEDULER", "TC_TO_PRIORITY_GROUP_MAP", "TC_TO_QUEUE_MAP", "WRED_PROFILE"],
]);

/** Parses "3-4" or "3" as classes; undefined for any other text. */
export function classesOf(text: string): number[] | undefined {
  const [, first, last = first] = /^([0-7])(?:-([0-7]))?$/.exec(text.trim()) ?? [];
  if (first === undefined) return undefined;
  const [low, high] = [Number(first), Number(last)];
  return low > high ? undefined : Array.from({ length: high - low + 1 }, (_, k) => low + k);
}

/** Parses "3,4" as classes. */
export const classList = (text: string): (readonly number[] | undefined)[] =>
  text.split(",").flatMap((part) => (part.trim() === "" ? [] : [classesOf(part)]));

/**
 * False for a row of another line card of a chassis. QUEUE and BUFFER_QUEUE of a chassis list the ports of all line cards, with keys such
 * as lc1|asic0|Ethernet144|3.
 */
export function isOwnRow(db: ConfigDb, { parts }: ConfigRow): boolean {
  if (parts.length < 4) return true;
  const meta = db.find("DEVICE_METADATA", "localhost");
  const [host, asic] = parts;
  const own = db.field(meta, "asic_name")?.toLowerCase();
  return host === db.field(meta, "hostname") && (own === undefined || own === asic.toLowerCase());
}

/** Returns the rows of BUFFER_PG or QUEUE by port and class. A later row overrides an earlier one. */
export function byQueue(db: ConfigDb, table: string): Map<string, ConfigRow> {
  const found = new Map<string, ConfigRow>();
  for (const row of db.rows(table)) {
    if (!isOwnRow(db, row)) continue;
    // A key may consist of the ports alone, without a bar and classes. Such a row belongs to no class and is skipped.
    const [ports, classes = ""] = row.parts.slice(-2);
    for (const cls of classesOf(classes) ?? []) for (const port of ports.split(",")) found.set(`${port}|${cls}`, row);
  }
  return found;
}
