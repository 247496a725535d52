/** Parameters that differ between figures of PLB's paper: none. */
import type { Difference } from "../experiment.ts";

export const differences: readonly Difference[] = [];
