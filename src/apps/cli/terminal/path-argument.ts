import { InvalidArgumentError } from "commander";

/** A path given on the command line; "" is most often a variable of a script that was never set. */
export function pathGiven(text: string): string {
  if (text !== "") return text;
  throw new InvalidArgumentError("Expected a path, got an empty text.");
}

/** A folder or a page for results: "-" would become its name, and elsewhere stands for standard output. */
export function placeGiven(text: string): string {
  if (text !== "-") return pathGiven(text);
  throw new InvalidArgumentError(
    "Expected a path, got -: results cannot go to standard output. Write ./- for a folder of that name.",
  );
}
