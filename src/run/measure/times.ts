/** Times in results. */
import type { Ps } from "../../base/units.ts";

/** Converts ps to ns. For any time of a run, the result is accurate to three decimals, so no picosecond is lost. */
export const inNs = (time: Ps): number => time / 1000;
