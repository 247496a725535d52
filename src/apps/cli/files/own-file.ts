/**
 * A single file that xoff writes for somebody: a page, a drawing, a record.
 *
 * It ends with a mark that shows that xoff wrote it and nobody has changed it (batch/store/signed-text.ts). Only such a file is replaced, unless
 * `force` says otherwise. A device or a pipe is written as it is.
 */
import { accessSync, constants, existsSync, lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { FolderError, notWritable } from "../../../batch/store/folder-error.ts";
import { isSignedFile } from "../../../batch/store/signed-text.ts";
import { EXIT, Failure } from "../terminal/exit.ts";
import { StagedFile } from "./staged-file.ts";
import { storing } from "./storing.ts";

interface OwnOptions {
  /** Replace what somebody else wrote, or changed. */
  readonly force?: boolean;
  /** How to go on where something is in the way; without it, by --force. */
  readonly mend?: string;
}

/** Throws `Failure` unless `path` may be written. Asked before the work, so that none is lost. */
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

/** Writes it, whole or not at all, and its folder if need be. `text` is marked already. Returns its bytes. Throws `Failure`. */
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
