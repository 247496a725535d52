/** The policies, topologies and traffic kinds of a scenario as plain data. The page makes its controls from these tables. */
import { catalogue, type Entry } from "xoff";

/** One parameter, as its parameter table describes it. */
export interface ParamRow {
  readonly name: string;
  /** One of the unit names `ps`, `delay`, `bytes`, `bps`, `ratio`, `count`, `quanta`, `choice` and `flag`. */
  readonly unit: string;
  readonly default?: number | string | boolean;
  /** Describes how the default is computed, if it depends on other values. */
  readonly derived?: string;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  readonly about: string;
  readonly source: string;
}

export interface EntryRow {
  readonly name: string;
  readonly about: string;
  readonly isDefault: boolean;
  readonly params: readonly ParamRow[];
}

/** A group of the catalogue: the policies of one role, all topologies, or all traffic kinds. */
export interface GroupRow {
  readonly section: string;
  readonly title: string;
  readonly about: string;
  readonly entries: readonly EntryRow[];
}

export const catalogueRows = (tables: Parameters<typeof catalogue>[0]): GroupRow[] =>
  catalogue(tables)
    .filter(({ section }) => section !== "cdfs")
    .map(({ section, title, about, entries }) => ({ section, title, about, entries: entries.map(entryRow) }));

function entryRow(entry: Entry): EntryRow {
  const params = entry.section === "cdfs" ? {} : entry.fields.params;
  return {
    name: entry.name,
    about: entry.about,
    isDefault: entry.section === "policies" && entry.isDefault,
    params: Object.entries(params).map(([name, row]) => ({ name, ...row })),
  };
}
