/** Times in results. */
import type { Ps } from "../../base/units.ts";

/** Converts ps to ns. The result has exactly three decimals for any time of a run. */
export const inNs = (time: Ps): number => time / 1000;
