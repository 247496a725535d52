/**
 * `xoff/node`: the parts of the library that need files and threads of Node. They read scenarios from files, write
 * folders of results, compare runs and reproduce figures of papers. `xoff` has all other parts.
 */

// Functions that read scenario files and write folders of runs.
export { readScenarioFile, writeRun, type ScenarioFile } from "../batch/store/library.ts";
export { FolderError, readRun, type RunSource, type StoredRun } from "../batch/store/run-folder.ts";

// Many runs.
export {
  compare,
  reproduce,
  type CompareOptions,
  type Reproduced,
  type ReproduceOptions,
  type SweepOptions,
  type SweepProgress,
} from "../batch/sweep/library.ts";
export { readComparison } from "../batch/sweep/compare-folder.ts";
export type {
  ComparedRow,
  Comparison,
  Difference,
  DifferenceVerdict,
  FixedPart,
  NoStatement,
  SeedsRow,
  ToBest,
} from "../batch/sweep/comparison.ts";
