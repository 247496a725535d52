/**
 * Small multiples: distributes the schemes of a comparison over panels, so that no panel has too many lines.
 *
 * Up to `MAX_TOGETHER` schemes share one panel. With more schemes the lines of a panel are the values of one varied
 * setting. Each combination of the other settings then has its own panel. If every varied setting has too many values,
 * each scheme has its own panel.
 */
import type { Settings } from "../labelled-run.ts";
import { settingsText } from "../schemes.ts";

/** Maximum lines in one panel. */
const MAX_TOGETHER = 5;

export interface Facet {
  /**
   * The varied settings that all lines of the panel share: "buffer=st, traffic.1.load=0.3". Empty for a single panel.
   */
  readonly title: string;
  /** The lines of the panel. `scheme` is an index into the list of schemes. */
  readonly lines: readonly { readonly name: string; readonly scheme: number }[];
}

export interface Layout {
  /** The setting by which the lines of a panel differ. Empty if they differ by several settings. */
  readonly of: string;
  /** The names of all lines that a panel may have, in legend order. */
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

/**
 * The name of a line in a panel. If only one setting varies, the name is its value, because the legend names the
 * setting.
 */
const textOf = (settings: Settings, varied: readonly string[]): string =>
  varied.length === 1 ? (settings[varied[0]] ?? "") : settingsText(picked(settings, varied));
