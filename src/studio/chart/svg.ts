/** A chart as SVG: what is shown of it, with axes, lines and names. */
import type { Ink } from "./colours.ts";
import type { Line, Plot } from "./plot.ts";

export interface Shown {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly hidden: ReadonlySet<string>;
}

const WIDTH = 720;
const HEIGHT = 320;
const [LEFT, RIGHT, TOP] = [90, 16, 30];

const escaped = (text: string): string => text.replace(/[<>&"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

export function svgOf(
  plot: Plot,
  { x: [x0, x1], y: [y0, y1], hidden }: Shown,
  ink: Ink,
  xText: (x: number) => string,
): string {
  const isLog = plot.own?.isLog === true;
  const lines = plot.lines.filter(({ name }) => !hidden.has(name));
  const bottom = HEIGHT - 46;
  const share = (value: number): number =>
    isLog ? Math.log(value / x0) / Math.log(x1 / x0) : (value - x0) / (x1 - x0);
  const atX = (value: number): number => LEFT + Math.max(0, Math.min(1, share(value))) * (WIDTH - LEFT - RIGHT);
  const atY = (value: number): number => bottom - ((value - y0) / (y1 - y0)) * (bottom - TOP);
  const text = (x: number, y: number, words: string, more = ""): string =>
    `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${escaped(words)}</text>`;
  const marks = [0, 0.25, 0.5, 0.75, 1];
  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="${ink.paper}"/>`,
    text(LEFT, 18, plot.title, `font-weight="600" fill="${ink.ink}"`),
    `<path d="M${LEFT} ${TOP}V${bottom}H${WIDTH - RIGHT}" fill="none" stroke="${ink.soft}"/>`,
    ...marks.map((k) => {
      const value = isLog ? x0 * (x1 / x0) ** k : x0 + k * (x1 - x0);
      return text(atX(value), bottom + 16, xText(value), 'text-anchor="middle"');
    }),
  ];
  if (plot.rows !== undefined) {
    const height = (bottom - TOP) / Math.max(1, plot.rows.length);
    plot.rows.forEach((name, row) =>
      parts.push(text(LEFT - 6, TOP + height * (row + 0.65), name, 'text-anchor="end"')),
    );
    for (const { row, from, to, colour } of plot.bars ?? [])
      if (to >= x0 && from <= x1)
        parts.push(
          `<rect x="${atX(from).toFixed(2)}" y="${(TOP + height * (row + 0.15)).toFixed(1)}" width="${Math.max(0.4, atX(to) - atX(from)).toFixed(2)}" height="${(height * 0.7).toFixed(1)}" fill="${colour}"/>`,
        );
  } else {
    for (const k of marks) {
      const value = y0 + k * (y1 - y0);
      parts.push(text(LEFT - 6, atY(value) + 4, plot.yText(value), 'text-anchor="end"'));
    }
    let left = LEFT;
    for (const { name, values, colour, dash, as } of lines) {
      const look =
        as === "dots"
          ? 'stroke-width="4" stroke-linecap="round"'
          : `stroke-width="1.6" stroke-dasharray="${dash.join(" ")}"`;
      parts.push(
        `<path d="${pathOf(plot.x, values, [x0, x1], atX, atY, as)}" fill="none" stroke="${colour}" ${look}/>`,
        `<path d="M${left} ${HEIGHT - 12}h18" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash.join(" ")}"/>`,
        text(left + 22, HEIGHT - 8, name),
      );
      left += 40 + name.length * 6.2;
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="system-ui, sans-serif" font-size="11" fill="${ink.soft}">${parts.join("")}</svg>\n`;
}

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
