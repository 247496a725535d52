/**
 * Writes a new scenario as editable YAML. It shows every section with its meaning, units and defaults.
 *
 * The template is derived from the schema, so it covers every field. General settings appear with their default. Parameters of the
 * topology, traffic and policies appear as comments behind a "#".
 */
import type { Role } from "../policies/policies.ts";
import { hang, wrap } from "../base/wrap.ts";
import { defaultPolicies } from "./defaults.ts";
import { withDefaults } from "./with-defaults.ts";
import { notedSchema, sentences, type JsonSchema } from "./json-schema.ts";
import { roles } from "./roles.ts";
import { scenarioSchema } from "./schema.ts";
import { congestionFor } from "./signals.ts";
import type { Fields, Tables } from "./tables.ts";

/** The topology, traffic and policies of a new scenario, each by its name in `Tables`. */
export interface TemplateChoice {
  readonly topology: string;
  readonly traffic: readonly string[];
  /** The policies by role. An omitted role gets its default. */
  readonly policies: Readonly<Partial<Record<Role, string>>>;
}

type Given = Readonly<Record<string, unknown>>;

interface Line {
  readonly yaml: string;
  readonly about: string;
}

const WIDTH = 110;
/**
 * Longest line with its comment to the right. A longer line has its comment below, so that it does not shift the comments of all others.
 */
const MAX_WIDTH = 40;

export function scenarioTemplate(choice: TemplateChoice, tables: Tables): string {
  const { properties = {} } = notedSchema(tables);
  const { topologies, trafficKinds } = tables;
  const given = topologies[choice.topology].example?.([]) ?? {};
  const hosts = hostNames(choice.topology, given, tables);
  const entries = choice.traffic.map((kind) => ({ kind, given: entryOf(trafficKinds[kind], hosts) }));

  const named = Object.entries(properties).filter(([, { deprecated }]) => deprecated !== true);
  const blocks = named.map(([name, part]): string => {
    switch (name) {
      case "topology":
        return section(part, `Kinds: ${Object.keys(topologies).join(", ")}.`, [
          { yaml: "topology:", about: "" },
          ...kindLines(variant(part, "kind", choice.topology), "kind", choice.topology, given, "  "),
        ]);
      case "traffic":
        return section(part, `Kinds: ${Object.keys(trafficKinds).join(", ")}. Several entries make one traffic.`, [
          { yaml: "traffic:", about: "" },
          ...entries.flatMap(({ kind, given: values }) =>
            kindLines(variant(part, "kind", kind), "kind", kind, values, "    ", "  - "),
          ),
        ]);
      case "policies":
        return section(part, "", [{ yaml: "policies:", about: "" }, ...policyLines(part, choice.policies, tables)]);
      case "until":
        return aligned([setting(name, { ...part, default: "1ms" }, "", true)]);
      default:
        if (part.properties !== undefined) return settingsOf(name, part);
        return aligned([setting(name, part, "", part.default !== undefined)]);
    }
  });
  // Single lines follow each other directly; a blank line separates sections.
  return blocks.map((block, k) => (k > 0 && (isLong(block) || isLong(blocks[k - 1])) ? `\n${block}` : block)).join("");
}

const isLong = (block: string): boolean => block.startsWith("# ");

/** A section of the scenario: its description as a comment, then its lines. */
function section(part: JsonSchema, more: string, lines: readonly Line[]): string {
  const about = wrap([part.description, more].join(" "), WIDTH - 2).map((line) => `# ${line}\n`);
  return about.join("") + aligned(lines);
}

/** A map of general settings at their defaults. If no setting has a default, all lines are behind a "#". */
function settingsOf(name: string, part: JsonSchema): string {
  const settings = Object.entries(part.properties ?? {});
  const live = settings.some(([, one]) => one.default !== undefined);
  const mark = live ? "" : "#";
  const lines = settings.map(([key, one]) =>
    live ? setting(key, one, "  ", one.default !== undefined) : { ...setting(key, one, "", true), yaml: `#  ${key}:` },
  );
  return section(part, "", [{ yaml: `${mark}${name}:`, about: "" }, ...lines]);
}

/** The lines of the chosen topology, kind of traffic or policy: its given values, then its other fields behind a "#". */
function kindLines(part: JsonSchema, key: string, name: string, given: Given, indent: string, first = indent): Line[] {
  const { [key]: kind, ...fields } = part.properties ?? {};
  const known = Object.entries(fields).filter(([field]) => Object.hasOwn(given, field));
  const others = Object.entries(fields).filter(([field]) => !Object.hasOwn(given, field));
  return [
    { yaml: `${first}${key}: ${name}`, about: kind.description ?? "" },
    ...known.flatMap(([field, one]) => givenLines(field, one, given[field], indent)),
    ...others.map(([field, one]) => setting(field, one, indent, false)),
  ];
}

function givenLines(field: string, part: JsonSchema, value: unknown, indent: string): Line[] {
  if (!Array.isArray(value)) return [setting(field, { ...part, default: value }, indent, true)];
  return [
    { yaml: `${indent}${field}:`, about: sentences(part) },
    ...value.map((row) => ({ yaml: `${indent}  - ${flow(row)}`, about: "" })),
  ];
}

function policyLines(part: JsonSchema, chosen: TemplateChoice["policies"], { policies }: Tables): Line[] {
  const { buffer = defaultPolicies.buffer, congestion = congestionFor(chosen.detection, policies) } = chosen;
  const { headroom = defaultPolicies.headroom } = policies.buffer[buffer].needs ?? {};
  const { recovery = defaultPolicies.recovery } = policies.congestion[congestion].needs ?? {};
  const needed: Readonly<Record<string, string>> = { ...defaultPolicies, headroom, congestion, recovery };
  return (Object.keys(roles) as Role[]).flatMap((role): Line[] => {
    const { [role]: own = {} } = part.properties ?? {};
    const name = chosen[role] ?? needed[role];
    const about = `${sentences(own)} One of ${Object.keys(policies[role]).join(", ")}.`;
    if (name === undefined) return [{ yaml: `  #${role}:`, about }];
    const lines = kindLines(variant(own, "name", name), "name", name, {}, "    ");
    if (lines.length === 1) return [{ yaml: `  ${role}: ${name}`, about }];
    return [{ yaml: `  ${role}:`, about }, ...lines];
  });
}

/** A line `key: value`, and its explanation. Unless `live` is true, `key: value` is commented out with a "#". */
function setting(key: string, part: JsonSchema, indent: string, live: boolean): Line {
  const { default: value = part.fallback } = part;
  const { source: _, ...known } = part;
  const names = part.enum === undefined ? "" : `One of ${part.enum.join(", ")}.`;
  return {
    yaml: `${indent}${live ? "" : "#"}${key}:${value === undefined ? "" : ` ${flow(value)}`}`,
    about: [sentences(known), names].join(" ").trim(),
  };
}

/** Finds the map whose field `key` is `name` among nested alternatives. */
function variant(part: JsonSchema, key: string, name: string): JsonSchema {
  const search = (one: JsonSchema): JsonSchema | undefined => {
    if (one.properties?.[key]?.const === name) return one;
    const parts = [...(one.anyOf ?? []), ...(one.oneOf ?? []), ...(one.items === undefined ? [] : [one.items])];
    for (const inner of parts) {
      const found = search(inner);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(part) ?? {};
}

/** Lines with their comments aligned in one column. */
function aligned(lines: readonly Line[]): string {
  const column = Math.max(...lines.map(({ yaml }) => yaml.length).filter((length) => length <= MAX_WIDTH)) + 1;
  const texts = lines.map(({ yaml, about }) => {
    if (about === "") return yaml;
    if (yaml.length > MAX_WIDTH) return `${yaml}\n${comment("", column, about)}`;
    return comment(yaml, column, about);
  });
  return texts.map((text) => `${text}\n`).join("");
}

/** A line with its comment at `column`. Further lines of the comment follow below, at the same column. */
function comment(yaml: string, column: number, about: string): string {
  const margin = `${" ".repeat(column)}# `;
  const [first = "", ...more] = hang(margin, about, WIDTH).split("\n");
  const rest = more.map((line) => `\n${margin}${line.trimStart()}`);
  return `${yaml.padEnd(column)}${first.slice(column)}${rest.join("")}`;
}

/** A value as YAML on one line. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value).map(([key, one]) => `${key}: ${flow(one)}`);
    return `{ ${pairs.join(", ")} }`;
  }
  const isPlain = typeof value !== "string" || /^[A-Za-z0-9][\w./-]*$/.test(value);
  return isPlain ? String(value) : JSON.stringify(value);
}

/**
 * The values that a new traffic entry sets: hosts without a default, and the example values of its kind. A kind has
 * example values if its defaults do not suffice.
 */
function entryOf(kind: Fields, hosts: readonly string[]): Given {
  const needed = Object.entries(kind.hosts ?? {}).filter(([, field]) => field.default === undefined);
  const named = needed.map(([name, { many }]) => [name, many ? "all" : hosts[0]]);
  return { ...(Object.fromEntries(named) as Given), ...kind.example?.(hosts) };
}

function hostNames(kind: string, given: Given, tables: Tables): string[] {
  const topology = scenarioSchema(tables).shape.topology.parse({ kind, ...given });
  const { kind: _, fail: _never, slow: _slow, ...values } = topology;
  const { names, isSwitch } = tables.topologies[kind].create(withDefaults(tables.topologies[kind], values));
  return names.filter((_name, node) => !isSwitch[node]);
}
