/** A scenario that was checked: every name known, every number in base units and in its range, every default filled in. */
import type { Role } from "../policies/policies.ts";
import type { GivenPath } from "../contracts/routing.ts";
import type { Wiring } from "../contracts/topology.ts";
import type { TrafficEntry } from "../policies/traffic/plan.ts";
import type { Bytes, Ps } from "../base/units.ts";
import type { IdealName } from "../base/ideals.ts";
import type { ModuleFile } from "./tables.ts";
import type { Place } from "./error.ts";

/** A policy by name, with a value for each of its parameters, undefined where the policy works it out, and the rows of its lists. */
export interface ChosenPolicy {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** One policy a role; of detection there may be several. */
export type ChosenPolicies = Readonly<Record<Exclude<Role, "detection" | "transport">, ChosenPolicy>> & {
  readonly detection: readonly ChosenPolicy[];
  /** It replaces congestion and recovery, which then have no effect; absent: there is none. */
  readonly transport?: ChosenPolicy;
};

/** A scenario that was checked. Times are ps, sizes bytes, rates bit/s. */
export interface Scenario {
  /** The file's name without folder and ending. */
  readonly name: string;
  readonly about: string;
  readonly seed: number;
  /** The problem that the run does without, its policies and memory already replaced; absent: none. */
  readonly ideal?: IdealName;
  /** When the run ends at the latest. */
  readonly until: Ps;
  /** It ends as soon as all flows that count are done, whatever else is under way; absent: it does not wait for some alone. */
  readonly untilDone?: true;
  /** Flows that begin at or after the first and before the second count in completion times; absent: all do. */
  readonly count?: Span;

  /** The kind of topology, and what it was made from. */
  readonly topology: { readonly kind: string; readonly values: Readonly<Record<string, unknown>> };
  /** What came of it, slower and failed links included. Hosts have the lowest node numbers. */
  readonly wiring: Wiring;

  /** All memory of a switch, headroom included. */
  readonly memory: Bytes;
  /** Bytes of its own that each (port, class) has. */
  readonly private: Bytes;
  readonly payload: Bytes;
  /** Frame sizes on the wire: real ones, or those of HPCC's simulator. */
  readonly sizes: "exact" | "hpcc";
  /** Times on the wire as ns-3 has them, whole nanoseconds; absent: to the picosecond. */
  readonly times?: "ns3";
  /** Random numbers as ConWeave's simulator draws them; absent: own streams. Scenarios call it `rng`; their hash covers this name. */
  readonly draws?: "ns3";
  /** NICs and the start of flows as ConWeave's simulator has them; absent: our own. */
  readonly nic?: "conweave";
  /** Ports of flows count by host; absent: by pair of hosts. */
  readonly ports?: "host";
  readonly lossless: readonly number[];
  readonly controlClass: number;
  /** ACKs, NACKs and CNPs travel in the class of their flow's data; absent: in the control class. */
  readonly acks?: "data";
  readonly defaultClass: number;
  /** Classes by DSCP; absent: nothing is listed. */
  readonly dscp?: ReadonlyMap<number, number>;
  /** Of a flow, in bytes, or the bandwidth-delay product of its path; 0: none. */
  readonly window: Bytes | "bdp";
  readonly scaleWindow: boolean;
  /** What a drop in a lossless class does: it ends the run, or is counted. */
  readonly onDrop: "stop" | "count";
  /** What a deadlock does: it ends the run, or the rest of the network goes on. */
  readonly onDeadlock: "stop" | "go-on";

  readonly traffic: readonly TrafficEntry[];
  readonly policies: ChosenPolicies;
  /** Links that differ from the rest; absent where none does. */
  readonly links?: readonly LinkRule[];
  /** Paths of some flows, whatever the routing policy; absent: none is given. */
  readonly paths?: readonly GivenPath[];
  /** What goes wrong; absent: nothing. */
  readonly faults?: readonly PlannedFault[];
  readonly measure: Measure;
  /** What it uses from files; absent: nothing. */
  readonly modules?: readonly ModuleFile[];
  /** Sentences about files that it names, such as lines that are not read; they change nothing. */
  readonly warnings?: readonly string[];
  /** What it says without effect; absent: nothing. */
  readonly unused?: readonly Unused[];
}

/** A line of a scenario without effect. */
export interface Unused {
  /** Where it stands in the scenario: "policies.detection.kmin". */
  readonly path: string;
  readonly place: Place;
  /** "detection.kmin has no effect: no policy uses ECN marks." */
  readonly message: string;
  /** Set by `--set` or `--vary`, not by the file. */
  readonly isSet: boolean;
}

/** From a time on, and before another, which may be Infinity. */
export interface Span {
  readonly from: Ps;
  readonly to: Ps;
}

/** Ports, both ends of some links, with a link policy or memory of their own. */
export interface LinkRule {
  readonly ports: readonly LinkEnd[];
  /** Undefined: that of the rest. */
  readonly policy: ChosenPolicy | undefined;
  /** Of each of the ports that belong to a switch; undefined: they share their switch's. */
  readonly memory: Bytes | undefined;
}

/** A fault, what it befalls looked up. */
export interface PlannedFault {
  readonly kind: string;
  /** As the scenario names it. */
  readonly target: readonly string[];
  readonly at: Ps;
  /** Infinity: it stays. */
  readonly until: Ps;
  /** As in `contracts/faults.ts`. */
  readonly ports: readonly LinkEnd[];
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Measure {
  /** A row for each PAUSE, with its cause; else they are counted. */
  readonly pauses: boolean;
  /** A row for each time that a port's headroom was in use. */
  readonly headroom: boolean;
  /** Time between two samples of the series below. */
  readonly every: Ps;
  /** Ports of switches whose queues are sampled, and ports whose rate is. */
  readonly queues: readonly LinkEnd[];
  readonly rates: readonly LinkEnd[];
  /** Flows, by number, whose goodput is sampled. */
  readonly goodputs: readonly number[] | "all";
  /** Flows, by number, whose bytes in flight are looked for. */
  readonly inFlight: readonly number[] | "all";
  /** Probes by name; absent: there are none. */
  readonly probes?: readonly ChosenPolicy[];
}

/** The port of a node on a link, by their numbers in the wiring. */
export interface LinkEnd {
  readonly node: number;
  readonly link: number;
}
