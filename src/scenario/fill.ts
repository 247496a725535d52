import { checkValues } from "../base/params.ts";
import type { Fields } from "./tables.ts";

/** `given` with the defaults of what it leaves out, in its rows too. */
export function filled(
  { params, lists = {} }: Fields,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const numbers = Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(params, name)));
  const rows = Object.entries(given).map(([name, value]) => {
    if (!Object.hasOwn(lists, name) || !Array.isArray(value)) return [name, value];
    return [name, value.map((one: Readonly<Record<string, unknown>>) => filled(lists[name], one))];
  });
  return { ...(Object.fromEntries(rows) as Record<string, unknown>), ...checkValues(params, numbers, "") };
}
