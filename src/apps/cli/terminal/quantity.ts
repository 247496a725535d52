/** Parses an option whose value is a number with a unit. */
import { InvalidArgumentError } from "commander";
import type { NumberUnit } from "../../../base/params.ts";
import { quantityFlaw } from "../../../scenario/quantity-flaw.ts";
import { parseQuantity } from "../../../scenario/quantity.ts";

/** A parser for a quantity between `min` and `max`, both in base units. */
export function quantity(unit: NumberUnit, min: number, max: number) {
  return (text: string): number => {
    const flaw = quantityFlaw(unit, min, max, text);
    if (flaw === undefined) return parseQuantity(unit, text);
    const [expected, hint] = flaw.split("\n");
    throw new InvalidArgumentError(`Expected ${expected}.${hint === undefined ? "" : ` ${hint}`}`);
  };
}
