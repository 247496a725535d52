/** What a chart draws, as data: lines over time, or bars of a raster. Charts, their tables and their exports are made from it. */

export interface Line {
  readonly name: string;
  readonly values: ArrayLike<number | null>;
  readonly colour: string;
  readonly dash: readonly number[];
  /** px; that of most lines if left out. */
  readonly width?: number;
  /** Values joined across what is missing between them, or each a dot; absent: joined where nothing is missing. */
  readonly as?: "joined" | "dots";
}

/** A span of time in a row of a raster, or behind lines. */
export interface Bar {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly colour: string;
  /** What it stands for, such as the number of a PAUSE. */
  readonly id: number;
}

export interface Plot {
  readonly title: string;
  /** What the y axis counts: "bytes", "Gbps". */
  readonly unit: string;
  /** Values of x: ns, or what `xText` says. */
  readonly x: ArrayLike<number>;
  readonly lines: readonly Line[];
  readonly yText: (value: number) => string;
  /** The y axis ends there, whatever lines go above; absent: all is shown. */
  readonly yMost?: number;
  /** Of a raster: names of the rows, from the top. */
  readonly rows?: readonly string[];
  readonly bars?: readonly Bar[];
  /** Of a chart that is not over time: title and text of x, and whether it grows by factors. */
  readonly own?: { readonly xTitle: string; readonly xText: (value: number) => string; readonly isLog: boolean };
}

/** As a table: a column a line, or a row a bar. */
export function csvOf({ x, lines, rows, bars, own, unit }: Plot): string {
  const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  if (rows !== undefined) {
    const body = (bars ?? []).map(({ row, from, to }) => `${quoted(rows[row])},${from},${to}`);
    return `${["port,from_ns,to_ns", ...body].join("\n")}\n`;
  }
  const head = [own?.xTitle ?? "time_ns", ...lines.map(({ name }) => `${name}, ${unit}`)].map(quoted).join(",");
  const body = Array.from(x, (at, k) => [at, ...lines.map(({ values }) => values[k] ?? "")].join(","));
  return `${[head, ...body].join("\n")}\n`;
}

/** The last sample that is not after `time`; -1: there is none. */
export function lastAt(times: ArrayLike<number>, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
