/**
 * The contents of a chart as plain data: lines over time, or the bars of a raster. The page draws it, and exports it as
 * SVG or CSV.
 */

export interface Line {
  readonly name: string;
  readonly values: ArrayLike<number | null>;
  readonly colour: string;
  readonly dash: readonly number[];
  /** The end in ns of the flow that the line shows. After this time the legend shows no value. */
  readonly until?: number;
  /** Line width in px. The default is the width of ordinary lines. */
  readonly width?: number;
  /**
   * How the samples are drawn. By default, lines connect them, and a missing value leaves a gap. `joined` connects
   * samples across missing values. `dots` draws no lines.
   */
  readonly as?: "joined" | "dots";
}

/**
 * A coloured span of time. In a raster chart it is drawn in one row. In another chart it is a shade over the whole
 * height.
 */
export interface Bar {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly colour: string;
  /** Row number of the PAUSE that the bar shows. */
  readonly id: number;
  /** The class that the PAUSE of `id` pauses. */
  readonly cls: number;
}

export interface Key {
  readonly name: string;
  readonly colour: string;
}

export interface Plot {
  readonly title: string;
  /** Unit of the y axis, such as "bytes" or "bit/s". */
  readonly unit: string;
  /** Name of the port that the chart is about. Undefined if it is about several ports or flows. */
  readonly subject?: string;
  /** An additional note, shown with the chart. */
  readonly note?: string;
  /** The end of the run in ns. After this time the legend shows no value. */
  readonly until?: number;
  /** Values of the x axis. They are times in ns, unless `own` defines another axis. */
  readonly x: ArrayLike<number>;
  readonly lines: readonly Line[];
  readonly yText: (value: number) => string;
  /**
   * Name of the line that the chart is about. The y axis ends at most at twice the line's highest visible value, so that
   * higher lines do not flatten it. By default, the axis covers all values.
   */
  readonly main?: string;
  /** For a raster: names of the rows, from top to bottom. */
  readonly rows?: readonly string[];
  readonly bars?: readonly Bar[];
  /** Meaning of the bars' colours. */
  readonly keys?: readonly Key[];
  /** The x axis of a chart that is not over time: its title, its labels, and whether it is logarithmic. */
  readonly own?: { readonly xTitle: string; readonly xText: (value: number) => string; readonly isLog: boolean };
}

/**
 * The common upper end of the y axes of several charts side by side. It is the highest value between two x values, but
 * at most twice the highest value of the charts' `main` lines. Hidden lines do not count.
 */
export function highest(plots: readonly Plot[], from: number, to: number, hidden: ReadonlySet<string>): number {
  let [high, main] = [0, 0];
  for (const plot of plots) {
    for (const line of plot.lines) {
      if (hidden.has(line.name)) continue;
      const most = highestOf(plot, line, from, to);
      high = Math.max(high, most);
      if (line.name === plot.main) main = Math.max(main, most);
    }
  }
  return main > 0 ? Math.min(high, 2 * main) : high;
}

function highestOf({ x }: Plot, { values }: Line, from: number, to: number): number {
  let high = 0;
  for (let k = Math.max(0, lastAt(x, from)); k < x.length && x[k] <= to; k++) high = Math.max(high, values[k] || 0);
  return high;
}

/**
 * Names the lines that leave the chart at its upper edge `top`, with their highest values between two x values. Empty if
 * there is none.
 */
export function aboveText(
  plot: Plot,
  [from, to]: readonly [number, number],
  top: number,
  hidden: ReadonlySet<string>,
): string {
  const above = plot.lines
    .filter(({ name }) => !hidden.has(name))
    .map((line) => ({ name: line.name, most: highestOf(plot, line, from, to) }))
    .filter(({ most }) => most > top);
  const texts = above.map(({ name, most }) => `${name} ${plot.yText(most)}`);
  return texts.length === 0 ? "" : `↑ highest ${texts.join(", ")}`;
}

/**
 * The chart as CSV. A line chart has one column for each line. A raster (a chart of bars in rows) has one CSV row for
 * each bar.
 */
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

/**
 * True if a logarithmic axis from `from` to `to` has a label at `value`. Powers of ten have one. If the axis has at most
 * 1.5 decades, 2 and 5 times a power of ten have one too.
 */
export function hasLogLabel(value: number, from: number, to: number): boolean {
  const [digit] = value.toExponential(0);
  return digit === "1" || (to / from <= 32 && (digit === "2" || digit === "5"));
}

/** Index of the last sample at or before `time`, or -1 if there is none. */
export function lastAt(times: ArrayLike<number>, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
