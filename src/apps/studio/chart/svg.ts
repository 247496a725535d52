/** Exports the visible part of a chart as SVG, with axes, lines and line names. */
import type { Ink } from "./colours.ts";
import { aboveText, hasLogLabel, type Line, type Plot } from "./plot.ts";

export interface Shown {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly hidden: ReadonlySet<string>;
}

const WIDTH = 720;
const [LEFT, RIGHT, TOP, BELOW] = [90, 22, 34, 46];
/** Height in px of a chart with lines, and of one row of a raster. */
const [PLAIN, ROW] = [240, 14];
/** Estimated width of a letter in the legend, in px. */
const LETTER = 6.2;
/** If a chart has at most this many points, each point also has a circle. */
const FEW = 16;

const escaped = (text: string): string => text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

export function svgOf(plot: Plot, shown: Shown, ink: Ink, xText: (x: number) => string): string {
  const { x, y, hidden } = shown;
  const { rows, bars = [], keys = [], unit, note } = plot;
  const isLog = plot.own?.isLog === true;
  const inner = rows === undefined ? PLAIN : Math.max(3, rows.length) * ROW;
  const [right, bottom] = [WIDTH - RIGHT, TOP + inner];
  const share = (value: number): number =>
    isLog ? Math.log(value / x[0]) / Math.log(x[1] / x[0]) : (value - x[0]) / (x[1] - x[0]);
  const atX = (value: number): number => LEFT + share(value) * (right - LEFT);
  const atY = (value: number): number => bottom - ((value - y[0]) / (y[1] - y[0])) * inner;
  const text = (left: number, top: number, words: string, more = ""): string =>
    `<text x="${left.toFixed(1)}" y="${top.toFixed(1)}" ${more}>${escaped(words)}</text>`;

  const names: string[] = [];
  const drawn: string[] = [];
  const count = rows?.length ?? 1;
  for (const { row, from, to, colour } of bars) {
    if (to < x[0] || from > x[1]) continue;
    const inset = rows === undefined ? 0 : 2;
    drawn.push(
      `<rect x="${atX(from).toFixed(2)}" y="${(TOP + (inner / count) * row + inset).toFixed(1)}" width="${Math.max(0.4, atX(to) - atX(from)).toFixed(2)}" height="${(inner / count - 2 * inset).toFixed(1)}" fill="${colour}"/>`,
    );
  }
  rows?.forEach((name, row) => names.push(text(LEFT - 6, TOP + ROW * (row + 0.75), name, 'text-anchor="end"')));
  if (rows === undefined)
    for (const value of ticks(y[0], y[1]))
      names.push(
        `<path d="M${LEFT} ${atY(value).toFixed(1)}H${right}" stroke="${ink.rule}"/>`,
        text(LEFT - 6, atY(value) + 4, plot.yText(value), 'text-anchor="end"'),
      );
  for (const value of isLog ? logTicks(x[0], x[1]) : ticks(x[0], x[1]))
    names.push(
      `<path d="M${atX(value).toFixed(1)} ${TOP}V${bottom}" stroke="${ink.rule}"/>`,
      text(atX(value), bottom + 16, xText(value), 'text-anchor="middle"'),
    );
  let left = LEFT;
  for (const { name, values, colour, dash, as } of plot.lines.filter((line) => !hidden.has(line.name))) {
    const stroke = `stroke="${colour}" stroke-dasharray="${dash.join(" ")}"`;
    const look =
      as === "dots" ? `stroke="${colour}" stroke-width="4" stroke-linecap="round"` : `stroke-width="1.6" ${stroke}`;
    drawn.push(`<path d="${pathOf(plot.x, values, x, atX, atY, as)}" fill="none" ${look}/>`);
    if (plot.x.length <= FEW) drawn.push(...points(plot.x, values, atX, atY, colour));
    names.push(`<path d="M${left} ${bottom + 34}h18" stroke-width="2" ${stroke}/>`, text(left + 22, bottom + 38, name));
    left += 40 + name.length * LETTER;
  }
  for (const { name, colour } of keys) {
    names.push(
      `<rect x="${left}" y="${bottom + 29}" width="10" height="10" fill="${colour}"/>`,
      text(left + 14, bottom + 38, name),
    );
    left += 32 + name.length * LETTER;
  }
  const head = [
    text(LEFT, 16, plot.title, `font-size="12" font-weight="600" fill="${ink.ink}"`),
    text(LEFT, 29, note === undefined ? unit : `${unit}; ${note}`),
    ...(plot.main === undefined ? [] : [text(right, 29, aboveText(plot, x, y[1], hidden), 'text-anchor="end"')]),
  ];
  const height = bottom + BELOW;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="11" fill="${ink.soft}"><rect width="${WIDTH}" height="${height}" fill="${ink.paper}"/>${head.join("")}${names.join("")}<svg x="${LEFT}" y="${TOP}" width="${right - LEFT}" height="${inner}" viewBox="${LEFT} ${TOP} ${right - LEFT} ${inner}">${drawn.join("")}</svg><path d="M${LEFT} ${TOP}V${bottom}H${right}" fill="none" stroke="${ink.soft}"/></svg>\n`;
}

/** About five round values between `from` and `to`. */
function ticks(from: number, to: number): number[] {
  const rough = (to - from) / 5;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * decade).find((one) => one >= rough) ?? rough;
  const first = Math.ceil(from / step);
  const count = Math.floor(to / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, k) => (first + k) * step);
}

const logTicks = (from: number, to: number): number[] =>
  Array.from({ length: 40 }, (_, k) => 10 ** (k - 12))
    .flatMap((one) => [one, 2 * one, 5 * one])
    .filter((one) => one >= from * 0.999 && one <= to * 1.001 && hasLogLabel(one, from, to));

function pathOf(
  x: ArrayLike<number>,
  values: ArrayLike<number | null>,
  [from, to]: readonly [number, number],
  atX: (value: number) => number,
  atY: (value: number) => number,
  as: Line["as"],
): string {
  let path = "";
  let isPen = false;
  for (let k = 0; k < x.length; k++) {
    const value = values[k];
    if (value === null || Number.isNaN(value) || x[k] < from || x[k] > to) {
      isPen &&= as === "joined";
      continue;
    }
    path += `${isPen ? "L" : "M"}${atX(x[k]).toFixed(1)} ${atY(value).toFixed(1)}${as === "dots" ? "h0" : ""}`;
    isPen = as !== "dots";
  }
  return path;
}

const points = (
  x: ArrayLike<number>,
  values: ArrayLike<number | null>,
  atX: (value: number) => number,
  atY: (value: number) => number,
  colour: string,
): string[] =>
  Array.from(x, (at, k) => {
    const value = values[k];
    return value === null || Number.isNaN(value)
      ? ""
      : `<circle cx="${atX(at).toFixed(1)}" cy="${atY(value).toFixed(1)}" r="3" fill="none" stroke="${colour}"/>`;
  });
