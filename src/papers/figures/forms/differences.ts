/** A table of the parameters that differ between figures of one paper. */
import type { Difference } from "../readings.ts";

/** Parameters, the figures in which they differ from the paper's other figures, and the sentence of the paper that requires it. */
export type DifferenceRow = readonly [parameters: readonly string[], figures: readonly string[], because: string];

/** One difference for each parameter. `paper` is the folder of the figures. */
export const differencesOf = (paper: string, rows: readonly DifferenceRow[]): Difference[] =>
  rows.flatMap(([parameters, names, because]) => {
    const figures = names.map((name) => `${paper}/${name}`);
    return parameters.map((parameter) => ({ parameter, figures, because }));
  });
