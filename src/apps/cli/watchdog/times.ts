/** Parses the times of `xoff watchdog`. Their limits are those of a scenario's pfc-watchdog. */
import { InvalidArgumentError } from "commander";
import { spell } from "../../../base/param-text.ts";
import type { Ps } from "../../../base/units.ts";
import { faultKinds } from "../../../policies/policies.ts";
import { parseTime, QuantityError } from "../../../scenario/quantity.ts";

const { params } = faultKinds["pfc-watchdog"];

/** A parser for one of the watchdog's times. */
export const timeGiven =
  (name: "detection" | "restoration" | "poll") =>
  (text: string): Ps => {
    const { min, max } = params[name];
    try {
      const time = parseTime(text);
      if (time >= min && time <= max) return time;
    } catch (error) {
      if (!(error instanceof QuantityError)) throw error;
    }
    throw new InvalidArgumentError(`Expected a time from ${spell(min, "ps")} to ${spell(max, "ps")}, such as 200ms.`);
  };

/** The detection times of a list separated by commas, each once, in ascending order. */
export const timesGiven = (text: string): Ps[] =>
  [...new Set(text.split(",").map((one) => timeGiven("detection")(one.trim())))].sort((a, b) => a - b);
