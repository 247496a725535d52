/** The rows of a comparison: runs that differ by their seed alone are one scheme. */
import type { LabelledRun, Settings } from "./labelled-run.ts";

/** Anything that was made under settings: a run, or a row of compare.json. */
interface Made {
  readonly label: string;
  readonly settings?: Settings;
}

export interface Scheme<Run extends Made = LabelledRun> {
  /** What tells it from the others: "dt, 0.3", the values of what was varied. Empty where seeds are all that differs. */
  readonly label: string;
  readonly settings: Settings;
  /** One a seed. */
  readonly runs: readonly Run[];
}

/** In the order in which each first occurs. */
export function schemesOf<Run extends Made>(runs: readonly Run[]): Scheme<Run>[] {
  const found = new Map<string, { settings: Settings; runs: Run[] }>();
  for (const run of runs) {
    const { seed: _, ...settings } = settingsOf(run);
    const key = JSON.stringify(settings);
    const scheme = found.get(key);
    if (scheme === undefined) found.set(key, { settings, runs: [run] });
    else scheme.runs.push(run);
  }
  return Array.from(found.values(), (scheme) => ({ label: Object.values(scheme.settings).join(", "), ...scheme }));
}

/** What tells it from the others; a label where that is all that is known. */
export const settingsOf = ({ settings, label }: Made): Settings => settings ?? { run: label };

/** "buffer=dt, traffic.0.load=0.3"; of a run that is known by its label, that. */
export const settingsText = (settings: Settings): string =>
  Object.entries(settings)
    .map(([path, value]) => (path === "run" ? value : `${path}=${value}`))
    .join(", ");

/** The columns of a table that name its rows: what differs between schemes, and nothing that all of them have in common. */
export function namesOf(schemes: readonly Pick<Scheme, "settings">[]): {
  readonly paths: readonly string[];
  readonly cells: (scheme: Pick<Scheme, "settings">) => string[];
} {
  const all = schemes.map(({ settings }) => settings);
  const paths = [...new Set(all.flatMap((settings) => Object.keys(settings)))].filter(
    (path) => new Set(all.map((settings) => settings[path])).size > 1,
  );
  return { paths, cells: ({ settings }) => paths.map((path) => settings[path] ?? "–") };
}
