/**
 * Types of the tables that describe policies, topologies and traffic. `src/policies/policies.ts` lists the tables.
 *
 * The scenario stage receives the tables as an argument, so that it depends on no policy.
 */
import type { Fixed, Idle, Needs, ParamTable, Signal, Steady, Surroundings, Unread } from "../base/params.ts";
import type { Role } from "../policies/policies.ts";
import type { Befalls } from "../contracts/faults.ts";
import type { ProbeModule } from "../contracts/probe.ts";
import type { Wiring } from "../contracts/topology.ts";
import type { Ps } from "../base/units.ts";
import type { CheckView, HostFields, TrafficPlanner } from "../policies/traffic/kind.ts";

/** Fields that a scenario may set: names, hosts and parameters. A row (an element of a list in the scenario) has only these fields. */
export interface Row {
  readonly about: string;
  readonly params: ParamTable;
  readonly texts?: Readonly<Record<string, { readonly about: string }>>;
  readonly hosts?: HostFields;
  /** Fields that name nodes, links or ports of the network. A value is a name, a pattern of names or a list of them. */
  readonly places?: Readonly<Record<string, { readonly about: string }>>;
  /** The required fields of `params` and `texts`. A field of `hosts` is not listed here: it is required if it has no default. */
  readonly required?: readonly string[];
}

export interface Fields extends Row {
  readonly lists?: Readonly<Record<string, Row>>;
  /** Example values for a new scenario, if the defaults do not suffice. `hosts` are the hosts of the scenario's topology. */
  example?(hosts: readonly string[]): Readonly<Record<string, unknown>>;
}

export interface TopologyKind extends Fields {
  create(values: Readonly<Record<string, unknown>>): Wiring;
}

export interface TrafficKind extends Fields, TrafficPlanner {
  /** True if all messages of a traffic entry have the class of this entry. */
  readonly oneClass?: boolean;
  /** True if a flow begins when an earlier flow has left the NIC. The plan of the traffic then has no start times. */
  readonly ownPace?: boolean;
  check(values: Readonly<Record<string, unknown>>, view: CheckView): void;
  /** The part of the traffic that no seed varies. Undefined: the seed varies all of it. */
  fixed?(values: Readonly<Record<string, unknown>>): Fixed | undefined;
}

export interface FaultKind extends Row {
  readonly befalls: Befalls;
  readonly varies?: true;
  readonly loses?: string;
  readonly stops?: string;
  readonly steady?: true;
  /** Checks the parameters of a fault. `lasts` is its duration in ps, or Infinity for a permanent fault. */
  check?(values: Readonly<Record<string, unknown>>, lasts: Ps): void;
}

export interface ProbeKind extends Fields, ProbeModule {
  check?(values: Readonly<Record<string, unknown>>): void;
}

export interface PolicyRow extends Row, Pick<Fields, "lists"> {
  readonly needs?: Needs;
  reads?(values: Readonly<Record<string, unknown>>): readonly Signal[];
  readonly uses?: readonly Signal[];
  readonly gives?: readonly Signal[];
  readonly absent?: boolean;
  readonly steady?: Steady;
  readonly idle?: Idle;
  readonly headerClass?: string | number;
  readonly isByClass?: true;
  check?(values: Readonly<Record<string, unknown>>): void;
  unread?(values: Readonly<Record<string, unknown>>, surroundings: Surroundings): Unread;
  fixed?(values: Readonly<Record<string, unknown>>): Fixed | undefined;
  relays?(values: Readonly<Record<string, unknown>>): Ps;
}

/**
 * A policy, topology, kind of traffic or probe from a user's file. It holds everything that another thread or run needs to load the same
 * module. The code is text that any JavaScript engine imports.
 */
export type ModuleFile = ModulePlace & {
  /** The name that scenarios use. */
  readonly name: string;
  /** The path of the file, for messages. */
  readonly file: string;
  /** SHA-256 over the file and all files that it imports. */
  readonly hash: string;
  /** URL from which the module is imported. */
  readonly url: string;
  /** The module's file first, then its imports. `path` is relative to the folder of the module's file. Stack traces show `href`. */
  readonly sources: readonly { readonly path: string; readonly text: string; readonly href: string }[];
};

/** The section of `Tables` to which a module belongs. A policy also has a role, such as "congestion". */
export type ModulePlace =
  | { readonly section: "policies"; readonly role: Role }
  | { readonly section: "topologies"; readonly role?: undefined }
  | { readonly section: "traffic"; readonly role?: undefined }
  | { readonly section: "probes"; readonly role?: undefined };

export interface Tables {
  readonly policies: Readonly<Record<Role, Readonly<Record<string, PolicyRow>>>>;
  readonly topologies: Readonly<Record<string, TopologyKind>>;
  readonly trafficKinds: Readonly<Record<string, TrafficKind>>;
  readonly faultKinds: Readonly<Record<string, FaultKind>>;
  readonly probes: Readonly<Record<string, ProbeKind>>;
  /** The modules from files in these tables. Absent: the tables hold built-in modules only. */
  readonly modules?: readonly ModuleFile[];
}
