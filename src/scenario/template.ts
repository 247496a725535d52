/**
 * A scenario to begin with: every section there is, what it means, its units and defaults, as YAML to edit.
 *
 * Made from the schema, so that it says what a scenario may say. What belongs to no policy stands there at its default; parameters of
 * topology, traffic and policies do so behind a "#".
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

/** What a new scenario is about: names that the tables have. */
export interface TemplateChoice {
  readonly topology: string;
  readonly traffic: readonly string[];
  /** Roles that are left out get their default. */
  readonly policies: Readonly<Partial<Record<Role, string>>>;
}

type Given = Readonly<Record<string, unknown>>;

/** A line of YAML, and what to know of it. */
interface Line {
  readonly yaml: string;
  readonly about: string;
}

const WIDTH = 110;
/** Longer lines have their comment below rather than push all others to the right. */
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
  // Single lines stand together, sections apart.
  return blocks.map((block, k) => (k > 0 && (isLong(block) || isLong(blocks[k - 1])) ? `\n${block}` : block)).join("");
}

const isLong = (block: string): boolean => block.startsWith("# ");

/** A section of the scenario: what it is as a comment, then its lines. */
function section(part: JsonSchema, more: string, lines: readonly Line[]): string {
  const about = wrap([part.description, more].join(" "), WIDTH - 2).map((line) => `# ${line}\n`);
  return about.join("") + aligned(lines);
}

/** A map of settings that belong to no policy: at their defaults, or all behind a "#" where none has one. */
function settingsOf(name: string, part: JsonSchema): string {
  const settings = Object.entries(part.properties ?? {});
  const live = settings.some(([, one]) => one.default !== undefined);
  const mark = live ? "" : "#";
  const lines = settings.map(([key, one]) =>
    live ? setting(key, one, "  ", one.default !== undefined) : { ...setting(key, one, "", true), yaml: `#  ${key}:` },
  );
  return section(part, "", [{ yaml: `${mark}${name}:`, about: "" }, ...lines]);
}

/** The chosen variant of a topology, a kind of traffic or a policy: what it is given, and its other fields behind a "#". */
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

/** `key: value` with what there is to know of it; behind a "#" unless it is live. */
function setting(key: string, part: JsonSchema, indent: string, live: boolean): Line {
  const { default: value = part.fallback } = part;
  const { source: _, ...known } = part;
  const names = part.enum === undefined ? "" : `One of ${part.enum.join(", ")}.`;
  return {
    yaml: `${indent}${live ? "" : "#"}${key}:${value === undefined ? "" : ` ${flow(value)}`}`,
    about: [sentences(known), names].join(" ").trim(),
  };
}

/** Of a choice of maps the one whose `key` is `name`, however deep it stands. */
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

/** Lines with their comments side by side. */
function aligned(lines: readonly Line[]): string {
  const column = Math.max(...lines.map(({ yaml }) => yaml.length).filter((length) => length <= MAX_WIDTH)) + 1;
  const texts = lines.map(({ yaml, about }) => {
    if (about === "") return yaml;
    if (yaml.length > MAX_WIDTH) return `${yaml}\n${comment("", column, about)}`;
    return comment(yaml, column, about);
  });
  return texts.map((text) => `${text}\n`).join("");
}

/** The comment from `column` on, its further lines below its first. */
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

/** What an entry of traffic must say: the hosts that have no default, and what its kind gives for an example. */
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
