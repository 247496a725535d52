/**
 * Finds rows of a comparison that are the same run: under each seed their digests are equal. The varied setting then
 * has no effect in these rows. Either the policies that differ never acted, or no policy uses the value.
 */
import { namesOf, schemesOf, settingsText } from "./schemes.ts";
import type { Settings } from "./labelled-run.ts";

interface Run {
  readonly label: string;
  readonly settings: Settings;
  /** The digest of the run. Absent or null if the run failed. */
  readonly digest?: string | null;
}

export interface SameRun {
  /** The mark, such as "(a)", of the table rows that are the same run: their digests are equal under each seed. */
  readonly mark: string;
  /** The settings of the rows with this mark, without the seed. */
  readonly rows: readonly Settings[];
  /**
   * The note on the rows: "(a) hpcc and powertcp are the same run: digest 46a22e25a76c926a." Long names are left out: "(a) The 2 rows with
   * this mark are the same run: ...".
   */
  readonly text: string;
}

/**
 * The maximum length of the list of names in a note, in characters. The list names all rows that are the same run. In place
 * of a longer list, the note has only the number of rows.
 */
const MAX_NAMES = 120;

export function sameRuns(runs: readonly Run[]): readonly SameRun[] {
  const schemes = schemesOf(runs.filter(({ digest }) => typeof digest === "string"));
  const { paths, cells } = namesOf(schemes);
  const groups = new Map<string, typeof schemes>();
  for (const scheme of schemes) {
    const key = JSON.stringify(
      scheme.runs.map(({ settings, digest }) => [settings["seed"] ?? "", digest]).sort(bySeed),
    );
    groups.set(key, [...(groups.get(key) ?? []), scheme]);
  }
  const found = [...groups.values()].filter((group) => group.length > 1);
  return found.map((group, k) => {
    const mark = `(${letters(k)})`;
    const names = group.map((scheme) => (paths.length === 1 ? cells(scheme)[0] : settingsText(scheme.settings)));
    const [{ digest }, ...others] = group[0].runs;
    const what =
      others.length === 0
        ? `the same run: digest ${digest}`
        : `the same run under each of ${group[0].runs.length} seeds: digest ${digest} under the first`;
    const named = listed(names, paths.length > 1 ? "; " : ", ");
    const which = named.length > MAX_NAMES ? `The ${names.length} rows with this mark` : named;
    return { mark, rows: group.map(({ settings }) => settings), text: `${mark} ${which} are ${what}.` };
  });
}

const bySeed = ([one]: readonly unknown[], [other]: readonly unknown[]): number =>
  String(one) < String(other) ? -1 : 1;

/** The mark of a row with these settings, such as "(a)", which all rows of identical runs share. Empty if no other run is identical. */
export function markOf(same: readonly SameRun[], { seed: _, ...settings }: Settings): string {
  const key = JSON.stringify(settings);
  return same.find(({ rows }) => rows.some((row) => JSON.stringify(row) === key))?.mark ?? "";
}

/** Joins names: "dt, st and spfc". */
const listed = (names: readonly string[], parted: string): string =>
  `${names.slice(0, -1).join(parted)} and ${names.at(-1)}`;

/** The k-th mark: "a" to "z", then "aa", "ab" and so on. */
const letters = (k: number): string =>
  (k >= 26 ? letters(Math.floor(k / 26) - 1) : "") + String.fromCharCode(97 + (k % 26));
