/** A finding of lint: a mistake, or a note on a value that is correct under a stated assumption. */
import type { ConfigDb, ConfigPlace, ConfigRow } from "./config-db.ts";

export interface Finding {
  /** Name of the rule, such as lossless-without-headroom. */
  readonly rule: string;
  readonly place: ConfigPlace;
  /** The actual value, which completes "found ...". */
  readonly found: string;
  /** The correct value, which completes "expected ...". */
  readonly expected: string;
  /** A sentence that tells the operator how to correct the mistake. */
  readonly mend: string;
  /** True for a note, which is not a mistake and does not change the exit code. */
  readonly isNote?: boolean;
}

/** The place and content of a finding, as a rule reports it. */
interface Content {
  readonly row: ConfigRow | undefined;
  readonly field?: string;
  /** The table in which a row is missing. Used if `row` is undefined. */
  readonly table?: string;
  readonly found: string;
  readonly expected: string;
  readonly mend: string;
  readonly isNote?: boolean;
}

export const finding = (db: ConfigDb, rule: string, { row, field, table, ...words }: Content): Finding => ({
  ...{ rule, place: db.place(row, field, table) },
  ...words,
});

/** Maximum number of names in a sentence. */
const MAX_NAMED = 4;

/** Returns a list such as "Ethernet0, Ethernet4 and 6 more". */
export function several(names: readonly string[]): string {
  if (names.length <= MAX_NAMED) return names.join(", ");
  return `${names.slice(0, MAX_NAMED).join(", ")} and ${names.length - MAX_NAMED} more`;
}

/** Groups values by their key, in the order of each group's first value. */
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
