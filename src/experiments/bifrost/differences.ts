/** Parameters in which figures of the paper differ, and the sentence that makes them. */
import type { Difference } from "../readings.ts";

export const differences: readonly Difference[] = [];
