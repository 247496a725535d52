import { expect, test } from "vitest";
import * as z from "zod";

import * as tables from "../policies.ts";
import { scenarioSchema } from "./schema.ts";

test("the schema can be written as JSON Schema: kinds, units in text, defaults and descriptions", () => {
  const json = z.toJSONSchema(scenarioSchema(tables), { io: "input" });
  expect(json.required).toEqual(["until", "topology", "traffic"]);
  expect(json.additionalProperties).toBe(false);
  expect(json.properties?.["switch"]).toMatchObject({
    properties: { memory: { default: "16MiB", type: ["string", "number"] } },
  });
  const topologies = (json.properties?.["topology"] as { oneOf: { properties: { kind: unknown } }[] }).oneOf;
  expect(topologies.map(({ properties }) => properties.kind)).toEqual(
    Object.keys(tables.topologies).map((name) => ({ type: "string", const: name })),
  );
  expect(JSON.stringify(json)).toContain(tables.policies.buffer.dt.params.alpha.about);
});
