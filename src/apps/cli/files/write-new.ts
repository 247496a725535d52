/** Writes text to a new file. */
import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { EXIT, Failure } from "../terminal/exit.ts";
import { notWritable } from "../../../batch/store/folder-error.ts";
import { asFailure } from "./storing.ts";

/**
 * Writes `text` to `path`, or to stdout if the path is "-". An existing file is kept: the function throws `Failure` with the advice in
 * `mend`.
 */
export function writeNew(path: string, text: string, mend: string): void {
  if (path === "-") {
    process.stdout.write(text);
    return;
  }
  const file = openNew(path, mend);
  try {
    writeFileSync(file, text);
    closeSync(file);
  } catch (error) {
    // This command created the incomplete file, so it may delete it.
    rmSync(path, { force: true });
    throw new Failure(`${path} cannot be written: ${(error as Error).message}`, EXIT.output);
  }
}

function openNew(path: string, mend: string): number {
  try {
    return openSync(path, "wx");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EEXIST" && code !== "EISDIR") throw asFailure(notWritable(path, error));
    const expected = `${path} exists already, and no file is overwritten`;
    throw new Failure(`${expected}. ${mend}`, EXIT.input);
  }
}
