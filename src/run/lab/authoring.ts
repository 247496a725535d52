/** Help for writing scenarios: their JSON Schema, and a template. The command line and the studio use it. */
import { builtIn } from "../../scenario/registry/tables.ts";
import { jsonSchema, type JsonSchema } from "../../scenario/json-schema.ts";
import type { Tables } from "../../scenario/tables.ts";
import { pathOf } from "../../scenario/path.ts";
import { Source } from "../../scenario/source.ts";
import { scenarioTemplate as template, type TemplateChoice } from "../../scenario/template.ts";

export type { TemplateChoice };

/** The format of a scenario as JSON Schema, draft 7. */
export const scenarioJsonSchema = (tables: Tables = builtIn): JsonSchema => jsonSchema(tables);

/** A new scenario as YAML with comments, with the topology, traffic and policies of `choice`. */
export const scenarioTemplate = (choice: TemplateChoice): string => template(choice, builtIn);

export { plainYaml } from "../../scenario/plain-yaml.ts";

/**
 * The value at a path of a scenario's text, such as "policies.detection.kmin", as JSON. Undefined: the text has no
 * value there. Throws `ScenarioError` if the text cannot be parsed.
 */
export const valueAt = (text: string, path: string): string | undefined =>
  JSON.stringify(new Source(text, "").at(pathOf(path)));

export { edited, type Edit } from "../../scenario/edited.ts";
