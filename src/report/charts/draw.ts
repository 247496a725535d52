/**
 * Draws a vega-lite specification as SVG text, without a browser.
 *
 * Coordinates are rounded to hundredths of a pixel, which halves the text. Rounding also removes the last bits, in
 * which the logarithms of JavaScript engines differ. The same data therefore gives the same bytes.
 */
import { spelledOut } from "../../base/format.ts";
import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { THEME } from "./theme.ts";

export type Spec = TopLevelSpec;
/** A chart in a drawing of several charts, in the form of vega-lite. */
export type Plot = Extract<TopLevelSpec, { vconcat: unknown }>["vconcat"][number];

const GEOMETRY = / (?:d|transform|x|y|x1|y1|x2|y2|width|height|viewBox)="[^"]*"/g;
const LONG_NUMBER = /-?\d+\.\d{3,}(?:e-?\d+)?/g;

export async function draw(spec: Spec): Promise<string> {
  const view = new View(parse(compile(spec, { config: THEME }).spec), { renderer: "none" });
  const svg = spelledOut(await view.toSVG());
  view.finalize();
  // All texts of a drawing have the same font. It is set once on the outer element and removed from each text, which
  // shortens the file.
  const font = / font-family="[^"]*"/.exec(svg)?.[0] ?? "";
  return svg
    .replaceAll(font, "")
    .replace("<svg", `<svg${font}`)
    .replace(GEOMETRY, (attribute) =>
      attribute.replace(LONG_NUMBER, (number) => String(Number(Number(number).toFixed(2)))),
    );
}
