/**
 * Small multiples: how the schemes of a comparison are spread over panels, so that no panel has more lines than the eye follows.
 *
 * Few schemes share one panel. Of more, the lines of a panel are the values of one thing that was varied, and each combination of the others
 * has a panel of its own. Where nothing varied has few values, each scheme has a panel.
 */
import type { Settings } from "../labelled-run.ts";
import { settingsText } from "../schemes.ts";

/** Lines in one panel. */
const MAX_TOGETHER = 5;

export interface Facet {
  /** What its lines have in common, of what varies: "buffer=st, traffic.1.load=0.3"; empty: there is one panel. */
  readonly title: string;
  /** A line each, by its place among the schemes. */
  readonly lines: readonly { readonly name: string; readonly scheme: number }[];
}

export interface Layout {
  /** What the lines of every panel differ by; empty where several things do. */
  readonly of: string;
  /** All lines that a panel may have, in the order of the legend. */
  readonly names: readonly string[];
  readonly facets: readonly Facet[];
}

export function layOut(schemes: readonly { readonly settings: Settings }[]): Layout {
  const all = schemes.map(({ settings }) => settings);
  const values = (path: string): string[] => [...new Set(all.map((settings) => settings[path] ?? ""))];
  const varied = [...new Set(all.flatMap((settings) => Object.keys(settings)))].filter(
    (path) => values(path).length > 1,
  );
  if (schemes.length <= MAX_TOGETHER) {
    const names = all.map((settings) => textOf(settings, varied));
    return {
      of: varied.length === 1 && varied[0] !== "run" ? varied[0] : "",
      names,
      facets: [{ title: "", lines: names.map((name, scheme) => ({ name, scheme })) }],
    };
  }
  const [of] = varied
    .filter((path) => values(path).length <= MAX_TOGETHER)
    .sort((a, b) => values(b).length - values(a).length);
  if (of === undefined) {
    const name = "this";
    const facets = all.map((settings, scheme) => ({
      title: settingsText(picked(settings, varied)),
      lines: [{ name, scheme }],
    }));
    return { of: "", names: [name], facets };
  }
  const facets = new Map<string, { name: string; scheme: number }[]>();
  all.forEach((settings, scheme) => {
    const title = settingsText(
      picked(
        settings,
        varied.filter((path) => path !== of),
      ),
    );
    const lines = facets.get(title) ?? [];
    facets.set(title, [...lines, { name: settings[of] ?? "", scheme }]);
  });
  return { of, names: values(of), facets: Array.from(facets, ([title, lines]) => ({ title, lines })) };
}

const picked = (settings: Settings, paths: readonly string[]): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([path]) => paths.includes(path)));

/** Of one thing its value alone: what it is stands beside the legend. */
const textOf = (settings: Settings, varied: readonly string[]): string =>
  varied.length === 1 ? (settings[varied[0]] ?? "") : settingsText(picked(settings, varied));
