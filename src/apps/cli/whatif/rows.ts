/** Computes the rows of `xoff whatif`: means over seeds, and differences to the present fabric. */
import { estimate } from "../../../base/confidence.ts";
import type { Bytes } from "../../../base/units.ts";
import { differenceBetween, type Difference, type Side } from "../../../base/statistics/difference.ts";
import { meanError, movesWithSeed } from "../../../base/statistics/side.ts";
import type { ColumnName } from "../../../report/columns.ts";
import { isWhole, type ComparedRow, type Comparison } from "../../../batch/sweep/comparison.ts";
import type { WhatIf } from "./cases.ts";

export interface Checked extends WhatIf {
  /**
   * The headroom that one lossless queue or port needs: the one with the largest shortfall. If none has a shortfall, the
   * one with the least spare headroom. NaN if no port needs headroom.
   */
  readonly need: Bytes;
  /** The missing part of `need`. */
  readonly missing: Bytes;
  readonly canDeadlock: boolean;
  /** The reason why the scenario cannot be built with this change. */
  readonly refused?: string;
}

export const MEASURES = [
  "pauses",
  "paused_ns",
  "common_slowdown_p99",
  "unfinished",
  "drops",
] as const satisfies ColumnName[];
export type Measure = (typeof MEASURES)[number];

export interface WhatIfRow {
  readonly label: string;
  readonly headroom_need_bytes: Bytes | null;
  readonly headroom_missing_bytes: Bytes | null;
  readonly can_deadlock: boolean | null;
  /** The reason why the scenario cannot be built with this change. Null if the change was run. */
  readonly refused: string | null;
  /** Number of complete runs. */
  readonly runs: number;
  readonly figures: Readonly<Partial<Record<Measure, number>>>;
  /** The differences of this row from the row of the present fabric. Empty for the present fabric itself. */
  readonly differences: Readonly<Partial<Record<Measure, Difference>>>;
}

/** One row for the present fabric, followed by one row for each change of the fabric, in the order of the changes. */
export function whatIfRows(cases: readonly Checked[], { rows }: Comparison): WhatIfRow[] {
  const runsOf = (label: string) => rows.filter(isWhole).filter(({ settings }) => settings["whatif"] === label);
  const present = runsOf(cases[0].label);
  return cases.map(({ label, need, missing, canDeadlock, refused }, k) => {
    const runs = runsOf(label);
    const each = <Value>(of: (name: Measure) => Value) =>
      Object.fromEntries(MEASURES.map((name) => [name, of(name)])) as Record<Measure, Value>;
    return {
      label,
      headroom_need_bytes: Number.isNaN(need) ? null : need,
      headroom_missing_bytes: Number.isNaN(missing) ? null : missing,
      can_deadlock: refused === undefined ? canDeadlock : null,
      refused: refused ?? null,
      runs: runs.length,
      figures: runs.length === 0 ? {} : each((name) => estimate(runs.map(({ figures }) => figures[name])).mean),
      differences:
        k === 0 || runs.length === 0 ? {} : each((name) => differenceBetween(side(runs, name), side(present, name))),
    };
  });
}

type WholeRow = ComparedRow & { readonly figures: NonNullable<ComparedRow["figures"]> };

/**
 * The runs of one row as one side of a difference. Two rows are compared seed by seed if they have the same flows under
 * every seed. Faster NICs change the flows.
 */
const side = (runs: readonly WholeRow[], name: Measure): Side => ({
  bySeed: new Map(runs.map(({ settings, figures }) => [Number(settings["seed"]), figures[name]])),
  moves: movesWithSeed(runs),
  fixed: [],
  traffic: runs.map(({ flow_set }) => flow_set).join(),
  error: meanError(runs.map(({ figures }) => ({ value: figures[name], error: figures.skip_error }))),
});
