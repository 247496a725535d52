/** The rows of a comparison: every combination of the values asked for, the first variation changing slowest. */
import type { Setting } from "../../run/lab/lab.ts";

export interface Row {
  /** What tells it from the others: "buffer=dt, seed=2". */
  readonly label: string;
  /** The same as the name of a folder: "buffer=dt-seed=2". */
  readonly slug: string;
  /** One of each variation, in their order. */
  readonly settings: readonly Setting[];
  /** What tables show of it, where that is more than its settings. */
  readonly shown?: Readonly<Record<string, string>>;
}

/** One list of settings a variation. */
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

/** Nothing in it that a shell, a URL or a file system would take for its own; short enough for all of them. */
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
