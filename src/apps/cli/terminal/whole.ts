/** Parses an option whose value is a whole number. */
import { InvalidArgumentError } from "commander";

/** A parser for a whole number from `min` to `max`. */
export function whole(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };
}
