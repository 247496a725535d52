/** `xoff schema`: writes a JSON Schema of scenarios for editors. */
import type { Command } from "commander";
import { pathGiven } from "../terminal/path-argument.ts";
import { repeated } from "../terminal/repeated.ts";
import type { SchemaOptions } from "./work.ts";

export function addSchema(program: Command): void {
  program
    .command("schema")
    .summary("print the JSON Schema of scenario files, for editors")
    .description(
      "Prints the structure of a scenario as JSON Schema (draft 7): every field with its meaning, unit, range and default. Editors use " +
        "it to complete, explain and check scenarios. In VS Code, with the YAML extension, begin a scenario with the line\n  # " +
        "yaml-language-server: $schema=xoff.schema.json\n`xoff new` writes this line if the schema is next to the new scenario.",
    )
    .option("--out <file>", "file to write; only an older schema of xoff is overwritten", pathGiven)
    .option("--use <path>", "also load the policies of this file or folder; repeatable", repeated)
    .option("--force", "overwrite any file")
    .addHelpText(
      "after",
      `
Examples:
  xoff schema --out xoff.schema.json
  xoff schema | jq .properties.switch`,
    )
    .action(async (options: SchemaOptions) => {
      await (await import("./work.ts")).writeSchema(options);
    });
}
