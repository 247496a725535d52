/** Values that a parameter table admits, drawn at random: what a policy may be given by any scenario. */
import fc from "fast-check";
import type { Param, ParamTable, Values } from "../../base/params.ts";

type Value = number | string | boolean | undefined;

/** The default half of the time, and otherwise anything in range, both ends included. */
function anyValue(param: Param): fc.Arbitrary<Value> {
  if (param.unit === "flag") return fc.boolean();
  if (param.unit === "choice") return fc.constantFrom(...param.choices);
  const { unit, min, max } = param;
  const inRange = unit === "ratio" ? fc.double({ min, max, noNaN: true }) : fc.integer({ min, max });
  return fc.oneof(fc.constant("default" in param ? param.default : undefined), inRange, fc.constantFrom(min, max));
}

export function anyValues<T extends ParamTable>(table: T): fc.Arbitrary<Values<T>> {
  const columns: Record<string, fc.Arbitrary<Value>> = {};
  for (const [name, param] of Object.entries(table)) columns[name] = anyValue(param);
  return fc.record(columns) as unknown as fc.Arbitrary<Values<T>>;
}

/**
 * `what`, made shorter at most so often where it fails: each trial makes a network's queue and a policy anew, and without a bound a policy that fails
 * always is told of after half a minute.
 */
export const briefly = <Drawn>(what: fc.Arbitrary<Drawn>): fc.Arbitrary<Drawn> => fc.limitShrink(what, 100);
