/** A checked scenario: every name is known, every number is in base units and in range, every default is filled in. */
import type { Role } from "../policies/policies.ts";
import type { GivenPath } from "../contracts/routing.ts";
import type { Wiring } from "../contracts/topology.ts";
import type { TrafficEntry } from "../policies/traffic/plan.ts";
import type { Bytes, Ps } from "../base/units.ts";
import type { IdealName } from "../base/ideals.ts";
import type { ModuleFile } from "./tables.ts";
import type { Place } from "./error.ts";

/**
 * A policy by name. `values` has its parameters, and also its lists of rows if the policy has such lists. A parameter
 * is undefined if the policy derives its value itself.
 */
export interface ChosenPolicy {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** One policy for each role. Only the role `detection` may have several policies. */
export type ChosenPolicies = Readonly<Record<Exclude<Role, "detection" | "transport">, ChosenPolicy>> & {
  readonly detection: readonly ChosenPolicy[];
  /** The transport policy, which replaces congestion control and recovery. Absent: congestion control and recovery apply. */
  readonly transport?: ChosenPolicy;
};

/** A checked scenario. Times are in ps, sizes in bytes, rates in bit/s. */
export interface Scenario {
  /** The file's name without its folder and extension. */
  readonly name: string;
  readonly about: string;
  readonly seed: number;
  /**
   * The problem that this idealised run lacks, such as PAUSEs (base/ideals.ts). Idealisation replaces some settings, for example policies
   * and the switch memory. The fields below already have the replaced values. Absent: the run is not idealised.
   */
  readonly ideal?: IdealName;
  /** The run skips time while the network repeats itself. Absent: it simulates every packet. */
  readonly fastForward?: true;
  /** The time at which the run ends at the latest. */
  readonly until: Ps;
  /**
   * True if the run ends when all finite flows in `count`, a span of start times, are complete. Absent: the run ends at
   * `until`.
   */
  readonly untilDone?: true;
  /** Flows that begin within this span enter the completion-time statistics. Absent: all flows do. */
  readonly count?: Span;

  /** The kind of topology and its parameters. */
  readonly topology: { readonly kind: string; readonly values: Readonly<Record<string, unknown>> };
  /** The wired topology, with slower and failed links applied. Hosts have the lowest node numbers. */
  readonly wiring: Wiring;

  /** Memory of a switch, including its headroom. */
  readonly memory: Bytes;
  /** Private memory of each (port, class) in bytes. */
  readonly private: Bytes;
  readonly payload: Bytes;
  /** Frame sizes on the wire: real sizes, or those of HPCC's simulator or of htsim. */
  readonly sizes: "exact" | "hpcc" | "htsim";
  /** Rounds times on the wire to whole nanoseconds, as ns-3 does. Absent: times have picosecond precision. */
  readonly times?: "ns3";
  /**
   * Draws random numbers as ConWeave's simulator does. Absent: xoff uses its own streams. Scenario files call this field `rng`.
   * `draws` is its former name, kept here so that the hash of a scenario stays the same.
   */
  readonly draws?: "ns3";
  /** Models NICs and flow starts as ConWeave's simulator does. Absent: xoff uses its own model. */
  readonly nic?: "conweave";
  /** The UDP ports of flows are numbered per host. Absent: they are numbered per pair of hosts. */
  readonly ports?: "host";
  readonly lossless: readonly number[];
  readonly controlClass: number;
  /** ACKs, NACKs and CNPs travel in the class of their flow's data. Absent: they travel in the control class. */
  readonly acks?: "data";
  readonly defaultClass: number;
  /** Classes by DSCP. Absent: the scenario lists no mapping. */
  readonly dscp?: ReadonlyMap<number, number>;
  /** Window of a flow: bytes, or the bandwidth-delay product of its path. 0: flows have no window. */
  readonly window: Bytes | "bdp";
  readonly scaleWindow: boolean;
  /** Whether a packet drop in a lossless class ends the run or is only counted. */
  readonly onDrop: "stop" | "count";
  /** Whether a deadlock ends the run, or the rest of the network continues. */
  readonly onDeadlock: "stop" | "go-on";

  readonly traffic: readonly TrafficEntry[];
  readonly policies: ChosenPolicies;
  /** Links with settings of their own. Absent: all links have the same settings. */
  readonly links?: readonly LinkRule[];
  /** Paths set for some flows, which override the routing policy. Absent: the routing policy decides for all flows. */
  readonly paths?: readonly GivenPath[];
  /** The faults of the run. Absent: the run has no faults. */
  readonly faults?: readonly PlannedFault[];
  readonly measure: Measure;
  /** Modules from files that the scenario uses. Absent: it uses built-in modules only. */
  readonly modules?: readonly ModuleFile[];
  /** Warnings about files that the scenario names, such as ignored lines. They do not change the run. */
  readonly warnings?: readonly string[];
  /** Settings of the scenario that have no effect. Absent: every setting has an effect. */
  readonly unused?: readonly Unused[];
}

/** A setting of a scenario that has no effect. */
export interface Unused {
  /** Path of the setting, such as "policies.detection.kmin". */
  readonly path: string;
  readonly place: Place;
  /** The text of the warning, such as "detection.kmin has no effect: no policy uses ECN marks." */
  readonly message: string;
  /** True if the value is set by `--set` or `--vary`. False if it is from the scenario's file. */
  readonly isSet: boolean;
}

/** A span of time. It includes `from` and excludes `to`, which may be Infinity. */
export interface Span {
  readonly from: Ps;
  readonly to: Ps;
}

/**
 * A link policy or memory that applies to the ports of some links only. It applies to both ends of a link. If
 * the policy inserts relays into the link, it applies to all ports of the relays instead.
 */
export interface LinkRule {
  readonly ports: readonly LinkEnd[];
  /** The link policy of `ports`. Undefined: the scenario's link policy applies. */
  readonly policy: ChosenPolicy | undefined;
  /** Memory of each switch port in `ports`. Undefined: the port shares the memory of its switch. */
  readonly memory: Bytes | undefined;
}

/** A fault whose targets are resolved. */
export interface PlannedFault {
  readonly kind: string;
  /** The names of the fault's targets in the scenario: links such as leaf0-spine1, hosts, switches or ports. */
  readonly target: readonly string[];
  readonly at: Ps;
  /** End of the fault. Infinity: the fault is permanent. */
  readonly until: Ps;
  /** The affected ports, as defined in `contracts/faults.ts`. */
  readonly ports: readonly LinkEnd[];
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Measure {
  /** Record a row for each PAUSE with its cause. False: PAUSEs are only counted. */
  readonly pauses: boolean;
  /** Record a row for each interval in which a port used its headroom. */
  readonly headroom: boolean;
  /** Interval between two samples of the time series below. */
  readonly every: Ps;
  /** The switch ports whose queues are sampled. */
  readonly queues: readonly LinkEnd[];
  /** The ports whose rate is sampled. */
  readonly rates: readonly LinkEnd[];
  /** Numbers of the flows whose goodput is sampled. */
  readonly goodputs: readonly number[] | "all";
  /** Numbers of the flows whose bytes in flight are sampled. */
  readonly inFlight: readonly number[] | "all";
  /** Probes by name. Absent: the scenario has no probes. */
  readonly probes?: readonly ChosenPolicy[];
}

/** A port, as its node and its link. Both are indices into the wiring. */
export interface LinkEnd {
  readonly node: number;
  readonly link: number;
}
