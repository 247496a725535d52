/** The runs of a figure, selected by parts of their keys. */
import { firstSeed } from "../claims.ts";
import type { Done, Key, Line, Point } from "../contract.ts";
import { sample, type Sample } from "../samples.ts";

/** Values that the key of a run must have. An absent part may have any value. */
export type Where<K extends Key> = { readonly [Name in keyof K]?: K[Name] };

/** A measure of a run: a function of its row, or the name of a number in the row. Null: the run has no value. */
export type Measure<Row> =
  ((row: Row) => number | null) | { [Name in keyof Row]: Row[Name] extends number | null ? Name : never }[keyof Row];

/** All runs of a figure, with every seed. */
export interface Runs<K extends Key, Row> {
  readonly done: readonly Done<K, Row>[];
  /** The runs whose keys have these values. */
  where(where: Where<K>): Runs<K, Row>;
  rows(where: Where<K>): Row[];
  /** The row of seed 1. Undefined: the run with seed 1 failed. */
  first(where: Where<K>): Row | undefined;
  /**
   * A sample: the measure of each run that `where` selects, by seed. `name` is the sample's name in texts. If `name` is
   * absent, the first value in `where` is the sample's name.
   */
  of(where: Where<K>, what: Measure<Row>, name?: string): Sample;
  /** The values that the field `name` has in the keys of all runs, such as all loads, in ascending order. */
  numbers(name: keyof K): number[];
  /**
   * A line over time for each run with seed 1 that `where` selects. The line's name is the value of the field `name` in
   * the run's key.
   */
  courses(name: keyof K, pick: (row: Row) => readonly Point[], where?: Where<K>): Line[];
}

/** Makes `Runs` from the completed runs of a figure. */
export function runsOf<K extends Key, Row>(done: readonly Done<K, Row>[]): Runs<K, Row> {
  const matching = (where: Where<K>) => {
    const parts = Object.entries(where);
    return done.filter(({ key }) => parts.every(([name, value]) => key[name] === value));
  };
  return {
    done,
    where: (where) => runsOf(matching(where)),
    rows: (where) => matching(where).map(({ row }) => row),
    first: (where) => firstSeed(matching(where)).at(0)?.row,
    of(where, what, name = String(Object.values(where)[0])) {
      const pick = typeof what === "function" ? what : (row: Row) => row[what] as number | null;
      return sample(name, matching(where), () => true, pick);
    },
    numbers: (name) => [...new Set(done.map(({ key }) => key[name] as number))].sort((a, b) => a - b),
    courses: (name, pick, where = {}) =>
      firstSeed(matching(where)).map(({ key, row }) => ({ name: String(key[name]), points: pick(row) })),
  };
}
