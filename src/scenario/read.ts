/**
 * From text to a checked scenario: names looked up, units parsed, defaults filled in, the topology wired.
 *
 * Every mistake of whoever wrote the file is a `ScenarioError` that says where it stands.
 */
import type { Needs, ParamError } from "../params.ts";
import type { Role } from "../policies.ts";
import type { ReadFile } from "./beside.ts";
import { defaultPolicies } from "./defaults.ts";
import type { ScenarioError } from "./error.ts";
import { filled } from "./fill.ts";
import { withFlowFile } from "./hpcc-flows.ts";
import { checkShape } from "./issues.ts";
import { linkRules } from "./links.ts";
import { measured } from "./measure.ts";
import { givenPaths } from "./paths.ts";
import type { Path } from "./path.ts";
import type { ChosenPolicies, ChosenPolicy, Scenario } from "./scenario.ts";
import { scenarioSchema, type Spec } from "./schema.ts";
import type { Chosen } from "./schema-words.ts";
import { placed, type Setting } from "./settings.ts";
import { Source } from "./source.ts";
import type { Tables } from "./tables.ts";
import { CONTROL, trafficEntry, trafficView } from "./traffic.ts";
import { endOf } from "./until.ts";
import { wire } from "./wire.ts";

/**
 * The scenario that `text` spells, with `settings` over what it says; `file` is its name in messages, and where paths in it
 * start from.
 */
export function readScenario(
  text: string,
  file: string,
  tables: Tables,
  readFile?: ReadFile,
  settings: readonly Setting[] = [],
): Scenario {
  const schema = scenarioSchema(tables);
  const source = sourceOf(text, file, schema, tables, settings);
  const spec = checkShape(source, schema);
  const end = source.within([], () => endOf(spec));
  const { until } = end;
  const { seed, about, onDrop, onDeadlock, packet, classes, host } = spec;
  checkClasses(source, classes);
  if (spec.draws === "ns3" && (seed < 1 || seed > MOST_NS3_SEED))
    throw source.error(["seed"], `1 to ${MOST_NS3_SEED} with draws: ns3`, String(seed));

  const { topology, wiring: plain } = wire(source, spec.topology, tables, file, readFile);
  const { links, wiring } = source.within(["links"], () =>
    linkRules(spec.links, plain, tables, (policy, k) =>
      chosenPolicy(source, "link", policy, ["links", k, "policy"], tables),
    ),
  );
  const traffic = spec.traffic.map((entry, k) =>
    source.within(["traffic", k], () => {
      const listed = withFlowFile(source, ["traffic", k], entry, wiring.names.length, file, readFile);
      const waitsForAll = end.untilDone === true && spec.count.to === undefined;
      return trafficEntry(listed, trafficView(wiring, until, waitsForAll), wiring, classes, tables);
    }),
  );
  const policies = choose(source, spec.policies, tables);
  const needs = needsOf(policies.congestion.name, tables);
  if (needs.window === "always" && host.window === 0) {
    const expected = `bdp or a size, which congestion ${policies.congestion.name} needs`;
    throw source.error(["host", "window"], expected, "none");
  }
  const paths = source.within(["policies", "routing"], () => givenPaths(pathRows(spec), wiring));
  return {
    name: file.replace(/^.*[/\\]/s, "").replace(/\.[^.]*$/, ""),
    ...{ about, seed, ...end, topology, wiring },
    memory: spec.switch.memory,
    private: spec.switch.private,
    payload: packet.payload,
    sizes: packet.sizes,
    // Left out where they are the usual, so that a scenario's hash is what it was before they could be said.
    ...(packet.times === "exact" ? {} : { times: packet.times }),
    ...(spec.draws === "own" ? {} : { draws: spec.draws }),
    ...(host.nic === "conweave" ? { nic: host.nic } : {}),
    ...(host.ports === "host" ? { ports: host.ports } : {}),
    lossless: classes.lossless,
    controlClass: classes.control,
    defaultClass: classes.default,
    window: host.window ?? (needs.window === undefined ? 0 : "bdp"),
    scaleWindow: host.scaleWindow ?? needs.scaleWindow === true,
    ...{ onDrop, onDeadlock, traffic, policies },
    ...(links.length > 0 ? { links } : {}),
    ...(paths.length === 0 ? {} : { paths }),
    measure: source.within(["measure"], () => measured(spec.measure, wiring)),
  };
}

/** Beyond the seeds of ns-3's generators is the smaller of their moduli; 0 draws the same number for ever. */
const MOST_NS3_SEED = 4_294_944_442;

/** A mistake that shows only when the scenario of `text` is built, with its place there. */
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

function sourceOf(
  text: string,
  file: string,
  schema: ReturnType<typeof scenarioSchema>,
  { policies }: Tables,
  settings: readonly Setting[],
): Source {
  const [names, roles] = [Object.keys(schema.shape), Object.keys(policies)];
  return new Source(
    text,
    file,
    settings.map((setting) => placed(setting, names, roles)),
  );
}

function checkClasses(source: Source, { lossless, control, default: fallback }: Spec["classes"]): void {
  const twice = lossless.findIndex((cls, k) => lossless.indexOf(cls) < k);
  if (twice >= 0) throw source.error(["classes", "lossless", twice], "each class once", String(lossless[twice]));
  if (lossless.includes(control)) {
    throw source.error(["classes", "control"], "a class that is not lossless", String(control), CONTROL);
  }
  if (fallback === control) {
    throw source.error(["classes", "default"], "a class other than control's", String(fallback), CONTROL);
  }
}

const pathRows = ({ policies: { routing } }: Spec) => (routing?.["paths"] ?? []) as Parameters<typeof givenPaths>[0];

/** What a congestion policy cannot do without. */
function needsOf(name: string, { policies }: Tables): Needs {
  return policies.congestion[name].needs ?? {};
}

/** A policy with the defaults of what it leaves out. */
function chosenPolicy(
  source: Source,
  role: Role,
  { name, paths: _, ...own }: Chosen<"name">,
  at: Path,
  { policies }: Tables,
): ChosenPolicy {
  const row = policies[role][name];
  const values = filled(row, own);
  source.within(at, () => row.check?.(values));
  return { name, values };
}

function choose(source: Source, { detection, ...given }: Spec["policies"], tables: Tables): ChosenPolicies {
  const chosen = (role: Role, policy: Chosen<"name">, at: Path = []): ChosenPolicy =>
    chosenPolicy(source, role, policy, ["policies", role, ...at], tables);
  const one = (role: keyof typeof defaultPolicies) => chosen(role, given[role] ?? { name: defaultPolicies[role] });
  const congestion = one("congestion");
  const needed = needsOf(congestion.name, tables).detection ?? "none";
  const isList = Array.isArray(detection);
  const detections = detection === undefined ? [{ name: needed }] : isList ? detection : [detection];
  detections.forEach(({ name }: Chosen<"name">, k) => {
    const before = detections.findIndex((other: Chosen<"name">) => other.name === name);
    if (before < k) throw source.error(["policies", "detection", k], "each policy once", `a second ${name}`);
  });
  return {
    buffer: one("buffer"),
    headroom: one("headroom"),
    link: one("link"),
    detection: detections.map((policy: Chosen<"name">, k) => chosen("detection", policy, isList ? [k] : [])),
    congestion,
    recovery: one("recovery"),
    routing: one("routing"),
    scheduling: one("scheduling"),
  };
}
