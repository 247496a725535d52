import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import * as tables from "../policies/policies.ts";
import { jsonSchema, type JsonSchema } from "./json-schema.ts";
import { parseQuantity } from "./quantity.ts";

const schema = jsonSchema(tables);

/** Every part of the schema, with the path that leads to it. */
function parts(part: JsonSchema, path: string): { readonly path: string; readonly part: JsonSchema }[] {
  return [
    { path, part },
    ...Object.entries(part.properties ?? {}).flatMap(([name, one]) => parts(one, `${path}.${name}`)),
    ...(part.items === undefined ? [] : parts(part.items, `${path}[]`)),
    ...[...(part.anyOf ?? []), ...(part.oneOf ?? [])].flatMap((one, k) => parts(one, `${path}|${k}`)),
  ];
}
const all = parts(schema, "");

/** True if `value` conforms to the schema. It covers the features of draft 7 that the schema uses. */
function conforms(value: unknown, part: JsonSchema): boolean {
  const { type, const: only, enum: names, properties = {}, required = [] } = part;
  if (only !== undefined && value !== only) return false;
  if (names !== undefined && !names.includes(value)) return false;
  if (type !== undefined && ![type].flat().some((one) => isOf(value, one))) return false;
  if (part.anyOf !== undefined && !part.anyOf.some((one) => conforms(value, one))) return false;
  if (part.oneOf !== undefined && part.oneOf.filter((one) => conforms(value, one)).length !== 1) return false;
  if (typeof value === "string" && part.pattern !== undefined && !new RegExp(part.pattern).test(value)) return false;
  if (typeof value === "number" && (value < (part.minimum ?? value) || value > (part.maximum ?? value))) return false;
  if (Array.isArray(value)) return value.every((one) => part.items === undefined || conforms(one, part.items));
  if (typeof value !== "object" || value === null) return true;
  const entries = Object.entries(value);
  return (
    required.every((name) => Object.hasOwn(value, name)) &&
    entries.every(([name, one]) =>
      properties[name] === undefined ? part.additionalProperties !== false : conforms(one, properties[name]),
    )
  );
}

function isOf(value: unknown, type: string): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

test("every field says what it is; quantities in which unit and range", () => {
  const fields = all.flatMap(({ path, part }) =>
    Object.entries(part.properties ?? {}).map(([name, one]) => [`${path}.${name}`, one] as const),
  );
  expect(fields.length).toBeGreaterThan(150);
  expect(fields.filter(([, { description }]) => !/^\w.*[.?]$/s.test(description ?? "")).map(([path]) => path)).toEqual(
    [],
  );
  const [, kmin] = fields.find(([path]) => path.endsWith(".kmin")) ?? [];
  expect(kmin).toMatchObject({
    description: "Backlog up to which no packet is marked. A size from 0 B to 1 TiB. Source: HPCC simulator, 100G.",
    default: "400KB",
  });
});

test("what must be there is required, and no map takes a field that nobody knows", () => {
  expect(schema.required).toEqual(["until", "topology", "traffic"]);
  const maps = all.filter(({ part }) => part.properties !== undefined);
  expect(maps.filter(({ part }) => part.additionalProperties !== false).map(({ path }) => path)).toEqual([]);
  const variants = maps.filter(({ part }) => part.properties?.["kind"]?.const ?? part.properties?.["name"]?.const);
  expect(variants.length).toBeGreaterThan(30);
  for (const { part } of variants) expect(part.required).toContain("kind" in (part.properties ?? {}) ? "kind" : "name");
});

test("names of policies, topologies and traffic are listed, each with what it is", () => {
  for (const [role, modules] of Object.entries(tables.policies)) {
    const named = all.filter(({ path, part }) => path.startsWith(`.policies.${role}|`) && part.const !== undefined);
    for (const [name, { about }] of Object.entries<{ about: string }>(modules)) {
      const found = named.find(({ part }) => part.const === name);
      expect(found?.part.description?.toLowerCase()).toContain(about.toLowerCase());
    }
  }
  const kinds = (path: string) => all.filter((one) => one.path.startsWith(path) && one.path.endsWith(".kind"));
  const constants = (path: string) => kinds(path).map(({ part }) => part.const);
  expect(constants(".topology|")).toEqual(expect.arrayContaining(Object.keys(tables.topologies)));
  expect(constants(".traffic[]|")).toEqual(Object.keys(tables.trafficKinds));
});

test("nothing of the notes is left in it, and it is draft 7", () => {
  expect(schema.$schema).toBe("http://json-schema.org/draft-07/schema#");
  const strange = all.filter(({ part }) => part.quantity ?? part.derived ?? part.source ?? part.fallback);
  expect(strange).toEqual([]);
});

describe("scenarios conform as they are read", () => {
  const folder = new URL("../../scenarios/starter/", import.meta.url);
  test.each(readdirSync(folder).filter((name) => name.endsWith(".yaml")))("%s does", (name) => {
    expect(conforms(parse(readFileSync(new URL(name, folder), "utf8"), { merge: true }), schema)).toBe(true);
  });

  const base = { until: "1ms", topology: { kind: "star" }, traffic: [{ kind: "incast" }] };
  test.each([
    ["no unit", { until: 100 }],
    ["a unit of something else", { until: "1MB" }],
    ["a kind nobody knows", { topology: { kind: "strar" } }],
    ["a field nobody knows", { topology: { kind: "star", host: 3 } }],
    ["a policy nobody knows", { policies: { buffer: "td" } }],
    ["a policy of another role", { policies: { buffer: { name: "sih" } } }],
    ["a count out of range", { classes: { default: 8 } }],
    ["no traffic", { traffic: undefined }],
  ])("%s does not", (_what, change) => {
    expect(conforms(base, schema)).toBe(true);
    expect(conforms(JSON.parse(JSON.stringify({ ...base, ...change })), schema)).toBe(false);
  });

  test("a quantity conforms exactly if it can be read", () => {
    const until = schema.properties?.["until"] ?? {};
    const units = ["ps", "ns", "us", "µs", "ms", "s", "m", "S", "", "KB"];
    const number = fc.constantFrom("1", "2.5", ".5", "3.", "1e3", "2E-1", "x", "-1", "1.2.3");
    fc.assert(
      fc.property(number, fc.constantFrom("", " "), fc.constantFrom(...units), (digits, blank, unit) => {
        const text = digits + blank + unit;
        let read = true;
        try {
          parseQuantity("ps", text);
        } catch {
          read = false;
        }
        // A pattern cannot check that the value is a whole number of picoseconds.
        if (unit !== "ps") expect([text, conforms(text, until)]).toEqual([text, read]);
      }),
    );
  });
});
