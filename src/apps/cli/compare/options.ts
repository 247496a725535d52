/** Parses the column names of `compare --columns` and `--sort`, and lists them for `--help`. */
import { InvalidArgumentError } from "commander";
import { idealNames, isIdeal, type IdealName } from "../../../base/ideals.ts";
import { columnNames, columns, type ColumnName } from "../../../report/columns.ts";
import { nearest } from "../../../base/suggest.ts";
import { hang } from "../../../base/wrap.ts";

export interface Sort {
  readonly column: ColumnName;
  readonly descending: boolean;
}

/** Parses a list of columns such as "pauses,fct_mean_ns". */
export function columnsNamed(text: string): ColumnName[] {
  const names = text.split(",").map((name) => columnNamed(name.trim()));
  const twice = names.find((name, k) => names.indexOf(name) < k);
  if (twice !== undefined) throw new InvalidArgumentError(`Expected each column once, got ${twice} twice.`);
  return names;
}

/** Parses a sort order such as "fct_mean_ns" or "pauses:desc". */
export function sortNamed(text: string): Sort {
  const [, name = "", order = "asc"] = /^([^:]*)(?::(.*))?$/.exec(text) ?? [];
  if (order !== "asc" && order !== "desc") {
    throw new InvalidArgumentError(`Expected asc or desc after the column, got "${order}". Write ${name}:desc.`);
  }
  return { column: columnNamed(name), descending: order === "desc" };
}

/**
 * Adds the ideal in `text` to those of earlier `--ideal` options. An ideal is a run in which one problem, such as
 * PAUSEs, cannot occur (docs/ideals.md).
 */
export function idealNamed(text: string, before: readonly IdealName[] = []): IdealName[] {
  if (isIdeal(text)) return [...before, text];
  const near = nearest(text, idealNames);
  const hint = near === undefined ? "" : ` Did you mean "${near}"?`;
  throw new InvalidArgumentError(`Expected one of ${idealNames.join(", ")}, got "${text}".${hint}`);
}

function columnNamed(name: string): ColumnName {
  const found = columnNames.find((one) => one === name);
  if (found !== undefined) return found;
  const near = nearest(name, columnNames);
  const hint = near === undefined ? `Columns are ${columnNames.join(", ")}.` : `Did you mean "${near}"?`;
  throw new InvalidArgumentError(`Expected a column of compare.csv, got "${name}". ${hint}`);
}

/** The columns and their meaning, in lines of at most `width` characters. */
export function columnsHelp(width: number): string {
  const room = Math.max(...columnNames.map((name) => name.length)) + 4;
  return columnNames.map((name) => hang(`  ${name}`.padEnd(room), columns[name].about, width)).join("\n");
}
