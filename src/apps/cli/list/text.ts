/** Writes the output of `xoff list`. */
import { catalogue, type Entry } from "../../../scenario/registry/catalogue.ts";
import type { Registry } from "../../../run/lab/lab.ts";
import type { ParamTable } from "../../../base/params.ts";
import type { Row } from "../../../scenario/tables.ts";
import { probeColumns } from "../../../report/probe-columns.ts";
import { detailsText, overviewText } from "./catalogue-text.ts";
import { findName } from "../terminal/find-name.ts";

export interface ListOptions {
  readonly params?: boolean;
  readonly json?: boolean;
  /** Module files to list in addition to the built-in entries, and folders of such files. */
  readonly use?: readonly string[];
}

/** The list in lines of at most `width` characters, or as JSON. Throws `Failure` for an unknown name. */
export function listText(name: string | undefined, options: ListOptions, width: number, tables?: Registry): string {
  const groups = name === undefined ? catalogue(tables) : findName(name, tables);
  const entries = groups.flatMap((group) => group.entries);
  if (options.json === true) return `${JSON.stringify(entries.map(entryData), null, 2)}\n`;
  const isOne = entries.every((entry) => entry.name === name);
  const isCdfs = groups.every(({ section }) => section === "cdfs");
  const details = options.params === true || isOne || isCdfs;
  return details ? detailsText(groups, width) : `${overviewText(groups, width)}\n${MORE}`;
}

const MORE = "Parameters of one: xoff list <name>. Full explanation: xoff explain <name>.\n";

/** An entry of the catalogue for the JSON output. The values of its tables are raw, not formatted for reading. */
function entryData(entry: Entry): Readonly<Record<string, unknown>> {
  if (entry.section === "cdfs") {
    const { section, name, table, mean, smallest, largest } = entry;
    const { title, source, points } = table;
    return { section, name, title, source, mean_bytes: mean, min_bytes: smallest, max_bytes: largest, points };
  }
  const { section, name, about, fields } = entry;
  const own = entry.section === "policies" ? { role: entry.role, default: entry.isDefault } : {};
  const lists = "lists" in fields ? (fields.lists ?? {}) : {};
  const rows = Object.entries(lists).map(([list, row]) => ({ name: list, about: row.about, parameters: rowData(row) }));
  const table = entry.section === "probes" ? { columns: probeColumns(entry.fields) } : {};
  return {
    section,
    ...own,
    name,
    about,
    parameters: rowData(fields),
    ...(rows.length > 0 ? { lists: rows } : {}),
    ...table,
  };
}

function rowData({ texts = {}, hosts = {}, params, required = [] }: Row): readonly Readonly<Record<string, unknown>>[] {
  const named = (kind: Readonly<Record<string, object>>, unit?: string) =>
    Object.entries(kind).map(([name, row]) => ({ name, ...(unit === undefined ? {} : { unit }), ...row }));
  return [...named(texts, "name"), ...named(hosts, "hosts"), ...named(params satisfies ParamTable)].map((row) =>
    required.includes(row.name) ? { ...row, required: true } : row,
  );
}
