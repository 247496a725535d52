/** Parses the times of `xoff watchdog`. */
import { InvalidArgumentError } from "commander";
import { parseTime, QuantityError } from "../../../run/lab/lab.ts";
import type { Ps } from "../../../base/units.ts";

/** Limits of a scenario's pfc-watchdog. */
const LEAST: Ps = 1e6;
const MOST: Ps = 5e12;

export function timeGiven(text: string): Ps {
  try {
    const time = parseTime(text);
    if (time >= LEAST && time <= MOST) return time;
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error;
  }
  throw new InvalidArgumentError("Expected a time from 1us to 5s, such as 200ms.");
}

/** Different times in ascending order. */
export const timesGiven = (text: string): Ps[] =>
  [...new Set(text.split(",").map((one) => timeGiven(one.trim())))].sort((a, b) => a - b);
