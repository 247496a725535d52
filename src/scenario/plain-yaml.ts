/** A YAML file of somebody else's as plain values. */
import { parse } from "yaml";
import { InputError } from "../formats/hpcc/input-error.ts";

/** Throws `InputError`. */
export function plainYaml(text: string, file: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100, logLevel: "error" });
  } catch (error) {
    throw new InputError({ file }, "YAML", (error as Error).message.split("\n")[0]);
  }
}
