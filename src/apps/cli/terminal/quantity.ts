/** A number with a unit as the value of an option. */
import { InvalidArgumentError } from "commander";
import { parseQuantity, quantityFlaw } from "../../../run/lab/lab.ts";
import type { NumberUnit } from "../../../base/params.ts";

/** Text as such a quantity, from `min` to `max` in base units. */
export function quantity(unit: NumberUnit, min: number, max: number) {
  return (text: string): number => {
    const flaw = quantityFlaw(unit, min, max, text);
    if (flaw === undefined) return parseQuantity(unit, text);
    const [expected, hint] = flaw.split("\n");
    throw new InvalidArgumentError(`Expected ${expected}.${hint === undefined ? "" : ` ${hint}`}`);
  };
}
