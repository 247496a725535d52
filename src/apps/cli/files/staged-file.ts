/**
 * A file that appears only once it is complete: it is written under a temporary name in the same folder, then renamed.
 *
 * If the program is killed, the final name therefore never has an incomplete file. Only the temporary file is left, whose
 * name ends in `.partial`. A device or a pipe cannot be replaced by a rename, so it is written directly. Writes are
 * synchronous, so a run waits for each of them.
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
  /** The path as the user named it. */
  readonly path: string;
  bytes = 0;
  private readonly target: string;
  private readonly partial: string;
  /** File descriptor; -1 once the file is closed. */
  private file = -1;
  private readonly isNew: boolean;

  /** With `isNew`, publishing fails if the path exists. `shown` is the path in messages. */
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

  /** Closes the file. Its contents are complete, but the file is not yet published. */
  close(): void {
    if (this.file < 0) return;
    const file = this.file;
    this.file = -1;
    this.attempt(() => {
      closeSync(file);
    });
  }

  /** Moves the file to its final path. */
  publish(): void {
    this.close();
    if (this.partial === this.target) return;
    this.attempt(() => {
      if (this.isNew) renameToNew(this.partial, this.target);
      else renameSync(this.partial, this.target);
    });
  }

  /** Deletes the unpublished file. */
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

/** Renames a file without overwriting. Throws if the new name exists. */
function renameToNew(from: string, to: string): void {
  try {
    // A hard link never overwrites a file.
    linkSync(from, to);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || existsSync(to)) throw error;
    // The file system of this path has no hard links, so the file is renamed.
    renameSync(from, to);
    return;
  }
  rmSync(from);
}

/** The target of a symbolic link, or the path itself. */
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
