/** Runs `xoff schema`: writes the JSON Schema of scenarios. */
import { scenarioJsonSchema } from "../../../run/lab/authoring.ts";
import { signedJson } from "../../../batch/store/signed-text.ts";
import { tablesUsing } from "../files/own-modules.ts";
import { writeOwn } from "../files/own-file.ts";
import { say } from "../terminal/terminal.ts";

export interface SchemaOptions {
  readonly out?: string;
  readonly force?: boolean;
  /** Module files to include in the schema, and folders of such files. */
  readonly use?: readonly string[];
}

export async function writeSchema({ out = "-", force = false, use }: SchemaOptions): Promise<void> {
  const text = signedJson(scenarioJsonSchema(await tablesUsing(use)), 2);
  if (out === "-") {
    process.stdout.write(text);
    return;
  }
  writeOwn(out, text, { force });
  say(`Wrote ${out}. Begin a scenario with: # yaml-language-server: $schema=${out}`);
}
