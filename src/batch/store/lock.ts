/**
 * One writer at a time: a file beside what is written, made by whoever comes first and removed when it is done.
 *
 * It says whose it is. One whose process is gone, as after a kill, holds nobody up: the number of a process alone would not do, since
 * numbers come again, so it also says when that process began, where the system tells. What another machine holds cannot be looked into
 * from here and stands until somebody removes it.
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
  /** In the clock ticks of its system; null: it does not say. */
  readonly began: string | null;
  readonly since: string;
}

/** Name of the lock of a file or folder, hidden beside it. */
export const lockBeside = (path: string): string => join(dirname(path), `.${basename(path)}.xoff-lock`);

/** A lock that is being written has nothing in it yet; after so long nobody writes it any more, ms. */
const WRITING_MS = 5000;
/** Until then whoever finds it looks again so often, to say whose it is. */
const LOOK_AGAIN_MS = 5;

export class Lock {
  private readonly path: string;
  private readonly text: string;

  private constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  /** Of a file or folder, beside it. Throws `FolderError`. */
  static of(path: string): Lock {
    try {
      return Lock.take(lockBeside(path), path);
    } catch (error) {
      throw notWritable(path, error);
    }
  }

  /** `what` is what it stands for, as the user named it. Throws `FolderError` where another has it; what the system says else as it is. */
  static take(path: string, what: string): Lock {
    const began = beganAt(process.pid) ?? null;
    const since = new Date().toISOString();
    const holder: Holder = { xoff: "lock", pid: process.pid, host: hostname(), began, since };
    const text = `${JSON.stringify(holder)}\n`;
    for (;;) {
      if (create(path, text)) return new Lock(path, text);
      const found = read(path);
      if (found === undefined) continue; // it has just gone
      if (isStale(path, found)) takeAway(path, found);
      else if (found === "") sleep(LOOK_AGAIN_MS);
      else throw busy(path, what, found);
    }
  }

  /** Removes it, unless somebody has put another in its place. */
  release(): void {
    if (read(this.path) === this.text) rmSync(this.path, { force: true });
  }
}

/** False: there is one. */
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

/** When the process began; "gone" where it has ended and nobody has asked how; undefined where the system does not tell. */
function beganAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" "); // its name, before, may hold anything
    return fields[0] === "Z" || fields[0] === "X" ? "gone" : fields[19];
  } catch {
    return undefined;
  }
}

/** Removes the lock that holds `text`; where another has taken it meanwhile, that one is put back. */
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
