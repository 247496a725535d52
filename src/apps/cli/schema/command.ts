/** `xoff schema`: the shape of a scenario, for editors. */
import type { Command } from "commander";
import { pathGiven } from "../terminal/path-given.ts";
import { repeated } from "../terminal/repeated.ts";
import type { SchemaOptions } from "./work.ts";

export function addSchema(program: Command): void {
  program
    .command("schema")
    .summary("JSON Schema of scenario files, for editors")
    .description(
      "Prints the shape of a scenario as JSON Schema (draft 7): every field with its meaning, unit, range and default. Editors complete, " +
        "explain and check scenarios by it. In VS Code, with the YAML extension, begin a scenario with the line\n" +
        "  # yaml-language-server: $schema=xoff.schema.json\n" +
        "which `xoff new` writes where the schema stands beside the new scenario.",
    )
    .option("--out <file>", "write it there; an older schema of xoff is replaced, nothing else is", pathGiven)
    .option("--use <path>", "with the policies of this file or folder of yours; may be given again", repeated)
    .option("--force", "replace whatever file is there")
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
