/**
 * `xoff`: the parts of the library that run in Node and in a browser. They read and check a scenario, run it, and evaluate its results.
 *
 * Times are picoseconds, sizes bytes, rates bit/s. A name with another unit ends with it (`fct_ns`, `size_bytes`).
 */

// Scenarios.
export {
  check,
  packetEvents,
  readScenario,
  runSync,
  whyFlow,
  whyOrigins,
  whyPaused,
  wiringOf,
  type ReadOptions,
  type ScenarioText,
} from "../run/lab/scenario-input.ts";
export { samplingOfFlow, samplingSettings } from "../run/lab/sampling.ts";
export { fixedPartsOf } from "../run/lab/scenario-tables.ts";
export { ownModules, ownTables, type OwnModule, type OwnModules } from "../run/lab/own-modules.ts";
export { scenarioJsonSchema, scenarioTemplate, type TemplateChoice } from "../run/lab/authoring.ts";
export {
  InvariantError,
  ParamError,
  partText,
  QuantityError,
  ScenarioError,
  scenarioHash,
  transportWaitText,
  VERSION,
  type Examined,
  type Scenario,
  type Unused,
} from "../run/lab/lab.ts";
export type { Wiring, WiredLink } from "../contracts/topology.ts";
export {
  catalogue,
  type CdfEntry,
  type Entry,
  type Group,
  type KindEntry,
  type PolicyEntry,
  type ProbeEntry,
  type Section,
} from "../scenario/registry/catalogue.ts";

// Runs.
export {
  run,
  type PortStates,
  type RunOptions,
  type RunProgress,
  type RunResults,
  type ThreadsUsed,
} from "../run/threads/run.ts";
export { runHere, type RunHereOptions } from "../run/threads/run-here.ts";
export type { Threads } from "../run/threads/threads.ts";

// Results.
export {
  chainOf,
  columnsOf,
  commonFigures,
  completionTimes,
  congestionTree,
  distribution,
  flowSet,
  flowTimes,
  probeSeries,
  tableShapes,
  type Cells,
  type CellsOf,
  type Column,
  type CommonFigures,
  type CompletionTimes,
  type Counted,
  type Distribution,
  type FixedPart,
  type FlowTimes,
  type Branch,
  type CongestionTree,
  type Link,
  type OriginRow,
  type PacketEvents,
  type PartName,
  type ProbeLine,
  type ProbeSeries,
  type ProbeTable,
  type Results,
  type Summary,
  type Table,
  type TableName,
  type Tables,
  type TreePauses,
  type Why,
  type WhyFlow,
} from "../run/lab/lab.ts";

export { portNames } from "../base/port-names.ts";

// Quantities.
export {
  parseCount,
  parseDelay,
  parseQuantity,
  parseRate,
  parseRatio,
  parseSize,
  parseTime,
} from "../scenario/quantity.ts";
export { formatBytes, formatRate, formatTime } from "../base/format.ts";
export { gbps, KiB, MiB, ms, ns, us, type Bps, type Bytes, type Ps } from "../base/units.ts";

// Theory.
export * as theory from "../theory/index.ts";

// Figures of papers.
export { experiments } from "../papers/index.ts";
export { papers, type Paper } from "../papers/papers.ts";
export {
  SCALES,
  type Claim,
  type Conclusion,
  type Done,
  type Experiment,
  type Key,
  type Line,
  type Mark,
  type Plot,
  type Point,
  type Scale,
  type Trial,
  type Verdict,
} from "../papers/figures/contract.ts";
export type { Changed, Reading, Readings } from "../papers/figures/readings.ts";
