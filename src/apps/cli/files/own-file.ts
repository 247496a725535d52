/**
 * Writes a single file for the user: a page, a drawing or a record.
 *
 * A signature at its end shows that xoff wrote the file and that the file is unchanged (batch/store/signed-text.ts). Only a file with a
 * valid signature is overwritten, unless `force` is set. A device or a pipe is written without this check and without a
 * temporary file (staged-file.ts).
 */
import { accessSync, constants, existsSync, lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { FolderError, notWritable } from "../../../batch/store/folder-error.ts";
import { isSignedFile } from "../../../batch/store/signed-text.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { StagedFile } from "./staged-file.ts";
import { storing } from "./storing.ts";

interface OwnOptions {
  /** Overwrite a file that has no valid signature. */
  readonly force?: boolean;
  /**
   * Advice for the user if the existing file at the path must not be overwritten. Default: choose another name, or use
   * --force.
   */
  readonly mend?: string;
}

/** Throws `Failure` unless `path` may be written. Commands check this before their work, so that no result is lost. */
export function checkOwn(path: string, options: OwnOptions = {}): void {
  storing(() => {
    try {
      check(path, options);
    } catch (error) {
      throw notWritable(path, error);
    }
  });
}

function check(
  path: string,
  { force = false, mend = "Choose another name, or replace it with --force." }: OwnOptions,
): void {
  const mistake = (found: string): FolderError => new FolderError(`${path}: expected ${found}`, "mistake");
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) throw mistake("a file name, found a folder. Choose another name.");
  if (stat === undefined) {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined)
      throw mistake("a file, found a symbolic link without a target. Remove it, or choose another name.");
    const above = nearestThere(dirname(resolve(path)));
    if (!statSync(above).isDirectory())
      throw mistake(`a file in a folder, but ${above} is not a folder. Choose another name.`);
    accessSync(above, constants.W_OK);
  } else if (stat.isFile()) {
    accessSync(dirname(realpathSync(path)), constants.W_OK);
    if (!force && !isSignedFile(realpathSync(path)))
      throw mistake(`a new name or an unchanged file of xoff, found another file. ${mend}`);
  }
}

function nearestThere(path: string): string {
  return existsSync(path) ? path : nearestThere(dirname(path));
}

/**
 * Writes a file, either completely or not at all, and creates its folder if necessary. `text` already ends with the
 * signature by which xoff recognises its own files. Returns the number of bytes. Throws `Failure`.
 */
export function writeOwn(path: string, text: string, options: OwnOptions = {}): number {
  checkOwn(path, options);
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw new Failure(`${path} cannot be written: ${(error as Error).message}`, EXIT.output);
  }
  const file = new StagedFile(path);
  try {
    file.write(text);
    file.publish();
    return file.bytes;
  } finally {
    file.discard();
  }
}
