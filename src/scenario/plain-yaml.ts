/** Reads a YAML file of another tool as JavaScript values. */
import { parse } from "yaml";
import { InputError } from "../formats/hpcc/input-error.ts";

/** Returns the content of a YAML text as JavaScript values, such as objects and arrays. Throws `InputError` if the text is not YAML. */
export function plainYaml(text: string, file: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100, logLevel: "error" });
  } catch (error) {
    throw new InputError({ file }, "YAML", (error as Error).message.split("\n")[0]);
  }
}
