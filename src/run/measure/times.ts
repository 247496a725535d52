/** Times as results have them. */
import type { Ps } from "../../base/units.ts";

/** Nanoseconds; the division is exact to the last of three decimals for any time that a run can have. */
export const inNs = (time: Ps): number => time / 1000;
