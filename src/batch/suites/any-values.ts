/** Random values for a parameter table. A scenario may set any of these values for a policy. */
import fc from "fast-check";
import type { Param, ParamTable, Values } from "../../base/params.ts";

type Value = number | string | boolean | undefined;

/**
 * Draws a value of a parameter. A third of the numbers are the default, and a third are any number of the range. The
 * others are an end of the range.
 */
function anyValue(param: Param): fc.Arbitrary<Value> {
  if (param.unit === "flag") return fc.boolean();
  if (param.unit === "choice") return fc.constantFrom(...param.choices);
  const { unit, min, max } = param;
  const inRange = unit === "ratio" ? fc.double({ min, max, noNaN: true }) : fc.integer({ min, max });
  return fc.oneof(fc.constant("default" in param ? param.default : undefined), inRange, fc.constantFrom(min, max));
}

const isMode = ({ unit }: Param): boolean => unit === "flag" || unit === "choice";

export const anyValues = <T extends ParamTable>(table: T): fc.Arbitrary<Values<T>> => drawn(table, () => true);

/** Parameter values: random ones for choices and flags, and the defaults for numbers. */
export const anyModes = <T extends ParamTable>(table: T): fc.Arbitrary<Values<T>> => drawn(table, isMode);

function drawn<T extends ParamTable>(table: T, isDrawn: (param: Param) => boolean): fc.Arbitrary<Values<T>> {
  const columns: Record<string, fc.Arbitrary<Value>> = {};
  for (const [name, param] of Object.entries(table))
    columns[name] = isDrawn(param) ? anyValue(param) : fc.constant("default" in param ? param.default : undefined);
  return fc.record(columns) as unknown as fc.Arbitrary<Values<T>>;
}

/**
 * Limits the number of steps that reduce a failing case to a smaller one. Each step builds a new network and a new
 * policy. Without the limit, the report of a failure takes half a minute.
 */
export const briefly = <Drawn>(what: fc.Arbitrary<Drawn>): fc.Arbitrary<Drawn> => fc.limitShrink(what, 100);
