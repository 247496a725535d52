import { InvalidArgumentError } from "commander";

/** A path given on the command line; "" is most often a variable of a script that was never set. */
export function pathGiven(text: string): string {
  if (text !== "") return text;
  throw new InvalidArgumentError("Expected a path, got nothing.");
}
