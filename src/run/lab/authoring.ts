/** What helps to write a scenario, for the CLI and the studio: its JSON Schema, and one to begin with. */
import { builtIn } from "../../scenario/registry/tables.ts";
import { jsonSchema, type JsonSchema } from "../../scenario/json-schema.ts";
import type { Tables } from "../../scenario/tables.ts";
import { pathOf } from "../../scenario/path.ts";
import { Source } from "../../scenario/source.ts";
import { scenarioTemplate as template, type TemplateChoice } from "../../scenario/template.ts";

export type { TemplateChoice };

/** The shape of a scenario as JSON Schema, draft 7. */
export const scenarioJsonSchema = (tables: Tables = builtIn): JsonSchema => jsonSchema(tables);

/** A scenario to begin with, as YAML with comments. The names of `choice` are those of the tables. */
export const scenarioTemplate = (choice: TemplateChoice): string => template(choice, builtIn);

export { plainYaml } from "../../scenario/plain-yaml.ts";

/** What a scenario's text says at a path such as "policies.detection.kmin", as JSON; undefined where it says nothing. Throws `ScenarioError` for text that cannot be read. */
export const valueAt = (text: string, path: string): string | undefined =>
  JSON.stringify(new Source(text, "").at(pathOf(path)));
