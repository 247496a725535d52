/** A file whole or not at all, its folder made if need be. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { EXIT, Failure } from "./exit.ts";
import { StagedFile } from "./staged-file.ts";

export function writeWhole(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${(error as Error).message}`, EXIT.output);
  }
  const file = new StagedFile(path);
  try {
    file.write(text);
    file.publish();
  } finally {
    file.discard();
  }
}
