/**
 * `xoff/policy`: the imports of a user file with a policy, a topology, a kind of traffic or a probe. xoff's own
 * policies use the same definitions.
 */

// Mathematics.
export * from "../base/math.ts";

// Parameters.
export {
  checkValues,
  defaults,
  defineParams,
  ParamError,
  SIGNALS,
  type ChoiceParam,
  type DerivedParam,
  type FlagParam,
  type Idle,
  type Needs,
  type NumberParam,
  type OnWire,
  type Param,
  type ParamTable,
  type Fixed,
  type PolicyModule,
  type Signal,
  type Surroundings,
  type Unread,
  type Values,
} from "../base/params.ts";

// Sets of packet numbers.
export { PacketSets } from "../base/packet-sets.ts";

// Random streams.
export { Stream, stream } from "../base/random.ts";

// Units.
export * from "../base/units.ts";

// Types that the views of several roles share.
export * from "../base/view.ts";

// Buffer.
export type * from "../contracts/buffer.ts";

// Congestion.
export type * from "../contracts/congestion.ts";

// Detection.
export type { DetectionPolicy, DetectionView } from "../contracts/detection.ts";

// Headroom.
export * from "../contracts/headroom.ts";

// Link.
export type { LinkPolicy, LinkView } from "../contracts/link.ts";

// Probe.
export * from "../contracts/probe.ts";

// Recovery.
export * from "../contracts/recovery.ts";

// Routing.
export type * from "../contracts/routing.ts";

// Scheduling.
export type * from "../contracts/scheduling.ts";

// Transport.
export type * from "../contracts/transport.ts";

// Topology.
export type * from "../contracts/topology.ts";

// Traffic.
export type * from "../contracts/traffic.ts";

// Helpers of topologies.
export { countOf, hostDelay, hostRate, trunkDelay, Wires } from "../policies/topology/wires.ts";

// Contract suites.
export { contractChecks, type Check, type Contract } from "../batch/suites/asked.ts";

// Helpers of traffic.
export { SizeCdf } from "../policies/traffic/cdf.ts";
export { cdfs, type CdfName } from "../policies/traffic/cdfs/index.ts";
export * from "../policies/traffic/kind.ts";
