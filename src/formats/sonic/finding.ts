/** What lint finds in a config: a mistake, or a note on a value that is right under a stated assumption. */
import type { ConfigDb, ConfigPlace, ConfigRow } from "./config-db.ts";

export interface Finding {
  /** Its name, such as lossless-without-headroom. */
  readonly rule: string;
  readonly place: ConfigPlace;
  /** What stands there, and what should: they complete "expected ..., found ...". */
  readonly found: string;
  readonly expected: string;
  /** A sentence. */
  readonly mend: string;
  /** True of a note: no mistake, and it does not change the exit code. */
  readonly isNote?: boolean;
}

/** Where a rule found something, and what. */
interface Told {
  readonly row: ConfigRow | undefined;
  readonly field?: string;
  /** Of a row that is not there. */
  readonly table?: string;
  readonly found: string;
  readonly expected: string;
  readonly mend: string;
  readonly isNote?: boolean;
}

export const finding = (db: ConfigDb, rule: string, { row, field, table, ...words }: Told): Finding => ({
  ...{ rule, place: db.place(row, field, table) },
  ...words,
});

/** Names that one sentence lists. */
const MOST_NAMED = 4;

/** "Ethernet0, Ethernet4 and 6 more". */
export function several(names: readonly string[]): string {
  if (names.length <= MOST_NAMED) return names.join(", ");
  return `${names.slice(0, MOST_NAMED).join(", ")} and ${names.length - MOST_NAMED} more`;
}

/** Values by what they have in common, in the order of their first. */
export function grouped<Value>(
  values: readonly Value[],
  key: (value: Value) => string,
): (readonly [Value, ...Value[]])[] {
  const groups = new Map<string, [Value, ...Value[]]>();
  for (const value of values) {
    const name = key(value);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  return [...groups.values()];
}
