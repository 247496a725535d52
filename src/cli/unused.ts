/** Warnings of what a scenario says without effect: what its author set, not what a starter came with. */
import type { Scenario, Unused } from "../lab/lab.ts";
import { valueAt } from "../lab/authoring.ts";
import { starterOf } from "./starters.ts";
import { warn } from "./terminal.ts";
import type { ScenarioFile } from "./scenario-file.ts";

/** Those that the author set: a line that the file's starter has with the same value is the starter's. */
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

/** Of a row of a comparison, whatever its seed. */
export interface UnusedRow {
  readonly label: string;
  readonly unused: readonly Unused[];
}

/** Once for all rows: a value of `--vary` where some rows have no use for it, any other line where no row has. */
export function warnUnusedIn(rows: readonly UnusedRow[], vary: readonly string[]): void {
  const isVaried = ({ path }: Unused): boolean => vary.some((varied) => isAt(path, varied));
  const textOf = (one: Unused): string => (isVaried(one) ? `--vary: ${one.message}` : unusedLine(one));
  const all = rows.flatMap(({ unused }) => unused);
  for (const text of new Set(all.map(textOf))) {
    const without = rows.filter(({ unused }) => unused.some((one) => textOf(one) === text)).map(({ label }) => label);
    if (without.length === rows.length) warn(text);
    else if (text.startsWith("--vary: "))
      warn(text.replace(" has no effect", ` has no effect with ${namesOf(without)}`));
  }
}

/** Rows that one warning names. */
const MAX_NAMED = 4;

const namesOf = (labels: readonly string[]): string => {
  const named = labels.slice(0, MAX_NAMED).join("; ");
  return labels.length > MAX_NAMED ? `${named}; and ${labels.length - MAX_NAMED} rows more` : named;
};

/** Is a path of the scenario what a path of `--vary` sets, or in it? */
function isAt(path: string, varied: string): boolean {
  const [mine, its] = [path, varied].map((one) => one.replaceAll(/\[(\d+)\]/g, ".$1").replace(/^policies\./, ""));
  return `${mine}.`.startsWith(`${its}.`);
}
