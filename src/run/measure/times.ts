/** Times in results. */
import type { Ps } from "../../base/units.ts";

/** Converts ps to ns. For any time of a run the result is exact to three decimals. */
export const inNs = (time: Ps): number => time / 1000;
