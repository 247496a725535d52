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
  /** The PAUSE that it stands for, and its class. */
  readonly id: number;
  readonly cls: number;
}

export interface Key {
  readonly name: string;
  readonly colour: string;
}

export interface Plot {
  readonly title: string;
  /** What the y axis counts: "bytes", "bit/s". */
  readonly unit: string;
  /** What else to know of it. */
  readonly note?: string;
  /** Values of x: ns, or what `xText` says. */
  readonly x: ArrayLike<number>;
  readonly lines: readonly Line[];
  readonly yText: (value: number) => string;
  /** The y axis ends there, whatever lines go above; absent: all is shown. */
  readonly yMost?: number;
  /** Of a raster: names of the rows, from the top. */
  readonly rows?: readonly string[];
  readonly bars?: readonly Bar[];
  /** What colours of bars stand for. */
  readonly keys?: readonly Key[];
  /** Of a chart that is not over time: title and text of x, and whether it grows by factors. */
  readonly own?: { readonly xTitle: string; readonly xText: (value: number) => string; readonly isLog: boolean };
}

/** The highest value of charts that stand side by side, so that their y axes end alike: between two values of x, but for lines that are hidden. */
export function highest(plots: readonly Plot[], from: number, to: number, hidden: ReadonlySet<string>): number {
  let high = 0;
  for (const { x, lines } of plots) {
    const first = Math.max(0, lastAt(x, from));
    for (const { name, values } of lines) {
      if (hidden.has(name)) continue;
      for (let k = first; k < x.length && x[k] <= to; k++) high = Math.max(high, values[k] || 0);
    }
  }
  const most = Math.max(...plots.map(({ yMost = 0 }) => yMost));
  return most > 0 ? Math.min(high, most) : high;
}

/** As a table: a column a line, or a row a bar. */
export function csvOf({ x, lines, rows, bars, own, unit }: Plot): string {
  const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  if (rows !== undefined) {
    const body = (bars ?? []).map(({ row, cls, from, to }) => `${quoted(rows[row])},${cls},${from},${to}`);
    return `${["port,class,from_ns,to_ns", ...body].join("\n")}\n`;
  }
  const head = [own?.xTitle ?? "time_ns", ...lines.map(({ name }) => `${name} (${unit})`)].map(quoted).join(",");
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
