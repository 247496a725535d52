/** Formats the catalogue for a terminal: names with a short description each, or all parameters. */
import type {
  CdfEntry,
  Entry,
  Group,
  KindEntry,
  PolicyEntry,
  ProbeEntry,
} from "../../../scenario/registry/catalogue.ts";
import { formatBytes } from "../../../base/format.ts";
import { fieldRows, type FieldRow } from "../../../report/field-rows.ts";
import { probeColumns } from "../../../report/probe-columns.ts";
import { needsNotes } from "../../../report/needs-notes.ts";
import { inOneUnit } from "../../../base/one-unit.ts";
import { table } from "../../../report/table.ts";
import { hang, wrap } from "../../../base/wrap.ts";
import { bold, dim } from "../terminal/page.ts";

/**
 * Each group with the names of its entries, and a short description of each. Distributions of flow sizes have a table of
 * numbers instead. "*" marks the default policy of a role.
 */
export function overviewText(groups: readonly Group[], width: number): string {
  return groups.map((group) => groupText(group, width)).join("\n");
}

function groupText({ section, title, about, entries }: Group, width: number): string {
  const heading = `${bold(title)}: ${about}\n`;
  if (section === "cdfs") return `${heading}${cdfTable(entries as readonly CdfEntry[])}\n`;
  const longest = Math.max(...entries.map(({ name }) => name.length));
  const lines = entries.map((entry) => {
    const mark = entry.section === "policies" && entry.isDefault ? "* " : "  ";
    return hang(`${mark}${entry.name.padEnd(longest)}  `, entry.about, width);
  });
  return `${heading}${lines.join("\n")}\n`;
}

function cdfTable(entries: readonly CdfEntry[]): string {
  const sizes = (of: (entry: CdfEntry) => number): string[] => inOneUnit("bytes", entries.map(of));
  const mean = sizes((entry) => Math.round(entry.mean));
  const smallest = sizes((entry) => entry.smallest);
  const largest = sizes((entry) => entry.largest);
  const rows = entries.map(({ name, table: { points } }, row) => [
    `  ${name}`,
    ...[mean[row], smallest[row], largest[row], String(points.length)],
  ]);
  return table(["  name", "mean", "smallest", "largest", "points"], rows);
}

/** Each entry of the groups, such as a policy or a topology, with all its parameters. */
export function detailsText(groups: readonly Group[], width: number): string {
  return groups.flatMap(({ entries }) => entries.map((entry) => entryText(entry, width))).join("\n");
}

function entryText(entry: Entry, width: number): string {
  if (entry.section === "cdfs") return cdfText(entry, width);
  const notes = wrap([sentence(entry.about), ...notesOf(entry)].join(" "), width - 2).map((line) => `  ${line}\n`);
  const table = entry.section === "probes" ? `\n${columnsText(entry, width)}` : "";
  return `${bold(entry.name)}: ${sortOf(entry)}\n${notes.join("")}\n${fieldsText(entry, width)}${table}`;
}

/** The kind of an entry as text, such as "congestion policy, the default", "topology" or "kind of traffic". */
export function sortOf(entry: Entry): string {
  if (entry.section === "policies") return `${entry.role} policy${entry.isDefault ? ", the default" : ""}`;
  if (entry.section === "topologies") return "topology";
  if (entry.section === "faults") return "fault";
  if (entry.section === "probes") return "probe";
  return entry.section === "traffic" ? "kind of traffic" : "distribution of flow sizes";
}

/** Notes on an entry: the needs of a policy, or the fields that all entries of its section accept. */
function notesOf(entry: PolicyEntry | KindEntry | ProbeEntry): string[] {
  if (entry.section === "policies") return needsNotes(entry.fields.needs);
  if (entry.section === "faults") return ["Optional: `at`, its start; `until` or `for`, its end or duration."];
  if (entry.section === "probes")
    return entry.fields.local === true ? [] : ["It reads the whole network, so the run uses one thread."];
  return [entry.section === "traffic" ? "Optional: the `class` of its flows." : "Optional: the links that `fail`."];
}

/** The columns of the table that a probe records. */
function columnsText({ name, fields }: ProbeEntry, width: number): string {
  const columns = probeColumns(fields);
  const longest = Math.max(...columns.map((column) => column.name.length));
  const lines = columns.map((column) => hang(`    ${column.name.padEnd(longest)}  `, column.about, width));
  return `  Its table, ${bold(name)}:\n${lines.join("\n")}\n`;
}

/** All parameters of an entry that has parameters: a policy, a topology or another module. */
export function fieldsText({ fields }: PolicyEntry | KindEntry | ProbeEntry, width: number): string {
  const own = fieldRows(fields);
  const lists = Object.entries("lists" in fields ? (fields.lists ?? {}) : {});
  if (own.length + lists.length === 0) return "  No parameters.\n";
  const blocks = lists.map(([name, row]) => {
    const about = hang("  ", `${name}: a list. ${row.about} Each row:`, width);
    return `${about.replace(name, bold(name))}\n${rowsText(fieldRows(row), width, 4)}`;
  });
  return [...(own.length > 0 ? [rowsText(own, width, 2)] : []), ...blocks].join("\n");
}

function rowsText(rows: readonly FieldRow[], width: number, indent: number): string {
  const longest = Math.max(...rows.map(({ name }) => name.length));
  const margin = " ".repeat(indent + longest + 2);
  const blocks = rows.map((row) => {
    const name = `${" ".repeat(indent)}${row.name.padEnd(longest)}  `;
    const source = row.source === "" ? [] : [dim(hang(margin, `Source: ${row.source}`, width))];
    return [hang(name, valueText(row), width), hang(margin, row.about, width), ...source].join("\n");
  });
  return `${blocks.join("\n")}\n`;
}

/** The values of a parameter as text, such as "time, 1 ns to 1 s, default 1 us". */
function valueText({ unit, range, fallback, derived, source }: FieldRow): string {
  const values = unit === "flag" ? "true or false" : unit === "choice" ? `one of ${range}` : unit;
  const within = range !== "" && unit !== "choice" ? `, ${range}` : "";
  if (fallback === "required") return `${values}${within}; required`;
  // `source` cites the paper or document that a default value comes from. It is empty for a name that the user chooses
  // freely, such as that of a file. If such a name is optional, it has no default value. `fallback` then describes the
  // effect of omitting the name.
  const otherwise = derived || (unit === "name" && source === "") ? `if omitted: ${fallback}` : `default ${fallback}`;
  return `${values}${within}; ${otherwise}`;
}

function cdfText({ name, table: { title, source, points }, mean, smallest, largest }: CdfEntry, width: number): string {
  const range = `${formatBytes(smallest)} to ${formatBytes(largest)}`;
  const lines = [
    ...wrap(sentence(title), width - 2),
    ...wrap(`Mean ${formatBytes(Math.round(mean))}, ${range}, ${points.length} points.`, width - 2),
    ...wrap(`Source: ${source}`, width - 2).map(dim),
  ];
  return `${bold(name)}\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;
