/**
 * Shortens long values of varied settings, so that the table of a comparison has room for measures. The table shows "#1"
 * instead of the first long value, and a legend above the table has that value.
 *
 * A value such as `{name: ./my-cc.ts, step: 2Gbps}` may be wider than the terminal.
 */
import { hang } from "../../../base/wrap.ts";
import type { Written } from "../../../batch/sweep/comparison.ts";
import type { Line } from "./lines.ts";

/** A value of at most this number of characters is never shortened to "#1". */
const MAX_LENGTH = 20;

export interface ShortSettings {
  /** A line or more for each shortened value. Empty if no value is shortened. */
  readonly legend: readonly string[];
  /** Shortens the settings in the lines of a table. The table has one column for each setting path in `paths`. */
  readonly shorten: (paths: readonly string[], lines: readonly Line[]) => Line[];
}

/**
 * The shortened settings of a comparison, from the settings of its rows. Long values become "#1", "#2" and so on. This
 * is done in one column after another, until the columns need at most half of `width` characters. The column with the
 * longest value comes first.
 */
export function shortSettings(rows: readonly Written[], width: number): ShortSettings {
  const paths = Object.keys(rows[0] ?? {});
  const values = new Map(paths.map((path) => [path, [...new Set(rows.map((row) => row[path]))]]));
  const lengthOf = (path: string): number => Math.max(...(values.get(path) ?? []).map(({ length }) => length));
  const widths = new Map(paths.map((path) => [path, Math.max(path.length, lengthOf(path)) + 2]));
  const long = new Map<string, readonly string[]>();
  for (const path of [...paths].sort((a, b) => lengthOf(b) - lengthOf(a))) {
    const total = [...widths.values()].reduce((sum, one) => sum + one, 0);
    if (total <= width / 2 || lengthOf(path) <= MAX_LENGTH) break;
    long.set(
      path,
      (values.get(path) ?? []).filter(({ length }) => length > MAX_LENGTH),
    );
    widths.set(path, Math.max(path.length, MAX_LENGTH) + 2);
  }
  const short = (path: string, value: string): string => {
    const at = long.get(path)?.indexOf(value) ?? -1;
    return at < 0 ? value : `#${at + 1}`;
  };
  return {
    legend: paths.flatMap((path) =>
      (long.get(path) ?? []).map((value) => hang(`${path} ${short(path, value)}  `, value, width)),
    ),
    shorten: (columns, lines) =>
      lines.map((line) => ({
        ...line,
        settings: line.settings.map((value, column) => short(columns[column], value)),
      })),
  };
}
