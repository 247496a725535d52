/** What holds for all figures of a paper: what it leaves open, and in which parameters its figures differ and why. */
import { differences as accDiffers } from "./acc/differences.ts";
import { acc } from "./acc/readings.ts";
import { differences as bifrostDiffers } from "./bifrost/differences.ts";
import { bifrost } from "./bifrost/readings.ts";
import { differences as dshDiffers } from "./dsh/differences.ts";
import { dsh } from "./dsh/readings.ts";
import { differences as plbDiffers } from "./plb/differences.ts";
import { plb } from "./plb/readings.ts";
import type { Difference, Presets, Readings } from "./experiment.ts";
import { differences as spfcDiffers } from "./spfc/differences.ts";
import { presets as spfcPresets, spfc } from "./spfc/readings.ts";

/** A paper: what it leaves open, answers that belong together, and in which parameters its figures differ. */
export interface Paper {
  readonly readings: Readings;
  readonly presets?: Presets;
  readonly differences: readonly Difference[];
}

/** By the first part of the id of an experiment. */
export const papers: Readonly<Record<string, Paper>> = {
  spfc: { readings: spfc, presets: spfcPresets, differences: spfcDiffers },
  acc: { readings: acc, differences: accDiffers },
  plb: { readings: plb, differences: plbDiffers },
  dsh: { readings: dsh, differences: dshDiffers },
  bifrost: { readings: bifrost, differences: bifrostDiffers },
};
