import { checkValues } from "../base/params.ts";
import type { Fields } from "./tables.ts";

/** Returns `given` with the default of each omitted parameter. This includes parameters in the rows of lists. */
export function withDefaults(
  { params, lists = {} }: Fields,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const numbers: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (Object.hasOwn(params, name)) numbers[name] = value;
    const isList = Object.hasOwn(lists, name) && Array.isArray(value);
    values[name] = isList
      ? value.map((one: Readonly<Record<string, unknown>>) => withDefaults(lists[name], one))
      : value;
  }
  return Object.assign(values, checkValues(params, numbers, ""));
}
