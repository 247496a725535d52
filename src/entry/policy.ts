/** What a policy, a topology, a kind of traffic or a probe in a file of one's own imports: `xoff/policy`. xoff's own are made of the same. */
export * from "../base/math.ts";
export {
  checkValues,
  defaults,
  defineParams,
  ParamError,
  type ChoiceParam,
  type DerivedParam,
  type FlagParam,
  type Needs,
  type NumberParam,
  type OnWire,
  type Param,
  type ParamTable,
  type PolicyModule,
  type Values,
} from "../base/params.ts";
export { Stream, stream } from "../base/random.ts";
export * from "../base/units.ts";
export * from "../base/view.ts";
export type * from "../contracts/buffer.ts";
export type * from "../contracts/congestion.ts";
export type { DetectionPolicy, DetectionView } from "../contracts/detection.ts";
export * from "../contracts/headroom.ts";
export type { LinkPolicy, LinkView } from "../contracts/link.ts";
export * from "../contracts/probe.ts";
export * from "../contracts/recovery.ts";
export type * from "../contracts/routing.ts";
export type * from "../contracts/scheduling.ts";
export type * from "../contracts/topology.ts";
export type * from "../contracts/traffic.ts";
export { countOf, hostDelay, hostRate, trunkDelay, Wires } from "../topology/wires.ts";
export { contractChecks, type Check, type Contract } from "../suites/asked.ts";
export { SizeCdf } from "../traffic/cdf.ts";
export { cdfs, type CdfName } from "../traffic/cdfs/index.ts";
export * from "../traffic/kind.ts";
