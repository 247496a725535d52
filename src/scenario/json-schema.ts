/**
 * Describes the shape of a scenario as JSON Schema (draft 7). Editors use the schema for completion, explanations and checks.
 *
 * The JSON Schema is derived from the zod schema that checks scenarios, so the two agree. Draft 7 cannot express every check, such as the
 * existence of a named host; `xoff run` makes those checks. The descriptions state units, ranges, defaults and sources.
 */
import * as z from "zod";

import { unitNames } from "./quantity.ts";
import { scenarioSchema } from "./schema.ts";
import { rangePhrase } from "./quantity-flaw.ts";
import type { Notes } from "./schema-words.ts";
import type { Tables } from "./tables.ts";

/** A JSON Schema, or a part of one. */
export interface JsonSchema extends Notes {
  readonly $schema?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  /** Marks a former name that is still accepted. */
  readonly deprecated?: boolean;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
}

const TITLE = "xoff scenario";

export function jsonSchema(tables: Tables): JsonSchema {
  return { $schema: "http://json-schema.org/draft-07/schema#", title: TITLE, ...finished(notedSchema(tables)) };
}

/**
 * The JSON Schema without the changes of the function `finished`: units, defaults and sources are still separate fields.
 * `finished` expresses them in draft 7, for example as sentences in the descriptions.
 */
export function notedSchema(tables: Tables): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(scenarioSchema(tables), { target: "draft-7", io: "input" });
  return schema as JsonSchema;
}

/** Returns a schema part with its notes (units, defaults and sources) expressed in draft 7: as sentences, patterns and ranges. */
function finished({ quantity, fallback, derived, source, ...part }: JsonSchema): JsonSchema {
  const { description, default: own = fallback, type, properties, items, anyOf, oneOf, ...rest } = part;
  const notes = { ...(description !== undefined && { description }), ...(quantity && { quantity }) };
  const about = sentences({
    ...notes,
    ...(derived !== undefined && { derived }),
    ...(source !== undefined && { source }),
  });
  return {
    ...(about !== "" && { description: about }),
    ...(own !== undefined && { default: own }),
    ...(quantity === undefined ? type !== undefined && { type } : { anyOf: spellings(quantity) }),
    ...(properties && { properties: mapValues(properties, finished) }),
    ...(items && { items: finished(items) }),
    ...(anyOf && { anyOf: anyOf.map(finished) }),
    ...(oneOf && { oneOf: oneOf.map(finished) }),
    ...rest,
  };
}

/**
 * The description of a schema part as text: its meaning and range, its value if omitted, and the source of its default.
 */
export function sentences({ description, quantity, derived, source }: JsonSchema): string {
  const parts = [
    description,
    quantity && `${capital(rangePhrase(quantity.unit, quantity.min, quantity.max))}.`,
    derived && `If omitted: ${derived}.`,
    source && `Source: ${source}.`,
  ];
  return parts.filter((part) => part !== undefined).join(" ");
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function mapValues<In, Out>(record: Readonly<Record<string, In>>, change: (value: In) => Out): Record<string, Out> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

const NUMBER = "(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?";

/**
 * The accepted spellings of a quantity.
 *
 * - a ratio, a count or quanta: a number, or text with a number
 * - any other quantity, such as a time: text with a unit. If 0 is permitted, it needs no unit.
 */
function spellings({ unit, min, max }: NonNullable<Notes["quantity"]>): JsonSchema[] {
  const text = (after = ""): JsonSchema => ({ type: "string", pattern: `^\\s*${NUMBER}${after}\\s*$` });
  switch (unit) {
    case "ratio":
      return [{ type: "number", minimum: min, maximum: max }, text(`(\\s*%|\\s*/\\s*${NUMBER})?`)];
    case "count":
      return [{ type: "integer", minimum: min, maximum: max }, text()];
    case "quanta":
      return [{ type: "integer", minimum: min, maximum: max }, text("(\\s*quanta)?")];
    default: {
      const withUnit = text(`\\s*(${unitNames(unit).join("|")})`);
      return min > 0 ? [withUnit] : [withUnit, { const: 0 }, { const: "0" }];
    }
  }
}
