/** Where the parameters of two figures of PLB's paper differ, and its words for it: nowhere. */
import type { Difference } from "../experiment.ts";

export const differences: readonly Difference[] = [];
