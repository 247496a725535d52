/**
 * The tables of all names that a scenario may use. They hold policies, topologies and kinds of traffic as well as faults and probes.
 * Modules from files are added to the built-in modules.
 *
 * The code that reads a scenario gets the tables as an argument. A worker thread rebuilds them from the scenario's module files.
 */
import {
  didYouMean,
  ParamError,
  SIGNALS,
  type Needs,
  type ParamTable,
  type PolicyModule,
  type Signal,
  type Unread,
} from "../../base/params.ts";
import type { FaultModule } from "../../contracts/faults.ts";
import { checkedCreate } from "../../policies/guard/hooks.ts";
import { checkColumns, checkedProbe } from "../../policies/guard/probe.ts";
import { checkedTopology } from "../../policies/guard/topology.ts";
import { checkedTraffic } from "../../policies/guard/traffic.ts";
import { resolvedNeeds } from "./needed-modules.ts";
import type { FaultKind, ModuleFile, ProbeKind, Tables, TopologyKind, TrafficKind } from "../tables.ts";
import { faultKinds, policies, probes, topologies, trafficKinds, type Role } from "../../policies/policies.ts";

/** Policies by role, each with the code that creates it. */
export type Policies = Readonly<Record<Role, Readonly<Record<string, PolicyModule<never, unknown>>>>>;

export interface Registry extends Tables {
  readonly policies: Policies;
  readonly faultKinds: Readonly<Record<string, FaultKind & FaultModule>>;
}

export const builtIn: Registry = { policies, topologies, trafficKinds, faultKinds, probes };

export type Exports = Readonly<Record<string, unknown>>;

/** The tables of `base` with the given modules imported. Errors of a module's own code are thrown unchanged. */
export async function withModules(modules: readonly ModuleFile[] = [], base = builtIn): Promise<Registry> {
  let tables = base;
  for (const module of modules) tables = withModule(tables, module, await importModule(module.url));
  return tables;
}

/** Imports a module. A thread loads each module once, however often it is imported. */
export const importModule = async (url: string): Promise<Exports> => (await import(/* @vite-ignore */ url)) as Exports;

/**
 * The tables with one more module. Throws `ParamError` if the module does not fit its role. The path in the error is
 * the name of an export, or empty.
 */
export function withModule(tables: Registry, module: ModuleFile, exports: Exports): Registry {
  checkExports(module, exports);
  const modules = [...(tables.modules ?? []), module];
  if (module.section === "topologies") {
    const kind = checkedTopology(module.file, exports as unknown as TopologyKind);
    const topologies = { ...tables.topologies, [module.name]: kind };
    return { ...tables, modules, topologies };
  }
  if (module.section === "traffic") {
    const kind = checkedTraffic(module.file, { check: () => {}, ...exports } as unknown as TrafficKind);
    return { ...tables, modules, trafficKinds: { ...tables.trafficKinds, [module.name]: kind } };
  }
  if (module.section === "probes") {
    const probe = checkedProbe(module.file, exports as unknown as ProbeKind);
    return { ...tables, modules, probes: { ...tables.probes, [module.name]: probe } };
  }
  const { role, name } = module;
  const policy = exports as unknown as PolicyModule<never, unknown>;
  const create = checkedCreate(role, (values, view) => policy.create(values, view));
  const reads = policy.reads === undefined ? {} : { reads: checkedReads(module.file, policy) };
  const unread = policy.unread === undefined ? {} : { unread: checkedUnread(module.file, policy) };
  const needs = policy.needs === undefined ? {} : { needs: resolvedNeeds(name, policy.needs) };
  const ofRole = { ...tables.policies[role], [name]: { ...policy, create, ...reads, ...unread, ...needs } };
  return { ...tables, modules, policies: { ...tables.policies, [role]: ofRole } };
}

const areSignals = (value: unknown): value is readonly Signal[] =>
  Array.isArray(value) && value.every((one) => (SIGNALS as readonly unknown[]).includes(one));

type Reads = Pick<PolicyModule<never, unknown>, "reads">;

/** The function `reads` of a module, with a check of each return value. */
const checkedReads =
  (file: string, policy: Reads): NonNullable<Reads["reads"]> =>
  (values) => {
    const signals: unknown = policy.reads?.(values);
    if (areSignals(signals)) return signals;
    throw new ParamError("", `reads of ${file} to return a list of ${SIGNALS.join(", ")}`, String(signals));
  };

type HasUnread = Pick<PolicyModule<never, unknown>, "params" | "unread">;

/**
 * The function `unread` of a module, with a check of each return value. `unread` returns the parameters that have no
 * effect under the present values, each with a reason.
 */
const checkedUnread =
  (file: string, policy: HasUnread): NonNullable<HasUnread["unread"]> =>
  (values, surroundings) => {
    const unread: unknown = policy.unread?.(values, surroundings);
    const isMap = typeof unread === "object" && unread !== null;
    const wrong = isMap ? Object.entries(unread).find((entry) => !isReason(entry, policy.params))?.[0] : unread;
    if (isMap && wrong === undefined) return unread as Unread;
    const expected = `unread of ${file} to return a map from names of parameters to reasons`;
    throw new ParamError("", expected, wrong, 'For example: { gain: "mode is fixed" }.');
  };

const isReason = ([name, why]: readonly [string, unknown], params: ParamTable): boolean =>
  Object.hasOwn(params, name) && typeof why === "string";

const isClassOf = (value: unknown, params: unknown): boolean =>
  typeof value === "number"
    ? Number.isInteger(value) && value >= 0 && value <= 7
    : typeof value === "string" && (params as ParamTable)[value]?.unit === "count";

/**
 * By key of `needs`: the only role (kind of policy) in which the key has an effect. Null: the key has an effect in
 * every role.
 */
const NEEDS: Readonly<Record<keyof Needs, Role | null>> = {
  ...{ detection: null, recovery: null },
  ...{ window: "congestion", scaleWindow: "congestion", headroom: "buffer", ownMemory: "link" },
};

/** Throws `ParamError` for a key of `needs` that has no effect in the policy's role, such as a mistyped one. */
function checkNeedsOf(file: string, role: Role, needs: Needs = {}): void {
  const allowed = Object.entries(NEEDS).flatMap(([key, only]) => (only === null || only === role ? [key] : []));
  const wrong = Object.keys(needs).find((key) => !allowed.includes(key));
  if (wrong === undefined) return;
  const expected = `only the keys ${allowed.join(", ")} in needs of ${file}, for the role ${role}`;
  throw new ParamError("", expected, wrong, didYouMean(wrong, allowed) ?? "Remove it, or declare a signal by reads.");
}

/** Checks the type of each export that xoff reads, and that no required export is missing. Throws `ParamError`. */
function checkExports({ file, section, role }: ModuleFile, exports: Exports): void {
  const expect = (name: string, what: string, holds: (value: unknown) => boolean, required = true): void => {
    const value = exports[name];
    if (value === undefined ? !required : holds(value)) return;
    const found = value === undefined ? "no such export" : typeof value;
    throw new ParamError(name, `${what}, as ${file} should export it`, found);
  };
  const isMap = (value: unknown): boolean => typeof value === "object" && value !== null;
  expect("about", "a short text", (value) => typeof value === "string");
  expect("params", "a table made by defineParams", isMap);
  expect("create", "a function", (value) => typeof value === "function");
  for (const name of ["check", "fixed", "unread"])
    expect(name, "a function", (value) => typeof value === "function", false);
  for (const name of ["lists", "hosts", "texts", "needs"]) expect(name, "a map", isMap, false);
  expect("reads", "a function", (value) => typeof value === "function", false);
  for (const name of ["uses", "gives"]) expect(name, `a list of ${SIGNALS.join(", ")}`, areSignals, false);
  const { params } = exports;
  expect("headerClass", "the name of a parameter or a class from 0 to 7", (value) => isClassOf(value, params), false);
  if (section === "policies") checkNeedsOf(file, role, exports["needs"] as Needs | undefined);
  if (section !== "probes") return;
  const subjects = ["network", "node", "port", "queue", "flow"];
  expect("of", `one of ${subjects.join(", ")}`, (value) => typeof value === "string" && subjects.includes(value));
  expect(
    "columns",
    "a map of columns, one or more",
    (value) => isMap(value) && Object.keys(value as object).length > 0,
  );
  expect("local", "true", (value) => value === true, false);
  checkColumns(exports as unknown as ProbeKind);
}
