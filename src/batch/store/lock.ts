/**
 * A lock file that allows one writer at a time. It lies next to the folder or file that is written. The first writer creates it and removes
 * it when it is done.
 *
 * The file names its owner, so that a lock whose process was killed does not block others. Process numbers are reused, so the file also
 * holds the start time of the process, if the system provides it. A lock of another machine cannot be checked from here and stays until a
 * user removes it.
 */
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { FolderError, notWritable } from "./folder-error.ts";
import { sleep } from "./sleep.ts";

interface Holder {
  readonly xoff: "lock";
  readonly pid: number;
  readonly host: string;
  /** Start time of the process in clock ticks of its system; null if the system does not provide it. */
  readonly began: string | null;
  readonly since: string;
}

/** Returns the name of the lock of a file or folder: a hidden file next to it. */
export const lockBeside = (path: string): string => join(dirname(path), `.${basename(path)}.xoff-lock`);

/**
 * Age in ms from which an empty lock file counts as abandoned. A lock file is empty only between its creation and the
 * writing of its owner's name.
 */
const WRITING_MS = 5000;
/** Interval at which a process re-reads an empty lock file, to learn its owner, ms. */
const LOOK_AGAIN_MS = 5;

export class Lock {
  private readonly path: string;
  private readonly text: string;

  private constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  /** Takes the lock of a file or folder. Throws `FolderError`. */
  static of(path: string): Lock {
    try {
      return Lock.take(lockBeside(path), path);
    } catch (error) {
      throw notWritable(path, error);
    }
  }

  /**
   * Takes a lock by creating the lock file `path`. `what` is the locked folder or file, as messages name it. Throws
   * `FolderError` if another process holds the lock. Throws the system's error in all other cases.
   */
  static take(path: string, what: string): Lock {
    const began = beganAt(process.pid) ?? null;
    const since = new Date().toISOString();
    const holder: Holder = { xoff: "lock", pid: process.pid, host: hostname(), began, since };
    const text = `${JSON.stringify(holder)}\n`;
    for (;;) {
      if (create(path, text)) return new Lock(path, text);
      const found = read(path);
      if (found === undefined) continue; // The owner has just removed the lock.
      if (isStale(path, found)) takeAway(path, found);
      else if (found === "") sleep(LOOK_AGAIN_MS);
      else throw busy(path, what, found);
    }
  }

  /** Removes the lock, unless another process has replaced it. */
  release(): void {
    if (read(this.path) === this.text) rmSync(this.path, { force: true });
  }
}

/** Creates the lock file. Returns false if it already exists. */
function create(path: string, text: string): boolean {
  let file: number;
  try {
    file = openSync(path, "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
  try {
    writeSync(file, text);
    closeSync(file);
    return true;
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function holderOf(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder> | null;
    return value?.xoff === "lock" && typeof value.pid === "number" ? (value as Holder) : undefined;
  } catch {
    return undefined;
  }
}

function isStale(path: string, text: string): boolean {
  const holder = holderOf(text);
  if (holder !== undefined) return holder.host === hostname() && !isAlive(holder);
  const stat = statSync(path, { throwIfNoEntry: false });
  return text === "" && stat !== undefined && Date.now() - stat.mtimeMs > WRITING_MS;
}

function isAlive({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const found = beganAt(pid);
  return found === undefined || began === null || found === began;
}

/**
 * Returns the start time of a process, or undefined if the system provides none. The result is "gone" for a process
 * that has ended, even if its parent has not collected its exit status yet.
 */
function beganAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field, the process name in parentheses, may contain blanks and parentheses. So the fields are counted
    // from its last parenthesis on.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? "gone" : fields[19];
  } catch {
    return undefined;
  }
}

/**
 * Removes the lock file whose content is `text`. The file is first renamed. If its content then shows that another
 * process has taken the lock meanwhile, the file gets its name back.
 */
function takeAway(path: string, text: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (read(aside) !== text) {
    try {
      linkSync(aside, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  rmSync(aside, { force: true });
}

function busy(path: string, what: string, text: string): FolderError {
  const holder = holderOf(text);
  if (holder === undefined) {
    return new FolderError(
      `${path}: expected a lock of xoff, found another file. Remove it, or choose another name.`,
      "mistake",
    );
  }
  const far = holder.host !== hostname();
  const who = `another xoff, process ${holder.pid}${far ? ` on ${holder.host}` : ""} since ${holder.since}`;
  const mend = far ? `Remove ${path} if it has ended.` : "Wait for its end, or choose another name.";
  return new FolderError(`${what} is locked by ${who}. ${mend}`, "busy");
}
