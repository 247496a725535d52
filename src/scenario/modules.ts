/**
 * Finds the module files that a scenario names. The section `use` lists such files. A policy, topology, kind of traffic or probe may also
 * have the path of a file as its name.
 */
import type { Role } from "../policies/policies.ts";
import type { Path } from "./path.ts";
import { isModulePath } from "../base/module-path.ts";
import type { Scenario } from "./scenario.ts";
import type { ModuleFile, ModulePlace, Tables } from "./tables.ts";

/** A module file that a scenario names, or a folder of module files. */
export interface NamedModule {
  readonly name: string;
  /** The path of the scenario's field that names the file. */
  readonly at: Path;
  /** The role of the module. Undefined: the module declares its role itself. */
  readonly place: ModulePlace | undefined;
}

/** The module files that a scenario's unchecked values name. `isModule` distinguishes a module file from a built-in module. */
export function modulesNamed(value: unknown, isModule: (name: string) => boolean = isModulePath): NamedModule[] {
  const scenario = fields(value);
  const found: NamedModule[] = [];
  const look = (name: unknown, at: Path, place: ModulePlace | undefined): void => {
    if (typeof name !== "string" || (place !== undefined && !isModule(name))) return;
    found.push({ name, at, place });
  };
  /** Records the module that a field names. The field's value is either the name, or a map with the name and parameters. */
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

/** Calls `look` for each entry of a list, or once for a single value. */
function each(value: unknown, look: (one: unknown, k: number | undefined) => void): void {
  if (Array.isArray(value)) (value as unknown[]).forEach(look);
  else if (value !== undefined) look(value, undefined);
}

/** The modules from files that the scenario uses, in the order in which they were loaded. */
export function modulesUsed(
  {
    policies,
    links = [],
    topology,
    traffic,
    measure,
  }: Pick<Scenario, "policies" | "links" | "topology" | "traffic" | "measure">,
  { modules = [], policies: known }: Tables,
): ModuleFile[] {
  const names = ({ section, role, name }: ModuleFile): boolean => {
    if (section === "topologies") return topology.kind === name;
    if (section === "traffic") return traffic.some(({ kind }) => kind === name);
    if (section === "probes") return measure.probes?.some((probe) => probe.name === name) === true;
    const chosen = [policies[role], ...(role === "link" ? links.map(({ policy }) => policy) : [])].flat();
    return chosen.some((policy) => policy?.name === name);
  };
  const used = modules.filter(names);
  /**
   * Whether a used policy names the module in its `needs`. The file of the module is then part of the scenario, even if
   * another policy meets the need.
   */
  const isNeeded = ({ role, name }: ModuleFile): boolean =>
    used.some((one) => {
      const { needs = {} } = one.section === "policies" ? known[one.role][one.name] : {};
      return Object.entries(needs).some(([of, needed]) => of === role && needed === name);
    });
  return modules.filter((module) => used.includes(module) || isNeeded(module));
}
