/** What the seeds of each point say of one column, and how each point differs from one of them (docs/statistics.md). */
import type { ColumnName } from "../report/columns.ts";
import type { CollectedRow } from "./plan/collect.ts";
import {
  bootstrapOf,
  differenceOf,
  holm,
  meanOf,
  quantileOf,
  type Difference,
  type Interval,
  type Mean,
  type Quantile,
} from "../figures/statistics/intervals.ts";

export interface PointStatistics {
  readonly label: string;
  readonly mean: Mean;
  readonly bootstrap: Interval;
  readonly median: Quantile;
  readonly p90: Quantile;
  /** To the point compared with, by the seeds that both have; null: it is that one. `p` as of this test alone, `holm` as of all. */
  readonly difference: (Difference & { readonly holm: number }) | null;
}

/** `against`: label of a point, which is among those of the rows. */
export function pointStatistics(rows: readonly CollectedRow[], column: ColumnName, against: string): PointStatistics[] {
  const points = bySeed(rows, column);
  const base = points.get(against) ?? new Map<number, number>();
  const differences = [...points].map(([label, values]) => {
    if (label === against) return null;
    const seeds = [...values.keys()].filter((seed) => base.has(seed));
    return differenceOf(valuesAt(values, seeds), valuesAt(base, seeds));
  });
  const raised = holm(differences.map((one) => one?.p ?? NaN));
  return [...points].map(([label, values], k) => {
    const all = [...values.values()];
    const difference = differences[k];
    return {
      ...{ label, mean: meanOf(all), bootstrap: bootstrapOf(all) },
      ...{ median: quantileOf(all, 0.5), p90: quantileOf(all, 0.9) },
      difference: difference && { ...difference, holm: raised[k] },
    };
  });
}

export const labelOfRow = ({ settings }: CollectedRow): string =>
  Object.entries(settings)
    .map(([path, value]) => `${path}=${value}`)
    .join(", ");

function bySeed(rows: readonly CollectedRow[], column: ColumnName): Map<string, Map<number, number>> {
  const points = new Map<string, Map<number, number>>();
  for (const one of rows) {
    const label = labelOfRow(one);
    const values = points.get(label) ?? new Map<number, number>();
    points.set(label, values);
    values.set(one.run.seed, (one.row.figures as Readonly<Record<string, number | null>>)[column] ?? NaN);
  }
  return points;
}

const valuesAt = (values: ReadonlyMap<number, number>, seeds: readonly number[]): number[] =>
  seeds.map((seed) => values.get(seed) ?? NaN);
