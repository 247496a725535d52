/** A file that is to be written where nothing is yet, and that appears whole or not at all. */
import { existsSync } from "node:fs";
import { EXIT, Failure } from "./exit.ts";
import { StagedFile } from "./staged-file.ts";

/** Throws `Failure` where something is there. */
export function newFile(path: string): StagedFile {
  if (existsSync(path))
    throw new Failure(
      `${path}: expected a name that is free, but there is such a file or folder. Name another with --out.`,
      EXIT.input,
    );
  return new StagedFile(path, { isNew: true });
}
