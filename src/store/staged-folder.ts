/**
 * A folder that appears whole or not at all: filled beside its place under another name, `<folder>.<pid>.partial`, then renamed.
 *
 * So whoever finds the folder finds all of it, whenever the program was killed; what a kill leaves behind is named `.partial`.
 * All steps are synchronous, so no signal handler comes between them.
 */
import { mkdirSync, realpathSync, renameSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";

export class StagedFolder {
  /** Where its content goes until it is published. */
  readonly partial: string;
  private readonly target: string;

  constructor(folder: string) {
    this.target = resolved(folder);
    this.partial = `${this.target}.${process.pid}.partial`;
    this.discard();
    mkdirSync(this.partial, { recursive: true });
  }

  /** Puts the folder in its place, where one that is there already gives way. Between the two steps there is neither, which is as well as whole. */
  publish(): void {
    const isThere = statSync(this.target, { throwIfNoEntry: false }) !== undefined;
    const old = `${this.target}.${process.pid}.old`;
    if (isThere) renameSync(this.target, old);
    try {
      renameSync(this.partial, this.target);
    } catch (error) {
      if (isThere) renameSync(old, this.target);
      throw error;
    }
    if (isThere) rmSync(old, { recursive: true });
  }

  /** Leaves no trace of what is not published. */
  discard(): void {
    rmSync(this.partial, { recursive: true, force: true });
  }
}

/** Behind a symbolic link stands the folder that is meant. */
function resolved(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}
