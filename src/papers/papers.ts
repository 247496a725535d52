/** The papers, and the questions that each leaves open for all of its figures. */
import { acc } from "./acc/readings.ts";
import { bifrost } from "./bifrost/readings.ts";
import { dsh } from "./dsh/readings.ts";
import { plb } from "./plb/readings.ts";
import type { Presets, Readings } from "./experiment.ts";
import { presets as spfcPresets, spfc } from "./spfc/readings.ts";

/** A paper. docs/results/notes/ has the parameters that differ among its figures, and the criteria that were changed. */
export interface Paper {
  readonly readings: Readings;
  /** Sets of answers to the paper's open questions. The answers in one set belong together, such as those of one simulator. */
  readonly presets?: Presets;
}

/** The five papers. The key is the first part of the id of a figure. */
export const papers: Readonly<Record<string, Paper>> = {
  spfc: { readings: spfc, presets: spfcPresets },
  acc: { readings: acc },
  plb: { readings: plb },
  dsh: { readings: dsh },
  bifrost: { readings: bifrost },
};
