/**
 * Modules from files that a scenario names: where a policy, a topology, a kind of traffic or a probe is called by the path of a file, and under `use`.
 */
import type { Role } from "../policies/policies.ts";
import type { Path } from "./path.ts";
import type { Scenario } from "./scenario.ts";
import type { ModuleFile, ModulePlace, Tables } from "./tables.ts";

/** A file that a scenario names, or a folder of such. */
export interface NamedModule {
  readonly name: string;
  /** Where it is named. */
  readonly at: Path;
  /** What it is for; undefined: it says so itself. */
  readonly place: ModulePlace | undefined;
}

/** Is it the path of a file, and no name? */
export const isModulePath = (name: string): boolean =>
  /^\.{1,2}[/\\]|^\/|^[A-Za-z]:[/\\]/.test(name) || /\.(ts|mts|js|mjs)$/.test(name);

/** Of a scenario's plain values, before anything is checked. `isModule`: does that name stand for a module, and not for a built-in? */
export function modulesNamed(value: unknown, isModule: (name: string) => boolean = isModulePath): NamedModule[] {
  const scenario = fields(value);
  const found: NamedModule[] = [];
  const look = (name: unknown, at: Path, place: ModulePlace | undefined): void => {
    if (typeof name !== "string" || (place !== undefined && !isModule(name))) return;
    found.push({ name, at, place });
  };
  /** By its name alone, or in a map with parameters. */
  const named = (value: unknown, at: Path, place: ModulePlace): void => {
    if (typeof value === "string") look(value, at, place);
    else look(fields(value)["name"], [...at, "name"], place);
  };
  const policy = (value: unknown, at: Path, role: Role): void => {
    named(value, at, { section: "policies", role });
  };
  each(scenario["use"], (one, k) => {
    look(one, k === undefined ? ["use"] : ["use", k], undefined);
  });
  for (const [role, value] of Object.entries(fields(scenario["policies"])))
    each(value, (one, k) => {
      policy(one, ["policies", role, ...(k === undefined ? [] : [k])], role as Role);
    });
  each(scenario["links"], (entry, k = 0) => {
    policy(fields(entry)["policy"], ["links", k, "policy"], "link");
  });
  look(fields(scenario["topology"])["kind"], ["topology", "kind"], { section: "topologies" });
  each(scenario["traffic"], (entry, k = 0) => {
    look(fields(entry)["kind"], ["traffic", k, "kind"], { section: "traffic" });
  });
  each(fields(scenario["measure"])["probes"], (one, k) => {
    named(one, ["measure", "probes", ...(k === undefined ? [] : [k])], { section: "probes" });
  });
  return found;
}

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** `look` at each entry of a list, or at what is there alone. */
function each(value: unknown, look: (one: unknown, k: number | undefined) => void): void {
  if (Array.isArray(value)) (value as unknown[]).forEach(look);
  else if (value !== undefined) look(value, undefined);
}

/** Of the tables' modules those that the scenario uses, in the order of places. */
export function modulesUsed(
  {
    policies,
    links = [],
    topology,
    traffic,
    measure,
  }: Pick<Scenario, "policies" | "links" | "topology" | "traffic" | "measure">,
  { modules = [] }: Tables,
): ModuleFile[] {
  const uses = ({ section, role, name }: ModuleFile): boolean => {
    if (section === "topologies") return topology.kind === name;
    if (section === "traffic") return traffic.some(({ kind }) => kind === name);
    if (section === "probes") return measure.probes?.some((probe) => probe.name === name) === true;
    const chosen = [policies[role], ...(role === "link" ? links.map(({ policy }) => policy) : [])].flat();
    return chosen.some((policy) => policy?.name === name);
  };
  return modules.filter(uses);
}
