/** Groups the runs of a comparison into schemes: runs that differ only by their seed are one scheme. */
import type { LabelledRun, Settings } from "./labelled-run.ts";

/** A run, or a row of compare.json: anything that has settings. */
interface Made {
  readonly label: string;
  readonly settings?: Settings;
}

export interface Scheme<Run extends Made = LabelledRun> {
  /** The values of the varied settings, which name the scheme: "dt, 0.3". Empty if only seeds vary. */
  readonly label: string;
  readonly settings: Settings;
  /** One a seed. */
  readonly runs: readonly Run[];
}

/** The schemes, in order of first occurrence. */
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

/**
 * The settings that distinguish a run from others. If only its label is known, the label counts as the single setting.
 */
export const settingsOf = ({ settings, label }: Made): Settings => settings ?? { run: label };

/**
 * Settings as text: "buffer=dt, traffic.0.load=0.3". If the settings of a run are unknown, the only entry is the run's
 * label (`settingsOf`). The text is then this label.
 */
export const settingsText = (settings: Settings): string =>
  Object.entries(settings)
    .map(([path, value]) => (path === "run" ? value : `${path}=${value}`))
    .join(", ");

/** The columns of a table that name its rows: only settings in which schemes differ. */
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
