/** Completion at the cursor, from the scenario's schema: the names of fields and their possible values. */
import {
  ifNotIn,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from "@codemirror/autocomplete";
import { pathAt } from "./path-at.ts";

/** The keywords of JSON Schema that the scenario's schema uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Offers nothing in comments of YAML and TypeScript. There the Enter key begins a line, and must not accept a completion. */
export const outsideComments = (source: CompletionSource): CompletionSource =>
  ifNotIn(["Comment", "LineComment", "BlockComment"], source);

export function completeFrom(schema: () => Promise<Schema>) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.state.doc.sliceString(0, context.pos);
    const word = /[\w./-]*$/.exec(before)?.[0] ?? "";
    if (word === "" && !context.explicit && !/[:,{[-] $/.test(before)) return null;
    const { path, siblings, isValue } = pathAt(before.slice(0, before.length - word.length));
    const parts = partsAt(await schema(), path, siblings);
    const options = isValue ? parts.flatMap(valuesOf) : fieldsOf(parts, siblings);
    return options.length === 0 ? null : { from: context.pos - word.length, options: unique(options) };
  };
}

/**
 * All alternatives of the schema at a path. An alternative is left out if it contradicts `siblings`, the other fields
 * of the same map.
 */
export function partsAt(schema: Schema, path: readonly string[], siblings: Readonly<Record<string, string>>): Schema[] {
  let parts = [schema];
  for (const step of path) {
    parts = parts.flatMap(alternatives).flatMap((part) => {
      if (step === "[]") return part.items === undefined ? [] : [part.items];
      const next = part.properties?.[step];
      return next === undefined ? [] : [next];
    });
  }
  return parts.flatMap(alternatives).filter((part) => agrees(part, siblings));
}

const alternatives = (part: Schema): Schema[] => {
  const some = [...(part.anyOf ?? []), ...(part.oneOf ?? [])];
  return some.length === 0 ? [part] : some.flatMap(alternatives);
};

/**
 * Whether the schema allows the fields that the edited map already has (`siblings`). In a policy's schema, `name` is a
 * constant. So a map with another name does not fit.
 */
const agrees = ({ properties = {} }: Schema, siblings: Readonly<Record<string, string>>): boolean =>
  Object.entries(siblings).every(([name, value]) => {
    const wanted = properties[name]?.const;
    return wanted === undefined || value === "" || wanted === value;
  });

function fieldsOf(parts: readonly Schema[], siblings: Readonly<Record<string, string>>): Completion[] {
  return parts.flatMap(({ properties = {} }) =>
    Object.entries(properties)
      .filter(([name]) => !(name in siblings))
      .map(([name, part]): Completion => {
        const info = part.description;
        return { label: name, type: "property", apply: `${name}: `, ...(info === undefined ? {} : { info }) };
      }),
  );
}

function valuesOf({
  const: only,
  enum: some = [],
  default: usual,
  description,
  type,
  properties,
}: Schema): Completion[] {
  const values = only === undefined ? [...some] : [only];
  if (type === "boolean") values.push(true, false);
  if (usual !== undefined && ["string", "number"].includes(typeof usual)) values.push(usual);
  // A policy can be written as its name alone, without a map of parameters.
  const name = properties?.["name"]?.const;
  if (name !== undefined) values.push(name);
  return values
    .filter((value) => ["string", "number", "boolean"].includes(typeof value))
    .map((value) => ({
      label: String(value),
      type: "enum",
      ...(value === usual ? { detail: "default" } : {}),
      ...(description === undefined ? {} : { info: description }),
    }));
}

function unique(options: readonly Completion[]): Completion[] {
  return [...new Map(options.map((option) => [option.label, option])).values()];
}
