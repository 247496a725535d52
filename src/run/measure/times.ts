/** Times in results. */
import type { Ps } from "../../base/units.ts";

/** The time in nanoseconds. The division is exact to three decimals for any time of a run. */
export const inNs = (time: Ps): number => time / 1000;
