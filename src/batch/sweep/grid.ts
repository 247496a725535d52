/**
 * A row of a comparison. A comparison has a row for each combination of the requested values. The value of the first
 * `--vary` changes least often from row to row.
 */
import type { Setting } from "../../run/lab/lab.ts";

export interface Row {
  /** The settings that distinguish the row: "buffer=dt, seed=2". */
  readonly label: string;
  /** The label as a folder name: "buffer=dt-seed=2". */
  readonly slug: string;
  /** One setting of each variation, in the order of the variations. */
  readonly settings: readonly Setting[];
  /** The row's settings as tables show them, by path. Absent: they show `settings`. */
  readonly shown?: Readonly<Record<string, string>>;
}

/** Returns all combinations of the variations. Each variation is a list of settings, of which a combination has one. */
export function grid(variations: readonly (readonly Setting[])[]): Row[] {
  const combinations = variations.reduce<Setting[][]>(
    (rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])),
    [[]],
  );
  const slugs = new Set<string>();
  return combinations.map((settings) => {
    const label = labelOf(settings);
    const slug = unused(slugOf(label), slugs);
    slugs.add(slug);
    return { label, slug, settings };
  });
}

export const labelOf = (settings: readonly Setting[]): string =>
  settings.map(({ path, value }) => `${path}=${value}`).join(", ");

/** Returns a name without special characters of shells, URLs and file systems, short enough for all of them. */
export function slugOf(label: string): string {
  const slug = label.replaceAll(/[^\w.=]+/g, "-").replaceAll(/-(?=\.|$)|(?<=^|=)-/g, "");
  return slug.slice(0, 100) || "row";
}

function unused(slug: string, taken: ReadonlySet<string>): string {
  const lower = new Set(Array.from(taken, (one) => one.toLowerCase()));
  for (let k = 1; ; k++) {
    const name = k === 1 ? slug : `${slug}-${k}`;
    if (!lower.has(name.toLowerCase())) return name;
  }
}
