/**
 * `xoff/experiment`: scenarios, rows, plots and claims of a figure.
 *
 * xoff's own figures import only this module. So a user figure has the same tools as xoff's own figures.
 *
 * Times are in picoseconds, sizes in bytes and rates in bit/s, unless a name says otherwise.
 */

// Types and functions that define a figure.
export {
  defineExperiment,
  SCALES,
  type About,
  type Claim,
  type Conclusion,
  type Done,
  type Experiment,
  type ExperimentDefinition,
  type Key,
  type Line,
  type Mark,
  type NumberTable,
  type PerScale,
  type Plot,
  type Point,
  type Scale,
  type Settled,
  type Trial,
  type Underdetermined,
  type Verdict,
} from "./figures/contract.ts";
export type { ChangedCriterion } from "./figures/criteria.ts";
export {
  defineReadings,
  type Chosen,
  type Difference,
  type Presets,
  type Reading,
  type Readings,
} from "./figures/readings.ts";

// Forms of figures. A form supplies the common parts, so the file of a figure has only its runs, its plots and its
// claims.
export * from "./figures/forms/figure.ts";
export * from "./figures/forms/keys.ts";
export * from "./figures/forms/judged.ts";
export * from "./figures/forms/runs.ts";
export * from "./figures/forms/plots.ts";
export * from "./figures/forms/samples.ts";
export * from "./figures/forms/series.ts";
export * from "./figures/forms/deadlocks.ts";
export * from "./figures/forms/against-ideal.ts";

// Measurements over seeds.
export {
  combine,
  estimateOf,
  markOf,
  meanOf,
  pointAt,
  pointOf,
  pointsOf,
  quotient,
  sample,
  valuesOf,
  type Sample,
} from "./figures/samples.ts";
export { stepsOf } from "./figures/steps.ts";
export {
  completionTimes,
  countedFlows,
  timesOf,
  type CompletionTimes,
  type SeenBy,
} from "../run/measure/completion.ts";
export type { Results, Scenario } from "../run/lab/lab.ts";

// Claims and their verdicts.
export { firstSeed, formula, leftOpen, mean, met, order, ratio, type Said } from "./figures/claims.ts";
export { against, BEST_PATHS, FAIR_RATES, LESS, NO_PAUSES, toBeHad, type ToBeHad, under } from "./figures/ideals.ts";
export { besideSimulator } from "./figures/second-simulator.ts";
export {
  allOf,
  atLeast,
  atMost,
  below,
  changes,
  COMPARABLE,
  equals,
  inEveryRun,
  isMet,
  near,
  onAPar,
  percentChange,
  rarer,
  rarerBy,
  shareNear,
  upTo,
  whereDone,
  withInterval,
  type CountedFlows,
  type Judged,
  type Share,
  type Show,
} from "./figures/verdicts.ts";

// Comparisons of many schemes: the best ones, and whether the savings of two schemes add up.
export {
  bestOf,
  gain,
  gainText,
  geometricMean,
  together,
  type AddsUp,
  type Best,
  type Gain,
  type Together,
} from "./figures/ranking.ts";

// For the scenarios and texts of figures: theory, flow sizes, number formats and units.
export * as theory from "../theory/index.ts";
export { SizeCdf } from "../policies/traffic/cdf.ts";
export { cdfs, type CdfName } from "../policies/traffic/cdfs/index.ts";
export { formatCount } from "../base/format.ts";
export { gbps, MiB, us } from "../base/units.ts";
