/**
 * Reads a scenario: text in, checked scenario out. Names are looked up, units parsed, defaults filled in and the topology wired.
 *
 * Every mistake in the file is a `ScenarioError` with its place. If the file has several mistakes, the first is thrown and lists the
 * others.
 */
import type { Needs, ParamError } from "../base/params.ts";
import type { Role } from "../policies/policies.ts";
import type { ReadFile } from "./referenced-file.ts";
import { checkDataClasses, classesOfData } from "./data-classes.ts";
import { dscpMap } from "./dscp.ts";
import { besideTransport, defaultPolicies } from "./defaults.ts";
import type { ScenarioError } from "./error.ts";
import { withDefaults } from "./with-defaults.ts";
import { withTrafficFile } from "./traffic-file.ts";
import { checkShape } from "./issues.ts";
import { deadFromStart, plannedFaults } from "./faults.ts";
import { linkRules } from "./links.ts";
import { measured } from "./measure.ts";
import { known, Mistakes } from "./mistakes.ts";
import { checkHeadroom, checkNeeds, checkWindow } from "./needs.ts";
import { modulesNamed, modulesUsed, type NamedModule } from "./modules.ts";
import { isModulePath } from "../base/module-path.ts";
import { givenPaths } from "./given-paths.ts";
import { isIdeal } from "../base/ideals.ts";
import { checkFastForward } from "./fast-forward.ts";
import { idealSettings } from "./ideals.ts";
import type { Path } from "./path.ts";
import type { ChosenPolicies, ChosenPolicy, Scenario } from "./scenario.ts";
import { scenarioSchema, type Spec } from "./schema.ts";
import type { Chosen } from "./schema-words.ts";
import { checkReplaced } from "./replaced.ts";
import { placed, type Setting } from "./settings.ts";
import { Source } from "./source.ts";
import type { Tables } from "./tables.ts";
import { CONTROL, resolvedEntry, trafficView } from "./traffic.ts";
import { hasSinglePaths, unusedIn } from "./unused.ts";
import { endOf } from "./run-end.ts";
import { wire } from "./wire.ts";

/**
 * The scenario of a text. `settings` override the file's values, and values at the paths in `leftOut` are ignored. `file` is the name in
 * messages; relative paths in the scenario start from the folder of this file.
 */
export function readScenario(
  text: string,
  file: string,
  tables: Tables,
  readFile?: ReadFile,
  settings: readonly Setting[] = [],
  leftOut: readonly Path[] = [],
): Scenario {
  const schema = scenarioSchema(tables);
  checkReplaced(settings, tables);
  const source = sourceOf(text, file, schema, tables, settings, leftOut);
  const mistakes = new Mistakes();
  const { sections, unsound, ...sound } = checkShape(source, schema, mistakes);
  /** Returns the result of `work`, or undefined if `work` finds a mistake. The mistake is reported at `path`. */
  const attempt = <Result>(path: Path, work: () => Result): Result | undefined =>
    mistakes.attempt(() => source.within(path, work));
  const section = <Name extends keyof Spec>(name: Name): Spec[Name] =>
    unsound.has(name) ? known<Spec[Name]>(undefined) : (sections[name] as Spec[Name]);

  const end = attempt([], () => endOf({ until: section("until"), limit: section("limit"), count: section("count") }));
  attempt([], () => {
    checkClasses(source, section("classes"));
  });
  const dscp = attempt(["classes"], () => dscpMap(section("classes").dscp as Parameters<typeof dscpMap>[0]));
  attempt([], () => {
    checkSeed(section("draws") ?? section("rng"), section("seed"), source);
  });
  const roles = choose(source, sound.policies, unsound, tables, mistakes);
  const needs = mistakes.attempt(() => needsOf(known(roles.congestion).name, tables));
  attempt([], () => {
    checkWindow(source, section("host"), known(needs), known(roles.congestion).name);
  });
  mistakes.attempt(() => {
    checkNeeds(source, chosen(roles), tables);
  });
  const warnings: string[] = [];
  const warn = (warning: string): void => void warnings.push(warning);
  attempt([], () => {
    checkFormerName(source, warn);
  });
  const wired = mistakes.attempt(() => wire(source, section("topology"), tables, file, readFile, warn));
  const linked = attempt(["links"], () =>
    linkRules(section("links"), known(wired).wiring, tables, (policy, k) =>
      chosenPolicy(source, "link", policy, ["links", k, "policy"], tables),
    ),
  );
  const ideal = unsound.has("ideal") ? "none" : section("ideal");
  const wiring = withoutOwnMemory(linked?.wiring ?? wired?.wiring, ideal);
  /** Links that a traffic file declares as failed from the start. */
  const failures: string[] = [];
  const traffic = sound.traffic.map((entry, k) => {
    const at = ["traffic", k];
    return attempt(at, () => {
      const wires = known(wiring);
      const listed = withTrafficFile(source, at, known(entry), wires, file, readFile, warn);
      failures.push(...listed.failed);
      const resolved = resolvedEntry(listed.entry, wires, sections.classes, dscp, tables, (work) => attempt(at, work));
      const { until, untilDone } = known(end);
      const waitsForAll = untilDone === true && section("count").to === undefined;
      tables.trafficKinds[resolved.kind].check(resolved.values, trafficView(wires, until, waitsForAll));
      return resolved;
    });
  });
  const paths = attempt(["policies", "routing"], () => givenPaths(pathRows(sound.policies), known(wiring)));
  const faults = attempt(["faults"], () =>
    plannedFaults(
      [...section("faults"), ...failures.map(deadFromStart)],
      known(wired).wiring,
      known(wiring),
      known(end).until,
      tables,
    ),
  );
  const measure = attempt(["measure"], () => measured(section("measure"), known(wiring), tables));
  const dataClasses = mistakes.attempt(() => classesOfData(traffic.map(known), tables));
  mistakes.attempt(() => {
    const used = {
      classes: known(dataClasses),
      lossless: section("classes").lossless,
      control: section("classes").control,
      isSinglePath: hasSinglePaths(known(wiring), known(paths)),
    };
    checkDataClasses(source, chosen(roles), used, tables, warn);
  });
  mistakes.settle();

  // No mistake was found, so every section is defined.
  const { seed, about, onDrop, onDeadlock, packet, classes, host } = sections as Spec;
  const rng = section("draws") ?? section("rng");
  const { window, scaleWindow } = known(needs);
  const links = known(linked).links;
  const policies = chosen(roles);
  const { topology } = known(wired);
  const modules = modulesUsed(
    { policies, links, topology, traffic: traffic.map(known), measure: known(measure) },
    tables,
  );
  const scenario: Scenario = {
    name: file.replace(/^.*[/\\]/s, "").replace(/\.[^.]*$/, ""),
    ...{ about, seed, ...known(end), topology, wiring: known(wiring) },
    ...(isIdeal(ideal) ? { ideal } : {}),
    ...(section("fastForward") ? { fastForward: true } : {}),
    memory: section("switch").memory,
    private: section("switch").private,
    payload: packet.payload,
    sizes: packet.sizes,
    // A field with its default value is left out. So a scenario that does not use such a field has the same hash as
    // before the field existed.
    ...(packet.times === "exact" ? {} : { times: packet.times }),
    ...(rng === "ns3" ? { draws: rng } : {}),
    ...(host.nic === "conweave" ? { nic: host.nic } : {}),
    ...(host.ports === "host" ? { ports: host.ports } : {}),
    lossless: classes.lossless,
    controlClass: classes.control,
    ...(classes.acks === "data" ? { acks: classes.acks } : {}),
    defaultClass: classes.default,
    ...(dscp === undefined ? {} : { dscp }),
    window: host.window ?? (window === undefined ? 0 : "bdp"),
    scaleWindow: host.scaleWindow ?? scaleWindow === true,
    ...{ onDrop, onDeadlock, traffic: traffic.map(known), policies },
    ...(links.length > 0 ? { links } : {}),
    ...(known(paths).length === 0 ? {} : { paths: known(paths) }),
    ...(known(faults).length === 0 ? {} : { faults: known(faults) }),
    measure: known(measure),
    ...(modules.length === 0 ? {} : { modules }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
  checkFastForward(source, scenario, tables);
  const unused = unusedIn(source, scenario, tables);
  return unused.length === 0 ? scenario : { ...scenario, unused };
}

/**
 * With `ideal: pauses`, memory must not limit any switch. So the memory that a topology assigns to single switches is
 * removed.
 */
function withoutOwnMemory<Wired extends Scenario["wiring"] | undefined>(wiring: Wired, ideal: string): Wired {
  if (ideal !== "pauses" || wiring?.memory === undefined) return wiring;
  const { memory: _, ...rest } = wiring;
  return rest as Wired;
}

/** Largest seed of ns-3's generators: one below the smaller of their two moduli. Seed 0 would draw the same number forever. */
const MAX_NS3_SEED = 4_294_944_442;

/** Returns a `ScenarioError` for a mistake that shows only when the run is built. The error names its place in the text. */
export function located(
  error: ParamError,
  text: string,
  file: string,
  tables: Tables,
  settings: readonly Setting[],
): ScenarioError {
  const source = sourceOf(text, file, scenarioSchema(tables), tables, settings);
  return source.mistake([], error);
}

/** Whether the scenario of `text` sets a value at `path`. */
export function says(path: Path, text: string, file: string, tables: Tables, settings: readonly Setting[]): boolean {
  return sourceOf(text, file, scenarioSchema(tables), tables, settings).at(path) !== undefined;
}

/**
 * Finds the modules that the scenario in `text` names, by the path of a file or by a name in `called`. Throws
 * `ScenarioError` if the text cannot be parsed.
 */
export function namedModules(
  text: string,
  file: string,
  tables: Tables,
  settings: readonly Setting[],
  called: readonly string[] = [],
): { readonly named: readonly NamedModule[]; readonly source: Source } {
  const source = sourceOf(text, file, scenarioSchema(tables), tables, settings);
  const isModule = (name: string): boolean => isModulePath(name) || called.includes(name);
  return { named: modulesNamed(source.value, isModule), source };
}

function sourceOf(
  text: string,
  file: string,
  schema: ReturnType<typeof scenarioSchema>,
  { policies }: Tables,
  settings: readonly Setting[],
  leftOut: readonly Path[] = [],
): Source {
  const [names, roles] = [Object.keys(schema.shape), Object.keys(policies)];
  const sourceWith = (
    defaults?: Readonly<Record<string, string>>,
    ideal: ReturnType<typeof idealSettings> = [],
  ): Source => {
    const given = settings.map((setting) => placed(setting, names, roles, defaults));
    return new Source(text, file, [...given, ...ideal], leftOut);
  };
  const said = sourceWith();
  const needed = neededPolicies(said, policies);
  // The settings are applied a second time. Each policy that the scenario needs is now the default of its role. So a
  // setting can address a parameter of such a policy, although the file does not name the policy.
  const defaults =
    settings.length > 0 && needed.length > 0 ? { ...defaultPolicies, ...Object.fromEntries(needed) } : undefined;
  const source = defaults === undefined ? said : sourceWith(defaults);
  const ideal = idealSettings(source.at(["ideal"]), (path) => source.at(path));
  return ideal.length === 0 ? source : sourceWith(defaults, ideal);
}

/**
 * The headroom and recovery policies that the buffer and congestion policies need, each with its role. In this scenario,
 * a needed policy becomes the default of its role.
 */
function neededPolicies(source: Source, policies: Tables["policies"]): readonly (readonly [Role, string])[] {
  return (["buffer", "congestion"] as const).flatMap((role) => {
    const name = source.at(["policies", role, "name"]) ?? defaultPolicies[role];
    const { needs = {} } = Object.entries(policies[role]).find(([known]) => known === name)?.[1] ?? {};
    return (["headroom", "recovery"] as const).flatMap((follower) => {
      const { [follower]: needed } = needs;
      return needed === undefined ? [] : [[follower, needed] as const];
    });
  });
}

function checkClasses(source: Source, { lossless, control, default: fallback }: Spec["classes"]): void {
  const twice = lossless.findIndex((cls, k) => lossless.indexOf(cls) < k);
  if (twice >= 0) throw source.error(["classes", "lossless", twice], "each class once", String(lossless[twice]));
  if (lossless.includes(control)) {
    throw source.error(["classes", "control"], "a lossy class", String(control), CONTROL);
  }
  if (fallback === control) {
    throw source.error(["classes", "default"], "a class other than the control class", String(fallback), CONTROL);
  }
}

function checkSeed(rng: Spec["rng"], seed: number, source: Source): void {
  if (rng !== "ns3" || (seed >= 1 && seed <= MAX_NS3_SEED)) return;
  throw source.error(["seed"], `1 to ${MAX_NS3_SEED} with rng: ns3`, String(seed));
}

/** Warns about `draws`, the name of `rng` before 0.1.0, which is still accepted. Throws `ScenarioError` if the scenario sets both. */
function checkFormerName(source: Source, warn: (warning: string) => void): void {
  if (source.at(["draws"]) === undefined) return;
  if (source.at(["rng"]) !== undefined)
    throw source.error(["draws"], "only rng, its new name", "both", undefined, "key");
  const { file, line } = source.place(["draws"], "key");
  const where = line === undefined ? file : `${file}:${line}`;
  warn(`${where}: draws is now called rng. The former name works in this release only.`);
}

const pathRows = ({ routing }: Spec["policies"]) => (routing?.["paths"] ?? []) as Parameters<typeof givenPaths>[0];

/** The needs of a policy: signals and partner policies. */
function needsOf(name: string, { policies }: Tables, role: Role = "congestion"): Needs {
  return policies[role][name].needs ?? {};
}

/** A policy with its defaults filled in. */
function chosenPolicy(
  source: Source,
  role: Role,
  { name, ...own }: Chosen<"name">,
  at: Path,
  { policies }: Tables,
): ChosenPolicy {
  const row = policies[role][name];
  // Under `routing`, `paths` lists given paths, that is, fixed paths of some flows. It is removed here, because it is no
  // parameter of the routing policy. Policies of other roles keep `paths`, because it may be a parameter there.
  const { paths: _, ...others } = own;
  const values = withDefaults(row, role === "routing" ? others : own);
  source.within(at, () => row.check?.(values));
  return { name, values };
}

/** The policy of each role, or undefined if it has a mistake. */
type Choices = { readonly [Name in keyof ChosenPolicies]: ChosenPolicies[Name] | undefined };

function choose(
  source: Source,
  { detection, ...given }: Spec["policies"],
  unsound: ReadonlySet<string>,
  tables: Tables,
  mistakes: Mistakes,
): Choices {
  const chosen = (role: Role, policy: Chosen<"name">, at: Path = []): ChosenPolicy =>
    chosenPolicy(source, role, policy, ["policies", role, ...at], tables);
  const one = (role: keyof typeof defaultPolicies) =>
    mistakes.attempt(() => {
      if (unsound.has(role)) known(undefined);
      return chosen(role, given[role] ?? { name: defaultPolicies[role] });
    });
  const hasTransport =
    given.transport !== undefined &&
    Object.entries(tables.policies.transport).some(([name, row]) => name === given.transport?.name && !row.absent);
  const congestion = hasTransport ? chosen("congestion", { name: besideTransport.congestion }) : one("congestion");
  /**
   * Returns the name of the policy that the congestion policy or the transport needs in a role. This policy applies if
   * the scenario chooses none for the role. If no policy of the role has this name, the result is undefined, and
   * `checkNeeds` reports the mistake later.
   */
  const needed = (role: "detection" | "recovery"): string | undefined => {
    const { [role]: name = "" } =
      hasTransport && given.transport !== undefined
        ? needsOf(given.transport.name, tables, "transport")
        : needsOf(known(congestion).name, tables);
    return Object.hasOwn(tables.policies[role], name) ? name : undefined;
  };
  const isList = Array.isArray(detection);
  const detections = mistakes.attempt(() => {
    if (unsound.has("detection")) known(undefined);
    const all: readonly Chosen<"name">[] = isList ? detection : [detection ?? { name: needed("detection") ?? "none" }];
    all.forEach(({ name }, k) => {
      const before = all.findIndex((other) => other.name === name);
      if (before < k) throw source.error(["policies", "detection", k], "each policy once", `a second ${name}`);
    });
    return all.map((policy, k) => chosen("detection", policy, isList ? [k] : []));
  });
  const buffer = one("buffer");
  return {
    buffer,
    headroom: mistakes.attempt(() => {
      if (unsound.has("headroom")) known(undefined);
      const { name } = known(buffer);
      const { headroom: needed } = needsOf(name, tables, "buffer");
      const { headroom = { name: needed ?? defaultPolicies.headroom } } = given;
      checkHeadroom(source, known(buffer), needed, headroom.name);
      return chosen("headroom", headroom);
    }),
    link: one("link"),
    detection: detections,
    congestion,
    recovery: mistakes.attempt(() => {
      if (hasTransport) return chosen("recovery", { name: besideTransport.recovery });
      if (unsound.has("recovery")) known(undefined);
      return chosen("recovery", given.recovery ?? { name: needed("recovery") ?? defaultPolicies.recovery });
    }),
    ...(given.transport === undefined ? {} : transport(given.transport)),
    routing: one("routing"),
    scheduling: one("scheduling"),
  };

  /** The field `transport`. Absent if the scenario chooses `none`, which is not a policy. */
  function transport(policy: Chosen<"name">): Pick<Choices, "transport"> {
    if (!unsound.has("transport") && tables.policies.transport[policy.name].absent === true) return {};
    return {
      transport: mistakes.attempt(() => {
        if (unsound.has("transport")) known(undefined);
        return chosen("transport", policy);
      }),
    };
  }
}

/** Returns the chosen policies. Throws if one of them has a mistake. */
const chosen = (choices: Choices): ChosenPolicies =>
  Object.fromEntries(
    Object.entries(choices).map(([role, choice]) => [role, known(choice)]),
  ) as unknown as ChosenPolicies;
