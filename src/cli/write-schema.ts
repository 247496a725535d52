/** What `xoff schema` writes. */
import { readFileSync } from "node:fs";
import { SCHEMA_TITLE, scenarioJsonSchema } from "../authoring.ts";
import { StagedFile } from "./staged-file.ts";
import { say } from "./terminal.ts";
import { writeNew } from "./write-new.ts";

export function writeSchema(out = "-"): void {
  const text = `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`;
  if (out !== "-" && isOurs(out)) replace(out, text);
  else writeNew(out, text, "It is no schema of xoff, so it stays: choose another name.");
  if (out !== "-") say(`${out} is written. Begin a scenario with: # yaml-language-server: $schema=${out}`);
}

function replace(path: string, text: string): void {
  const file = new StagedFile(path);
  file.write(text);
  file.publish();
}

/** Is it a schema that xoff wrote? */
function isOurs(path: string): boolean {
  try {
    return (JSON.parse(readFileSync(path, "utf8")) as { title?: unknown }).title === SCHEMA_TITLE;
  } catch {
    return false;
  }
}
