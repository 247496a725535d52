/** What holds for all figures of a paper: what it leaves open, and in which parameters its figures differ and why. */
import { criteria as accCriteria } from "./acc/criteria.ts";
import { differences as accDiffers } from "./acc/differences.ts";
import { acc } from "./acc/readings.ts";
import { criteria as bifrostCriteria } from "./bifrost/criteria.ts";
import { differences as bifrostDiffers } from "./bifrost/differences.ts";
import { bifrost } from "./bifrost/readings.ts";
import { criteria as dshCriteria } from "./dsh/criteria.ts";
import { differences as dshDiffers } from "./dsh/differences.ts";
import { dsh } from "./dsh/readings.ts";
import { criteria as plbCriteria } from "./plb/criteria.ts";
import { differences as plbDiffers } from "./plb/differences.ts";
import { plb } from "./plb/readings.ts";
import type { ChangedCriterion, Difference, Presets, Readings } from "./experiment.ts";
import { criteria as spfcCriteria } from "./spfc/criteria.ts";
import { differences as spfcDiffers } from "./spfc/differences.ts";
import { presets as spfcPresets, spfc } from "./spfc/readings.ts";

/** A paper: what it leaves open, answers that belong together, and in which parameters its figures differ. */
export interface Paper {
  readonly readings: Readings;
  readonly presets?: Presets;
  readonly differences: readonly Difference[];
  /** Criteria of its claims that were changed after some had been judged; absent: none. */
  readonly criteria?: readonly ChangedCriterion[];
}

/** By the first part of the id of an experiment. */
export const papers: Readonly<Record<string, Paper>> = {
  spfc: { readings: spfc, presets: spfcPresets, differences: spfcDiffers, criteria: spfcCriteria },
  acc: { readings: acc, differences: accDiffers, criteria: accCriteria },
  plb: { readings: plb, differences: plbDiffers, criteria: plbCriteria },
  dsh: { readings: dsh, differences: dshDiffers, criteria: dshCriteria },
  bifrost: { readings: bifrost, differences: bifrostDiffers, criteria: bifrostCriteria },
};
