/**
 * A file that appears whole or not at all: written under another name beside its own, then renamed.
 *
 * So whoever finds the file finds all of it, whenever the program was killed; what a kill leaves behind is named `.partial`.
 * A device or a pipe, which cannot be renamed onto, is written as it is. Writing is synchronous: it takes turns with the run.
 */
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { EXIT, Failure } from "../terminal/exit.ts";

export class StagedFile {
  /** As the user named it. */
  readonly path: string;
  bytes = 0;
  private readonly target: string;
  private readonly partial: string;
  /** -1: closed. */
  private file = -1;
  private readonly isNew: boolean;

  /** `isNew`: nothing may stand there when it is published. `shown` is what the user calls it. */
  constructor(path: string, { isNew = false, shown = path } = {}) {
    this.path = shown;
    this.isNew = isNew;
    this.target = resolved(path);
    this.partial = isSpecial(this.target) ? this.target : `${this.target}.${process.pid}.partial`;
    this.attempt(() => (this.file = openSync(this.partial, "w")));
  }

  write(piece: string | Uint8Array): void {
    const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
    this.attempt(() => {
      for (let at = 0; at < bytes.length;) at += writeSync(this.file, bytes, at);
    });
    this.bytes += bytes.length;
  }

  /** Nothing more comes. The file is complete, but not yet in its place. */
  close(): void {
    if (this.file < 0) return;
    const file = this.file;
    this.file = -1;
    this.attempt(() => {
      closeSync(file);
    });
  }

  /** Puts the file in its place. */
  publish(): void {
    this.close();
    if (this.partial === this.target) return;
    this.attempt(() => {
      if (this.isNew) renameToNew(this.partial, this.target);
      else renameSync(this.partial, this.target);
    });
  }

  /** Leaves no trace of it. */
  discard(): void {
    try {
      this.close();
    } finally {
      if (this.partial !== this.target) rmSync(this.partial, { force: true });
    }
  }

  private attempt(action: () => void): void {
    try {
      action();
    } catch (error) {
      throw new Failure(`${this.path} cannot be written: ${(error as Error).message}`, EXIT.output);
    }
  }
}

/** Throws where something stands there by now. */
function renameToNew(from: string, to: string): void {
  try {
    linkSync(from, to); // which replaces nothing
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || existsSync(to)) throw error;
    renameSync(from, to); // a file system without links
    return;
  }
  rmSync(from);
}

/** Behind a symbolic link stands the file that is meant. */
function resolved(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isSpecial(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && !stat.isFile();
}
