/**
 * Building blocks of a scenario's schema, each a zod schema:
 * - a map
 * - a map whose field `kind` or `name` decides which other fields are allowed
 * - a list of rows with the same fields. A row is a map or text
 * - a number with its unit
 *
 * The message of a zod issue states the expected value, then a line break and the hint. The documentation of a field (`Notes`) is zod
 * metadata; `json-schema.ts` turns it into sentences.
 */
import * as z from "zod";

import { defaultText, spellDefault } from "../base/param-text.ts";
import { didYouMean, type NumberUnit, type Param } from "../base/params.ts";
import type { HostField } from "../policies/traffic/kind.ts";
import { parseQuantity } from "./quantity.ts";
import { quantityFlaw, say } from "./quantity-flaw.ts";
import type { Fields, Row } from "./tables.ts";

/** A topology, a traffic entry or a policy that was checked against its table. */
export type Chosen<Key extends "kind" | "name"> = Readonly<Record<Key, string>> & Readonly<Record<string, unknown>>;

/** The documentation of a field: its range, default and source. `json-schema.ts` turns it into sentences. */
export interface Notes {
  /** A number with a unit. `min` and `max` are in base units. */
  readonly quantity?: { readonly unit: NumberUnit; readonly min: number; readonly max: number };
  /**
   * The value if the field is omitted, as a scenario spells it. It is stored here, because zod's JSON Schema has no default for a field
   * that converts text to a number.
   */
  readonly fallback?: string | number | boolean;
  /** A description of how the value is derived if the field is omitted. */
  readonly derived?: string;
  /** The source of the default, such as a paper and its section. */
  readonly source?: string;
}

/**
 * Adds notes to a new schema. Unlike `meta` and `describe`, this function makes no copy of the schema; a scenario's schema has hundreds of
 * fields.
 */
function note<Schema extends z.ZodType>(schema: Schema, notes: Notes & z.GlobalMeta): Schema {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), ...notes });
  return schema;
}

/** The two types of a value that YAML may parse as a number. All fields share them, because each new schema takes time. */
const TEXT_OR_NUMBER = [z.string(), z.number()] as const;

export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? "" : "."}`;

/** A schema for a map with a fixed set of keys. */
export function map<Shape extends z.ZodRawShape>(what: string, shape: Shape, about = what) {
  const names = Object.keys(shape);
  const known = names.length === 0 ? "no parameters" : `one of ${names.join(", ")}`;
  const schema = z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys" ? say(known, didYouMean(issue.keys[0], names)) : say(`a map: ${what}`),
  });
  return note(schema, { description: sentence(about) });
}

/** A schema for a map whose field `key` names one of `tables`. The named table defines the map's other fields. */
export function variants<Key extends "kind" | "name">(
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

/** A schema for a policy: its name alone, or a map with its name and parameters. */
export function policySchema(
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

function rowShape({ params, texts, hosts, places: named, required = [] }: Row): Record<string, z.ZodType> {
  const optional = (name: string, schema: z.ZodType) => (required.includes(name) ? schema : schema.optional());
  return {
    ...mapValues(texts, ({ about }, name) => optional(name, note(text("a name"), { description: about }))),
    ...mapValues(hosts, hostSchema),
    ...mapValues(named, ({ about }) =>
      note(places("a name such as h0, leaf0 or leaf0-spine1"), { description: about }),
    ),
    ...mapValues(params, (param, name) =>
      optional(name, note(paramSchema(param), notesOf(param, required.includes(name)))),
    ),
  };
}

/** The notes of a parameter. A required parameter has no default. */
function notesOf(param: Param, mustBeGiven: boolean): Notes & z.GlobalMeta {
  const { about: description, source } = param;
  if (mustBeGiven) return { description, source };
  const fallback = spellDefault(param);
  return fallback === undefined
    ? { description, source, derived: defaultText(param) }
    : { description, source, fallback };
}

/** A schema for a list of rows. The list is empty if it is omitted. */
export const rows = (row: Row) =>
  z
    .array(rowSchema(row), { error: say("a list") })
    .prefault([])
    .describe(row.about);

/** A schema for a row: a map, or text that lists the same fields in the same order. */
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
  const error = say('all, or one or several hosts such as h0 and "h1..h29"');
  const schema = many ? z.union([text("a host"), z.array(text("a host"), { error })], { error }) : text("a host");
  return note(fallback === undefined ? schema : schema.prefault(fallback), { description: about });
}

function paramSchema(param: Param): z.ZodType {
  if (param.unit === "flag") return flag();
  if (param.unit === "choice") return namesOrNumbers(param.choices);
  return quantity(param.unit, param.min, param.max);
}

export const flag = () => z.boolean({ error: say("true or false") });

/** A schema for a name. A name that YAML parses as a number becomes text. */
export const text = (what: string) => z.union(TEXT_OR_NUMBER, { error: say(what) }).transform(String);

/** A schema for places of the network by name: one name, or a list of names. */
export function places(what: string) {
  const one = text(what);
  const list = z.array(one, { error: say(`${what}, or a list of them`) });
  return z.union([one.transform((name) => [name]), list], { error: say(`${what}, or a list of them`) });
}

export function choice<const Names extends readonly string[]>(names: Names) {
  return z.enum(names, { error: (issue) => oneOf(names, issue.input) });
}

/** A schema for one of several names. A name that YAML parses as a number may be written without quotes. */
function namesOrNumbers(names: readonly string[]) {
  const numbers = names.map(Number).filter((number) => !Number.isNaN(number));
  if (numbers.length === 0) return choice(names);
  const error = (issue: { readonly input?: unknown }) => oneOf(names, issue.input);
  return z.union([z.literal(numbers, { error }).transform(String), choice(names)], { error });
}

/** A message with a hint lists at most this many names. It replaces a longer list by the number of names. */
const MANY = 12;

function oneOf(names: readonly string[], given: unknown): string {
  const hint = typeof given === "string" ? (didYouMean(given, names) ?? thatBegin(given, names)) : undefined;
  return say(
    names.length > MANY && hint !== undefined ? `one of ${names.length} names` : `one of ${names.join(", ")}`,
    hint,
  );
}

/**
 * A hint with the names that begin with the given text. For example, `websearch` is no distribution, but three
 * distributions have names that begin with it.
 */
function thatBegin(given: string, names: readonly string[]): string | undefined {
  const longer = given === "" ? [] : names.filter((name) => name.startsWith(given.toLowerCase()));
  return longer.length === 0 ? undefined : `Names are ${longer.join(", ")}.`;
}

/** A schema for a number with its unit as text. `min` and `max` are in base units. */
export function quantity(unit: NumberUnit, min: number, max: number) {
  const error = (issue: { readonly input?: unknown }) => quantityFlaw(unit, min, max, issue.input);
  const schema = z.union(TEXT_OR_NUMBER, { error }).transform((given, context) => {
    const message = quantityFlaw(unit, min, max, given);
    if (message === undefined) return parseQuantity(unit, given);
    context.issues.push({ code: "custom", input: given, message });
    return z.NEVER;
  });
  return note(schema, { quantity: { unit, min, max } });
}

function mapValues<In, Out>(
  record: Readonly<Record<string, In>> | undefined,
  change: (value: In, name: string) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(record ?? {}).map(([name, value]) => [name, change(value, name)]));
}
