/** Help for writing a scenario, for the command line and the studio: its JSON Schema, and a template. */
import { builtIn } from "../../scenario/registry/tables.ts";
import { jsonSchema, type JsonSchema } from "../../scenario/json-schema.ts";
import type { Tables } from "../../scenario/tables.ts";
import { pathOf } from "../../scenario/path.ts";
import { Source } from "../../scenario/source.ts";
import { scenarioTemplate as template, type TemplateChoice } from "../../scenario/template.ts";

export type { TemplateChoice };

/** The form of a scenario as JSON Schema, draft 7. */
export const scenarioJsonSchema = (tables: Tables = builtIn): JsonSchema => jsonSchema(tables);

/** A new scenario as YAML with comments. The names of `choice` are those of the tables. */
export const scenarioTemplate = (choice: TemplateChoice): string => template(choice, builtIn);

export { plainYaml } from "../../scenario/plain-yaml.ts";

/**
 * The value at a path of a scenario's text, such as "policies.detection.kmin", as JSON. Undefined: the text has no such path. Throws
 * `ScenarioError` for a text that cannot be parsed.
 */
export const valueAt = (text: string, path: string): string | undefined =>
  JSON.stringify(new Source(text, "").at(pathOf(path)));
