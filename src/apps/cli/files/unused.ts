/** Warns about settings without effect, except for lines that the user copied unchanged from a starter (an example scenario of xoff). */
import type { Scenario, Unused } from "../../../run/lab/lab.ts";
import { valueAt } from "../../../run/lab/authoring.ts";
import { starterOf } from "./starters.ts";
import { warn } from "../terminal/terminal.ts";
import type { ScenarioFile } from "./scenario-file.ts";

/** The settings without effect, except those that come unchanged from a starter scenario of xoff. */
export function unusedOf(
  { about, unused = [] }: Pick<Scenario, "about" | "unused">,
  { text }: Pick<ScenarioFile, "text">,
): readonly Unused[] {
  if (unused.every(({ isSet }) => isSet)) return unused;
  const starter = starterOf(about);
  if (starter === undefined) return unused;
  return unused.filter(({ isSet, path }) => isSet || valueAt(starter, path) !== valueAt(text, path));
}

export const unusedLine = ({ place, message }: Unused): string =>
  `${[place.file, place.line, place.column].filter((part) => part !== undefined).join(":")}: ${message}`;

export function warnUnused(scenario: Scenario, file: Pick<ScenarioFile, "text">): void {
  for (const one of unusedOf(scenario, file)) warn(unusedLine(one));
}

/** The unused fields of a row of a comparison, or of a point of a sweep. They are the same under every seed. */
export interface UnusedRow {
  readonly label: string;
  readonly unused: readonly Unused[];
}

/**
 * Prints each warning once for all rows. A varied setting causes a warning if it is without effect in at least one row.
 * Any other setting causes a warning only if it is without effect in all rows.
 */
export function warnUnusedIn(rows: readonly UnusedRow[], vary: readonly string[]): void {
  const isVaried = ({ path }: Unused): boolean => vary.some((varied) => isAt(path, varied));
  const textOf = (one: Unused): string => (isVaried(one) ? `${optionOf(one)}: ${one.message}` : unusedLine(one));
  const all = rows.flatMap(({ unused }) => unused);
  const texts = new Map(all.map((one) => [textOf(one), isVaried(one)]));
  for (const [text, varies] of texts) {
    const without = rows.filter(({ unused }) => unused.some((one) => textOf(one) === text)).map(({ label }) => label);
    if (without.length === rows.length) warn(text);
    else if (varies) warn(text.replace(" has no effect", ` has no effect with ${namesOf(without)}`));
  }
}

/** The place where a varied setting was given: the option "--vary" or "--row", or the name of the sweep's file. */
const optionOf = ({ place: { file } }: Unused): string =>
  file.startsWith("--") ? file.split(" ")[0] : file.replace(/(:\d+)+$/, "");

/** The maximum number of labels in one warning. A label names a row of a comparison or a point of a sweep. */
const MAX_NAMED = 4;

/** The labels as one text, with at most `MAX_NAMED` of them. */
export const namesOf = (labels: readonly string[]): string => {
  const named = labels.slice(0, MAX_NAMED).join("; ");
  return labels.length > MAX_NAMED ? `${named}; and ${labels.length - MAX_NAMED} more rows` : named;
};

/** Whether `path` equals the varied path or lies below it. */
function isAt(path: string, varied: string): boolean {
  const [mine, its] = [path, varied].map((one) => one.replaceAll(/\[(\d+)\]/g, ".$1").replace(/^policies\./, ""));
  return `${mine}.`.startsWith(`${its}.`);
}
