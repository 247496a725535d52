/** What `xoff schema` writes. */
import { scenarioJsonSchema } from "../lab/authoring.ts";
import { signedJson } from "../store/signed-text.ts";
import { writeOwn } from "./own-file.ts";
import { say } from "./terminal.ts";

export interface SchemaOptions {
  readonly out?: string;
  readonly force?: boolean;
}

export function writeSchema({ out = "-", force = false }: SchemaOptions): void {
  const text = signedJson(scenarioJsonSchema(), 2);
  if (out === "-") {
    process.stdout.write(text);
    return;
  }
  writeOwn(out, text, { force });
  say(`${out} is written. Begin a scenario with: # yaml-language-server: $schema=${out}`);
}
