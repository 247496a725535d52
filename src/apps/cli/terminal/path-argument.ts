import { InvalidArgumentError } from "commander";

/** A path from the command line. An empty path is rejected, because it most often comes from an unset variable of a script. */
export function pathGiven(text: string): string {
  if (text !== "") return text;
  throw new InvalidArgumentError("Expected a path, got an empty text.");
}

/**
 * A path for a folder or page of results. "-" is rejected: other commands use it for standard output, but here it would become a file name.
 */
export function placeGiven(text: string): string {
  if (text !== "-") return pathGiven(text);
  throw new InvalidArgumentError(
    "Expected a path, got -: results cannot go to standard output. Write ./- for a folder of that name.",
  );
}
