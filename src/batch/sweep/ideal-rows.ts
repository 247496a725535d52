/**
 * Adds the rows of ideals to a comparison. An ideal is a variant of the scenario without one of its problems, such as PAUSEs.
 * For this, the ideal replaces some settings (`scenario/ideals.ts`). It gets a row for each combination of those varied
 * settings that it does not replace.
 *
 * For example, `--vary buffer=st,dt --vary seed=1..5 --ideal pauses` adds five rows. It does not add ten, because the
 * ideal replaces the buffer policy.
 *
 * All rows of a comparison have the same columns, so all other rows have the value `none` for `ideal`.
 */
import { isReplaced, pathOf, type IdealName, type Setting } from "../../run/lab/lab.ts";
import type { Written } from "./comparison.ts";
import { grid, type Row } from "./grid.ts";

/**
 * The text in the cell of a varied setting if the row's ideal replaces this setting. The varied values then have no effect
 * in the row. An ideal is a variant of the scenario without one of its problems, such as PAUSEs.
 */
const ANY = "any";
export const IDEAL = "ideal";

/** Returns the rows of `variations`, followed by those of `ideals`. */
export function rowsWithIdeals(variations: readonly (readonly Setting[])[], ideals: readonly IdealName[]): Row[] {
  const rows = grid(variations);
  if (ideals.length === 0) return rows;
  const paths = variations.map(([{ path }]) => path);
  const shown = (settings: readonly Setting[], ideal: string): Written => ({
    ...Object.fromEntries(
      paths.map((path) => [path, settings.find((setting) => setting.path === path)?.value ?? ANY] as const),
    ),
    [IDEAL]: ideal,
  });
  const added = ideals.flatMap((ideal) => {
    const setting = { path: IDEAL, value: ideal, from: `--ideal ${ideal}` };
    return grid([[setting], ...variations.filter(([{ path }]) => !isReplaced(ideal, pathOf(path)))]);
  });
  return [
    ...rows.map((row) => ({ ...row, shown: shown(row.settings, "none") })),
    ...added.map((row) => ({ ...row, shown: shown(row.settings, row.settings[0].value) })),
  ];
}
