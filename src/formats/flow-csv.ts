/**
 * Parses a table of flows: one flow per line, columns in any order, units in the header.
 *
 *   from,to,size_KB,start_us,class
 *   h0,h3,64,10,3
 *
 * - Sizes are in bytes (size_bytes) up to GB, or in KiB or MiB. Starts are in ps (start_ps) up to s.
 * - The class is optional.
 * - Cells are separated by commas, semicolons or tabs and may be quoted.
 * - src and source mean from; dst and destination mean to. Upper and lower case are equal in the header.
 * - Blank lines and lines that begin with # are ignored.
 */
import { InputError, quote } from "./hpcc/input-error.ts";
import { decimalNumber } from "./hpcc/scanner.ts";
import type { Bytes, Ps } from "../base/units.ts";

export interface ListedFlow {
  /** Names of hosts. */
  readonly from: string;
  readonly to: string;
  readonly size: Bytes;
  readonly start: Ps;
  readonly class?: number;
  readonly line: number;
}

const SIZES: Readonly<Record<string, number>> = {
  ...{ size_bytes: 1, size_KB: 1e3, size_KiB: 1024, size_MB: 1e6, size_MiB: 1024 * 1024, size_GB: 1e9 },
};
const STARTS: Readonly<Record<string, number>> = {
  ...{ start_ps: 1, start_ns: 1e3, start_us: 1e6, start_ms: 1e9, start_s: 1e12 },
};
/** The maximum start in ps, and the maximum size in bytes. All whole numbers up to this one are exact. */
const MAX_VALUE = 2 ** 53;
const UNITS = `Remove other columns, and name the units of sizes and starts: ${[...Object.keys(SIZES), ...Object.keys(STARTS)].join(", ")}.`;
const HEADER = "a header such as from,to,size_bytes,start_ns,class";

/** Parses the table. Throws `InputError` at the first mistake. */
export function parseFlowCsv(text: string, file: string): ListedFlow[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r?\n/);
  const isEmpty = (line: string): boolean => /^\s*(#|$)/.test(line);
  const first = lines.findIndex((line) => !isEmpty(line));
  if (first < 0) throw new InputError({ file }, HEADER, "an empty file");
  const separator = SEPARATORS.find((one) => lines[first].includes(one)) ?? ",";
  const columns = readHeader(lines[first], separator, { file, line: first + 1 });

  // The columns are located once, because a file may have a million lines.
  const place = (name: RegExp): number => columns.findIndex((one) => name.test(one));
  const [from, to, size, start, cls] = [/^from$/, /^to$/, /^size_/, /^start_/, /^class$/].map(place);
  const [sizeUnit, startUnit] = [SIZES[columns[size]], STARTS[columns[start]]];
  const flows: ListedFlow[] = [];
  for (let k = first + 1; k < lines.length; k++) {
    if (isEmpty(lines[k])) continue;
    const line = k + 1;
    const wrong = (expected: string, found: string): InputError => new InputError({ file, line }, expected, found);
    const cells = lines[k].split(separator, columns.length + 1).map(bare);
    if (cells.length !== columns.length) {
      const found = cells.length > columns.length ? `more than ${columns.length}` : String(cells.length);
      throw wrong(`${columns.length} cells, as in the header`, `${found} in ${quote(lines[k])}`);
    }
    const amount = (column: number, unit: number, least: number): number => {
      const value = Math.round((decimalNumber(cells[column]) ?? NaN) * unit);
      if (value >= least && value < MAX_VALUE) return value;
      const range = least === 0 ? "from 0 on" : "above 0";
      throw wrong(`${columns[column]}, a number ${range} without a unit`, quote(cells[column]));
    };
    const host = (column: number): string => {
      if (cells[column] !== "") return cells[column];
      throw wrong(`${columns[column]}, the name of a host`, "nothing");
    };
    const ofClass = cls < 0 ? "" : cells[cls];
    if (ofClass !== "" && !/^[0-7]$/.test(ofClass)) throw wrong("a class from 0 to 7", quote(ofClass));
    const flow = {
      ...{ from: host(from), to: host(to), line },
      ...{ size: amount(size, sizeUnit, 1), start: amount(start, startUnit, 0) },
    };
    flows.push(ofClass === "" ? flow : { ...flow, class: Number(ofClass) });
  }
  return flows;
}

/** No column name contains a semicolon or a tab, so either one in the header is the separator. */
const SEPARATORS = [";", "\t"];

/** Returns a cell without its quotes. */
const bare = (cell: string): string => cell.trim().replace(/^"([^"]*)"$/, "$1");

const NAMES = ["from", "to", "class", ...Object.keys(SIZES), ...Object.keys(STARTS)];
const ALIASES = new Map([
  ["src", "from"],
  ["source", "from"],
  ["dst", "to"],
  ["destination", "to"],
]);

/** Returns the standard name of a column. Unknown names stay as they are. */
const columnOf = (cell: string): string => {
  const name = ALIASES.get(cell.toLowerCase()) ?? cell;
  return NAMES.find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
};

function readHeader(line: string, separator: string, at: { readonly file: string; readonly line: number }): string[] {
  const columns = line.split(separator, 7).map((cell) => columnOf(bare(cell)));
  const known = (name: string): boolean => NAMES.includes(name);
  for (const [k, name] of columns.entries()) {
    const kind = name.replace(/_.*/, "");
    const isTwice = columns.findIndex((one) => one.replace(/_.*/, "") === kind) !== k;
    if (!known(name) || isTwice) throw new InputError(at, HEADER, isTwice ? `${kind} twice` : quote(name), UNITS);
  }
  for (const kind of ["from", "to", "size", "start"])
    if (!columns.some((name) => name.replace(/_.*/, "") === kind))
      throw new InputError(at, HEADER, `no column ${kind} in ${quote(line)}`, UNITS);
  return columns;
}
