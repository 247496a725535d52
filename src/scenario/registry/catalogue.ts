/**
 * The catalogue of everything that a scenario may name:
 * - policies by role
 * - topologies and kinds of traffic
 * - faults and probes
 * - flow-size distributions
 *
 * Lists, explanations, completion and menus read the catalogue. Descriptions come from the table in each module's file.
 */
import { didYouMean } from "../../base/params.ts";
import type { Role } from "../../policies/policies.ts";
import { builtIn } from "./tables.ts";
import { defaultPolicies } from "../defaults.ts";
import { roles } from "../roles.ts";
import type { Fields, PolicyRow, ProbeKind, Tables } from "../tables.ts";
import { SizeCdf, type CdfTable } from "../../policies/traffic/cdf.ts";
import { cdfs } from "../../policies/traffic/cdfs/index.ts";
import type { Bytes } from "../../base/units.ts";

/** The kind of a catalogue entry. */
export type Section = "policies" | "topologies" | "traffic" | "faults" | "probes" | "cdfs";

interface Named {
  readonly name: string;
  /** A few words that distinguish the entry from others. */
  readonly about: string;
}

/** A policy, and the table of its parameters. */
export interface PolicyEntry extends Named {
  readonly section: "policies";
  readonly role: Role;
  /** Whether the policy is the default of its role. */
  readonly isDefault: boolean;
  readonly fields: PolicyRow;
}

/** A topology, a kind of traffic or a fault, and the table of its parameters. */
export interface KindEntry extends Named {
  readonly section: "topologies" | "traffic" | "faults";
  readonly fields: Fields;
}

/** A probe, the table of its parameters, and the columns of what it records. */
export interface ProbeEntry extends Named {
  readonly section: "probes";
  readonly fields: ProbeKind;
}

/** A distribution of flow sizes, with its mean and its limits in bytes. */
export interface CdfEntry extends Named {
  readonly section: "cdfs";
  readonly table: CdfTable;
  readonly mean: Bytes;
  readonly smallest: Bytes;
  readonly largest: Bytes;
}

/** An entry of the catalogue: anything that a scenario may name. */
export type Entry = PolicyEntry | KindEntry | ProbeEntry | CdfEntry;

/** A group of alternatives, such as the policies of one role. */
export interface Group {
  readonly section: Section;
  /**
   * The name of the group. For policies, it is the name of their role. For other entries, it is the name of their section
   * in the scenario, such as "traffic".
   */
  readonly title: string;
  /**
   * The purpose of the group as a question, to which each entry is one answer. The question of link policies is "may
   * the upstream send now?"
   */
  readonly about: string;
  readonly entries: readonly Entry[];
}

/**
 * All groups: one for each policy role, then one for each other section of scenarios, in the order below. Within a
 * group, modules from files come last.
 */
export function catalogue({ policies, topologies, trafficKinds, faultKinds, probes }: Tables = builtIn): Group[] {
  const byRole = (Object.keys(roles) as Role[]).map((role): Group => {
    const modules: readonly [string, PolicyRow][] = Object.entries(policies[role]);
    const entries = modules.map(([name, fields]): PolicyEntry => {
      const isDefault = (defaultPolicies as Readonly<Record<string, string>>)[role] === name || fields.absent === true;
      return { section: "policies", role, name, about: fields.about, isDefault, fields };
    });
    return { section: "policies", title: role, about: roles[role], entries };
  });
  const kinds = (section: KindEntry["section"], about: string, some: Readonly<Record<string, Fields>>): Group => ({
    section,
    title: section,
    about,
    entries: Object.entries(some).map(([name, fields]) => ({ section, name, about: fields.about, fields })),
  });
  return [
    ...byRole,
    kinds("topologies", "which nodes are linked?", topologies),
    kinds("traffic", "which hosts send what, and when?", trafficKinds),
    kinds("faults", "what fails, and what monitors it?", faultKinds),
    {
      section: "probes",
      title: "probes",
      about: "what else is measured?",
      entries: Object.entries(probes).map(([name, fields]) => ({
        section: "probes",
        name,
        about: fields.about,
        fields,
      })),
    },
    {
      section: "cdfs",
      title: "cdfs",
      about: "which sizes do the flows of traffic poisson have?",
      entries: cdfEntries(),
    },
  ];
}

function cdfEntries(): CdfEntry[] {
  return Object.entries(cdfs).map(([name, table]) => {
    const cdf = new SizeCdf(table.points);
    const [smallest, largest] = [cdf.quantile(0), cdf.max()];
    return { section: "cdfs", name, about: table.title, table, mean: cdf.mean(), smallest, largest };
  });
}

/** By singular, such as "probe": the name of the catalogue's section. Module files use singulars too, as in `role = "probe"`. */
const SINGULAR: Readonly<Record<string, string>> = {
  ...{ policy: "policies", topology: "topologies", probe: "probes", fault: "faults", cdf: "cdfs" },
};

/** The groups that `name` denotes: a section, a role, or the groups of all entries with that name. Undefined if nothing has that name. */
export function lookUp(name: string, groups: readonly Group[] = catalogue()): Group[] | undefined {
  const plural = Object.hasOwn(SINGULAR, name) ? SINGULAR[name] : name;
  const whole = groups.filter(({ section, title }) => section === plural || title === name);
  if (whole.length > 0) return whole;
  const parts = groups
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => entry.name === name) }))
    .filter(({ entries }) => entries.length > 0);
  return parts.length > 0 ? parts : undefined;
}

/** A sentence that suggests the nearest known name, or undefined if none is near. */
export function meant(name: string, groups: readonly Group[] = catalogue()): string | undefined {
  const names = groups.flatMap(({ section, title, entries }) => [
    section,
    title,
    ...entries.map((entry) => entry.name),
  ]);
  return didYouMean(name, names);
}
