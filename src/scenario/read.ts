/**
 * From text to a checked scenario: names looked up, units parsed, defaults filled in, the topology wired.
 *
 * Every mistake of whoever wrote the file is a `ScenarioError` that says where it stands.
 */
import { checkValues, type Needs } from "../params.ts";
import { defaultPolicies } from "./defaults.ts";
import { checkShape } from "./issues.ts";
import type { ChosenPolicies, ChosenPolicy, Scenario } from "./scenario.ts";
import { scenarioSchema, type Chosen, type Spec } from "./schema.ts";
import { Source } from "./source.ts";
import type { Tables } from "./tables.ts";
import { CONTROL, trafficEntry } from "./traffic.ts";
import { wire, type ReadFile } from "./wire.ts";

/** The scenario that `text` spells; `file` is its name in messages, and where paths in it start from. */
export function readScenario(text: string, file: string, tables: Tables, readFile?: ReadFile): Scenario {
  const source = new Source(text, file);
  const spec = checkShape(source, scenarioSchema(tables));
  const { seed, until, about, onDrop, packet, classes, host } = spec;
  checkClasses(source, classes);

  const { topology, wiring } = wire(source, spec.topology, tables, file, readFile);
  const traffic = spec.traffic.map((entry, k) =>
    source.within(["traffic", k], () => trafficEntry(entry, wiring, until, classes, tables)),
  );
  const policies = choose(spec.policies, tables);
  const needs = needsOf(policies.congestion.name, tables);
  if (needs.window === "always" && host.window === 0) {
    const expected = `bdp or a size, which congestion ${policies.congestion.name} needs`;
    throw source.error(["host", "window"], expected, "none");
  }
  return {
    name: file.replace(/^.*[/\\]/s, "").replace(/\.[^.]*$/, ""),
    ...{ about, seed, until, topology, wiring },
    memory: spec.switch.memory,
    private: spec.switch.private,
    payload: packet.payload,
    sizes: packet.sizes,
    lossless: classes.lossless,
    controlClass: classes.control,
    defaultClass: classes.default,
    window: host.window ?? (needs.window === undefined ? 0 : "bdp"),
    scaleWindow: host.scaleWindow ?? needs.scaleWindow === true,
    ...{ onDrop, traffic, policies },
    measure: { pauses: spec.measure.includes("pauses") },
  };
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

/** What a congestion policy cannot do without. */
function needsOf(name: string, { policies }: Tables): Needs {
  return policies.congestion[name].needs ?? {};
}

function choose({ detection, ...given }: Spec["policies"], tables: Tables): ChosenPolicies {
  const { policies } = tables;
  const chosen = (role: keyof typeof policies, policy: Chosen<"name">): ChosenPolicy => {
    const { name, ...values } = policy;
    return { name, values: checkValues(policies[role][name].params, values, "") };
  };
  const one = (role: keyof typeof defaultPolicies) => chosen(role, given[role] ?? { name: defaultPolicies[role] });
  const congestion = one("congestion");
  const needed = needsOf(congestion.name, tables).detection ?? "none";
  const detections = detection === undefined ? [{ name: needed }] : Array.isArray(detection) ? detection : [detection];
  return {
    buffer: one("buffer"),
    headroom: one("headroom"),
    link: one("link"),
    detection: detections.map((policy: Chosen<"name">) => chosen("detection", policy)),
    congestion,
    recovery: one("recovery"),
    routing: one("routing"),
    scheduling: one("scheduling"),
  };
}
