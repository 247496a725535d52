/** Reads a YAML file of another tool as plain values. */
import { parse } from "yaml";
import { InputError } from "../formats/hpcc/input-error.ts";

/** The plain values of a YAML text. Throws `InputError`. */
export function plainYaml(text: string, file: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100, logLevel: "error" });
  } catch (error) {
    throw new InputError({ file }, "YAML", (error as Error).message.split("\n")[0]);
  }
}
