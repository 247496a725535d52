/**
 * What this stage must know of policies, topologies and traffic: the tables in their files, which `src/policies/policies.ts` lists.
 *
 * It receives them as an argument, so that it depends on none of them.
 */
import type { Fixed, Idle, Needs, ParamTable, Signal } from "../base/params.ts";
import type { Role } from "../policies/policies.ts";
import type { Befalls } from "../contracts/faults.ts";
import type { ProbeModule } from "../contracts/probe.ts";
import type { Wiring } from "../contracts/topology.ts";
import type { Ps } from "../base/units.ts";
import type { CheckView, HostFields, TrafficPlanner } from "../policies/traffic/kind.ts";

/** Fields that a scenario may give: names, hosts and parameters. A row of a list is no more than this. */
export interface Row {
  readonly about: string;
  readonly params: ParamTable;
  readonly texts?: Readonly<Record<string, { readonly about: string }>>;
  readonly hosts?: HostFields;
  /** Fields that name places of the network, one or a list. */
  readonly places?: Readonly<Record<string, { readonly about: string }>>;
  /** Fields that must be given, besides hosts without a default. */
  readonly required?: readonly string[];
}

export interface Fields extends Row {
  readonly lists?: Readonly<Record<string, Row>>;
  /** What a new scenario says of it, where defaults do not do: `hosts` are those of its topology, if that stands. */
  example?(hosts: readonly string[]): Readonly<Record<string, unknown>>;
}

export interface TopologyKind extends Fields {
  create(values: Readonly<Record<string, unknown>>): Wiring;
}

export interface TrafficKind extends Fields, TrafficPlanner {
  check(values: Readonly<Record<string, unknown>>, view: CheckView): void;
  /** What of it no seed draws; undefined: nothing. */
  fixed?(values: Readonly<Record<string, unknown>>): Fixed | undefined;
}

export interface FaultKind extends Row {
  readonly befalls: Befalls;
  readonly varies?: true;
  readonly loses?: string;
  readonly stops?: string;
  /** `lasts`: from its beginning to its end, ps; Infinity where it stays. */
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
  readonly idle?: Idle;
  check?(values: Readonly<Record<string, unknown>>): void;
  fixed?(values: Readonly<Record<string, unknown>>): Fixed | undefined;
  relays?(values: Readonly<Record<string, unknown>>): Ps;
}

/**
 * A policy, a topology, a kind of traffic or a probe from somebody's file: what a thread or another run needs to have the same. Its code is text that any
 * engine imports.
 */
export type ModuleFile = ModulePlace & {
  /** As scenarios call it. */
  readonly name: string;
  /** Its file, for messages. */
  readonly file: string;
  /** SHA-256 over the file and those that it imports. */
  readonly hash: string;
  /** To import. */
  readonly url: string;
  /** The file itself first: paths from its folder, texts, and names in stack traces. */
  readonly sources: readonly { readonly path: string; readonly text: string; readonly href: string }[];
};

/** What a module is for. */
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
  /** Those of them that come from files; absent: none does. */
  readonly modules?: readonly ModuleFile[];
}
