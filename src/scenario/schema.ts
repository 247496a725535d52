/**
 * The shape of a scenario, as a zod schema made from the tables: what may stand where, in which unit and range.
 *
 * Its output is in base units. Parameters that are left out stay out; `fill.ts` puts them in from the same tables. By
 * agreement the message of a zod issue is what was expected, and after a line break the hint. What a person should know of a
 * field besides its type goes along as metadata (`Notes`), of which `json-schema.ts` makes sentences.
 */
import * as z from "zod";

import { formatBytes, formatRate, formatTime } from "../format.ts";
import { defaultText, spell, spellDefault } from "../param-text.ts";
import { didYouMean, type NumberUnit, type Param } from "../params.ts";
import type { Role } from "../policies.ts";
import { hostRate } from "../topology/wires.ts";
import type { HostField } from "../traffic/kind.ts";
import { pathRow } from "./paths.ts";
import { parseQuantity, QuantityError } from "./quantity.ts";
import { roles } from "./roles.ts";
import type { Fields, Row, Tables } from "./tables.ts";

export function scenarioSchema({ policies, topologies, trafficKinds }: Tables) {
  const common: Partial<Record<Role, z.ZodRawShape>> = { routing: { paths: rows(pathRow) } };
  const role = (name: Role) => policySchema(policies[name], name, common[name]);
  const policy = (name: Role) => role(name).optional().describe(sentence(roles[name]));
  const detection = z.union([role("detection"), z.array(role("detection"), say("a policy or a list of such"))], {
    error: say("a policy or a list of such"),
  });
  return map("a scenario", {
    about: z
      .string({ error: say("text") })
      .prefault("")
      .describe("What the scenario asks."),
    seed: quantity("count", 0, Number.MAX_SAFE_INTEGER).prefault(1).describe("Of all random numbers."),
    until: quantity("ps", 1, Number.MAX_SAFE_INTEGER).describe("Simulated time at which the run ends."),
    topology: variants("kind", "a topology", topologies, {
      fail: z
        .array(failure(), { error: say("a list of links") })
        .prefault([])
        .describe("Links that never work, or fail at some time."),
      slow: rows(slowRow),
    }).describe("Who is wired to whom."),
    switch: map("the memory of switches", {
      memory: quantity("bytes", 1, 2 ** 40)
        .prefault("16MiB")
        .describe("All memory of a switch; headroom is taken from it first."),
      private: quantity("bytes", 0, 2 ** 40)
        .prefault("0B")
        .describe("Bytes of its own for each port and class."),
    }).prefault({}),
    packet: map("sizes of packets", {
      payload: quantity("bytes", 1, 9000).prefault("1000B").describe("Most bytes of a flow in one packet."),
      sizes: choice(["exact", "hpcc"]).prefault("exact").describe("Frames as they are, or as in HPCC's simulator."),
    }).prefault({}),
    classes: map("classes of traffic", {
      lossless: z
        .array(classNumber(), { error: say("a list of classes") })
        .prefault([3])
        .describe("Classes that hop-by-hop flow control protects."),
      control: classNumber().prefault(0).describe("The class of ACKs and notifications; it has memory of its own."),
      default: classNumber().prefault(3).describe("The class of traffic that names none."),
    }).prefault({}),
    host: map("what hosts do", {
      window: windowSize().optional().meta({
        description: "Most bytes of a flow in flight: none, bdp (the bandwidth-delay product of its path) or a size.",
        derived: "what the congestion policy needs, or none",
      }),
      scaleWindow: flag().optional().meta({
        description: "The window shrinks with the rate.",
        derived: "what the congestion policy needs, or false",
      }),
    }).prefault({}),
    onDrop: choice(["stop", "count"])
      .prefault("stop")
      .describe("A drop in a lossless class ends the run, or is counted."),
    onDeadlock: choice(["stop", "go-on"])
      .prefault("go-on")
      .describe("Queues that wait for each other in a circle end the run, or the rest of the network goes on."),
    traffic: z
      .array(
        variants("kind", "traffic", trafficKinds, {
          class: classNumber().optional().describe("Class of its flows."),
        }),
        { error: say("a list of traffic entries") },
      )
      .min(1, say("one entry or more"))
      .describe("Who sends what, when."),
    policies: map("policies by role", {
      buffer: policy("buffer"),
      headroom: policy("headroom"),
      link: policy("link"),
      detection: detection
        .optional()
        .meta({ description: sentence(roles.detection), derived: "what the congestion policy needs, or none" }),
      congestion: policy("congestion"),
      recovery: policy("recovery"),
      routing: policy("routing"),
      scheduling: policy("scheduling"),
    }).prefault({}),
    links: z
      .array(linkEntry(role("link")), {
        error: say("a list of entries such as { between: dci0-dci1, memory: 287MiB }"),
      })
      .prefault([])
      .describe("Links whose ports run another link policy than the rest, or have memory of their own."),
    measure: map("what to measure besides flows, PAUSEs, ports and counters", {
      pauses: flag().prefault(true).describe("A row for each PAUSE, with its cause."),
      headroom: flag().prefault(false).describe("A row for each time that a port's headroom was in use."),
      every: quantity("ps", 1, Number.MAX_SAFE_INTEGER)
        .prefault("10us")
        .describe("Time between two samples of the series below."),
      queues: places("the name of a switch, or of its port to a neighbour, such as leaf0-spine1")
        .prefault([])
        .describe("Ports of switches whose queues are sampled."),
      rates: places("the name of a node, or of its port to a neighbour, such as leaf0-spine1")
        .prefault([])
        .describe("Ports whose sending rate is sampled."),
      goodputs: flowNumbers().prefault([]).describe("Flows, by number, whose goodput is sampled, or all."),
      inFlight: flowNumbers()
        .prefault([])
        .describe("Flows, by number, of which it is sampled where the bytes are that they have in flight, or all."),
    }).prefault({}),
  });
}

/** A scenario in base units, its names not yet looked up and its parameters not yet filled in. */
export type Spec = z.output<ReturnType<typeof scenarioSchema>>;

/** A topology, an entry of traffic or a policy after the check. */
export type Chosen<Key extends "kind" | "name"> = Readonly<Record<Key, string>> & Readonly<Record<string, unknown>>;

const say = (expected: string, hint?: string): string => (hint === undefined ? expected : `${expected}\n${hint}`);

/** What goes along with a schema, for `json-schema.ts`. */
export interface Notes {
  /** A number with its unit, from `min` to `max` in base units. */
  readonly quantity?: { readonly unit: NumberUnit; readonly min: number; readonly max: number };
  /** What it is when left out, as a scenario spells it; zod keeps a `default` of its own to itself where text becomes a number. */
  readonly fallback?: string | number | boolean;
  /** How it is worked out where it is left out. */
  readonly derived?: string;
  /** Where its default comes from. */
  readonly source?: string;
}

/** Puts notes on a schema that was made just now. Unlike `meta` and `describe` it makes no copy: a schema has hundreds. */
function note<Schema extends z.ZodType>(schema: Schema, notes: Notes & z.GlobalMeta): Schema {
  z.globalRegistry.add(schema, notes);
  return schema;
}

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? "" : "."}`;

/** A map that knows all its keys. */
function map<Shape extends z.ZodRawShape>(what: string, shape: Shape, about = what) {
  const names = Object.keys(shape);
  const known = names.length === 0 ? "no parameters" : `one of ${names.join(", ")}`;
  const schema = z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? say(known, didYouMean(issue.keys[0], names)) : say(`a map: ${what}`),
  });
  return note(schema, { description: sentence(about) });
}

/** A map whose `key` names one of `tables`, which then says what else may stand there. */
function variants<Key extends "kind" | "name">(
  key: Key,
  what: string,
  tables: Readonly<Record<string, Fields>>,
  common: z.ZodRawShape = {},
): z.ZodType<Chosen<Key>> {
  const names = Object.keys(tables);
  const options = names.map((name) => {
    const { about } = tables[name];
    const literal = note(z.literal(name), { description: sentence(about) });
    return map(name, { [key]: literal, ...common, ...shapeOf(tables[name]) }, about);
  });
  return z.discriminatedUnion(key, options as [(typeof options)[0]], {
    error: (issue) => {
      if (issue.code !== "invalid_union") return say(`a map with the ${key} of ${what}`);
      return oneOf(names, (issue.input as Record<string, unknown>)[key]);
    },
  }) as unknown as z.ZodType<Chosen<Key>>;
}

/** A policy by name alone, or with parameters. */
function policySchema(
  tables: Readonly<Record<string, Fields>>,
  role: string,
  common?: z.ZodRawShape,
): z.ZodType<Chosen<"name">> {
  const names = Object.keys(tables);
  const byName = note(z.string({ error: say("a name") }).pipe(choice(names)), {
    anyOf: names.map((name) => ({ const: name, description: sentence(tables[name].about) })),
  });
  const named = byName.transform((name): Chosen<"name"> => ({ name }));
  const error = say(`one of ${names.join(", ")}, or a map with such a name`);
  return z.union([named, variants("name", `a ${role} policy`, tables, common)], { error });
}

function shapeOf(fields: Fields): Record<string, z.ZodType> {
  return {
    ...rowShape(fields),
    ...mapValues(fields.lists, (row) =>
      z
        .array(rowSchema(row), { error: say("a list") })
        .optional()
        .describe(row.about),
    ),
  };
}

function rowShape({ params, texts, hosts, required = [] }: Row): Record<string, z.ZodType> {
  const optional = (name: string, schema: z.ZodType) => (required.includes(name) ? schema : schema.optional());
  return {
    ...mapValues(texts, ({ about }, name) => optional(name, text("a name").describe(about))),
    ...mapValues(hosts, hostSchema),
    ...mapValues(params, (param, name) =>
      optional(name, paramSchema(param).meta(notesOf(param, required.includes(name)))),
    ),
  };
}

/** What to know of a parameter; one that must be given has no default. */
function notesOf(param: Param, mustBeGiven: boolean): Notes & z.GlobalMeta {
  const { about: description, source } = param;
  if (mustBeGiven) return { description, source };
  const fallback = spellDefault(param);
  return fallback === undefined
    ? { description, source, derived: defaultText(param) }
    : { description, source, fallback };
}

/** A list of rows, empty where it is left out. */
const rows = (row: Row) =>
  z
    .array(rowSchema(row), { error: say("a list") })
    .prefault([])
    .describe(row.about);

/** A link that is slower than its kind. */
const slowRow: Row = {
  about: "Links that are slower than the others of their kind.",
  texts: { link: { about: "Its name, after its ends: leaf0-spine1." } },
  params: { rate: { ...hostRate, about: "Its rate, each way." } },
  required: ["link", "rate"],
};

/** A row is a map, or text with the same fields in the same order. */
function rowSchema(row: Row): z.ZodType {
  const shape = rowShape(row);
  const names = Object.keys(shape);
  const fields = map("a row", shape);
  const asText = z.string({ error: say("text") }).transform((line, context) => {
    const parts = line.split(",");
    if (parts.length > names.length) {
      const message = say(`at most ${names.length} fields: ${names.join(", ")}`);
      context.issues.push({ code: "custom", input: line, message });
      return z.NEVER;
    }
    return Object.fromEntries(parts.map((part, k) => [names[k], part.trim()]));
  });
  const fromText = asText.pipe(fields as z.ZodType<unknown, Record<string, string>>);
  note(fromText, { description: `The same as text: ${names.join(", ")}.` });
  return z.union([fromText, fields], {
    error: say(`a map, or text such as "${names.slice(0, 3).join(", ")}"`),
  });
}

function hostSchema({ many, about, default: fallback }: HostField): z.ZodType {
  const error = say('hosts by name, such as h0, "h1..h29", all, or a list of such');
  const schema = many ? z.union([text("a host"), z.array(text("a host"), { error })], { error }) : text("a host");
  return (fallback === undefined ? schema : schema.prefault(fallback)).describe(about);
}

function paramSchema(param: Param): z.ZodType {
  if (param.unit === "flag") return flag();
  if (param.unit === "choice") return choice(param.choices);
  return quantity(param.unit, param.min, param.max);
}

const flag = () => z.boolean({ error: say("true or false") });

const classNumber = () => quantity("count", 0, 7);

/** A name; one that is a number to YAML is text all the same. */
const text = (what: string) => z.union([z.string(), z.number()], { error: say(what) }).transform(String);

function choice<const Names extends readonly string[]>(names: Names) {
  return z.enum(names, { error: (issue) => oneOf(names, issue.input) });
}

/** More names than anybody reads, where one can be suggested. */
const MANY = 12;

function oneOf(names: readonly string[], given: unknown): string {
  const hint = typeof given === "string" ? (didYouMean(given, names) ?? thatBegin(given, names)) : undefined;
  return say(
    names.length > MANY && hint !== undefined ? `one of ${names.length} names` : `one of ${names.join(", ")}`,
    hint,
  );
}

/** `websearch` is no distribution, but three have names that begin so. */
function thatBegin(given: string, names: readonly string[]): string | undefined {
  const longer = given === "" ? [] : names.filter((name) => name.startsWith(given.toLowerCase()));
  return longer.length === 0 ? undefined : `There is ${longer.join(", ")}.`;
}

/** A number with its unit as text, from `min` to `max` in base units. */
function quantity(unit: NumberUnit, min: number, max: number) {
  const error = (issue: { readonly input?: unknown }) => flaw(unit, min, max, issue.input);
  const schema = z.union([z.string(), z.number()], { error }).transform((given, context) => {
    const message = flaw(unit, min, max, given);
    if (message === undefined) return parseQuantity(unit, given);
    context.issues.push({ code: "custom", input: given, message });
    return z.NEVER;
  });
  return note(schema, { quantity: { unit, min, max } });
}

/** What is wrong with `given`, if anything. */
function flaw(unit: NumberUnit, min: number, max: number, given: unknown): string | undefined {
  const range = rangePhrase(unit, min, max);
  try {
    const value = parseQuantity(unit, given);
    if (value >= min && value <= max) return undefined;
    const isPercent = unit === "ratio" && typeof given === "number" && value > max && value / 100 <= max;
    return say(range, isPercent ? `Did you mean "${given}%"?` : undefined);
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error;
    const plain = unit === "count" || unit === "quanta";
    return say(plain ? range : error.expected, error.hint);
  }
}

/** Bytes of a window: none is 0, and a bandwidth-delay product is found out later. */
function windowSize() {
  const [min, max] = [1, 2 ** 40];
  const error = say("none, bdp, or a size such as 100KB");
  const named = z.enum(["none", "bdp"], {
    error: ({ input }) => {
      const hint = flaw("bytes", min, max, input)?.split("\n")[1];
      return say("none, bdp, or a size such as 100KB", didYouMean(String(input), ["none", "bdp"]) ?? hint);
    },
  });
  return z.union([named.transform((name) => (name === "none" ? 0 : name)), quantity("bytes", min, max)], { error });
}

/** Places of the network by name: one, or a list. */
function places(what: string) {
  const one = text(what);
  const list = z.array(one, { error: say(`${what}, or a list of such`) });
  return z.union([one.transform((name) => [name]), list], { error: say(`${what}, or a list of such`) });
}

/** `{ between: dci0-dci1, policy: pfc, memory: 287MiB }`. */
function linkEntry(policy: ReturnType<typeof policySchema>) {
  const what = "the name of a link such as dci0-dci1, or a pattern such as dci*-dci*";
  return map("a link, its policy and its memory", {
    between: places(what).describe(
      "Links after their two ends: dci0-dci1, all that join these two, dci0-dci1#2, the second of them, or dci*-dci*.",
    ),
    policy: policy.optional().meta({
      description: "Link policy of the ports at both ends.",
      derived: "that of the rest",
    }),
    memory: quantity("bytes", 1, 2 ** 40)
      .optional()
      .meta({
        description:
          "Memory of its own for each port of a switch at an end, besides the switch's; all classes share it.",
        derived: "the switch's, as other ports have",
      }),
    jitter: quantity("ps", 1, 1e9).optional().meta({
      description:
        "Most that a packet takes beyond the link's delay, each way, drawn anew for each; none overtakes the one before.",
      derived: "none",
    }),
  });
}

function flowNumbers() {
  const error = say("all, or a list of flows by number, such as [0, 1]");
  const list = z.array(quantity("count", 0, Number.MAX_SAFE_INTEGER), { error });
  return z.union([z.literal("all", { error }), list], { error });
}

/** `leaf0-spine1`, which never works, or `{ link: leaf0-spine1, at: 2ms }`. */
function failure() {
  const link = text("the name of a link such as leaf0-spine1").describe("Its name, after its ends: leaf0-spine1.");
  const at = quantity("ps", 0, Number.MAX_SAFE_INTEGER).prefault(0).describe("When it fails; 0: it never works.");
  const error = say("a link such as leaf0-spine1, or a map with link and at");
  return z.union([link.transform((name) => ({ link: name, at: 0 })), map("a failure", { link, at })], { error });
}

const NOUNS: Readonly<Record<NumberUnit, string>> = {
  ps: "a time",
  delay: "a delay",
  bytes: "a size",
  bps: "a rate",
  ratio: "a number",
  count: "a whole number",
  quanta: "a number of quanta",
};

/** "a size from 1 B to 1 TiB", "a whole number of 0 or more". */
export function rangePhrase(unit: NumberUnit, min: number, max: number): string {
  const ratio = (value: number): string => spell(value, "ratio");
  const format = { ps: formatTime, delay: formatTime, bytes: formatBytes, bps: formatRate, ratio };
  const shown = unit === "count" || unit === "quanta" ? String : format[unit];
  const range = max === Number.MAX_SAFE_INTEGER ? `of ${shown(min)} or more` : `from ${shown(min)} to ${shown(max)}`;
  return `${NOUNS[unit]} ${range}`;
}

function mapValues<In, Out>(
  record: Readonly<Record<string, In>> | undefined,
  change: (value: In, name: string) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(record ?? {}).map(([name, value]) => [name, change(value, name)]));
}
