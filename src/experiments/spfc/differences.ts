/** The parameters in which figures of SPFC's paper differ, each with its sentence. */
import type { Difference } from "../readings.ts";

export const differences: readonly Difference[] = [];
