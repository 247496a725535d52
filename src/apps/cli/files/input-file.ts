/**
 * Reads a file that someone named, whatever it turns out to be: a folder, a pipe that nobody writes to, a device without an end.
 *
 * None of them may keep a command waiting for ever or fill the memory. So files are opened without waiting, and read no further than
 * a limit. Process substitution, `xoff run <(sed ... my.yaml)`, is a pipe and works.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { didYouMean } from "../../../base/params.ts";
import { InputError } from "../../../formats/hpcc/input-error.ts";
import { sleep } from "../../../batch/store/sleep.ts";

/** Instead of what was wanted there is this: "no such file", "a folder". */
export class Unreadable extends Error {
  override name = "Unreadable";
  /** A sentence, such as what may have been meant. */
  readonly hint: string | undefined;

  constructor(found: string, hint?: string) {
    super(found);
    this.hint = hint;
  }
}

const MB = 1e6;
/** Most bytes of a file: what one string can hold. */
const MAX_BYTES = 500 * MB;
/** Most bytes of what has no size of its own. */
const MAX_OF_STREAM = 64 * MB;
const PIECE = 1 << 20;

/** What `read` makes of a file that somebody named as `what`, such as "a .tr trace". Throws `InputError` where it cannot be read. */
export function readNamed<Held>(file: string, what: string, read: (path: string) => Held): Held {
  try {
    return read(file);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new InputError({ file }, what, error.message, error.hint);
  }
}

/** The text of a file of at most `most` bytes. Throws `Unreadable`. */
export const readText = (path: string, most = MAX_BYTES): string => readWhole(path, most).toString("utf8");

/** The bytes of a file of at most `most` bytes. Throws `Unreadable`. */
export function readWhole(path: string, most = MAX_BYTES): Buffer {
  const file = openInput(path);
  try {
    const stat = fstatSync(file);
    const limit = stat.isFile() ? most : Math.min(most, MAX_OF_STREAM);
    if (stat.size > limit)
      throw new Unreadable(`a file of ${Math.ceil(stat.size / MB)} MB`, `The limit is ${limit / MB} MB.`);
    const pieces: Uint8Array[] = [];
    for (let left = limit + 1; ;) {
      const piece = readBytes(file, Math.min(PIECE, left));
      if (piece.length === 0) break;
      pieces.push(piece);
      left -= piece.length;
      if (left === 0) throw new Unreadable(`more than ${limit / MB} MB`);
    }
    if (pieces.length === 0 && stat.isFIFO()) throw new Unreadable("a pipe without a writer");
    return Buffer.concat(pieces);
  } finally {
    closeSync(file);
  }
}

/** A file opened for reading, not a folder. Throws `Unreadable`. */
export function openInput(path: string): number {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw unreadable(error, path);
  }
  if (!fstatSync(file).isDirectory()) return file;
  closeSync(file);
  throw new Unreadable("a folder");
}

/** The next `length` bytes, fewer at the end. */
export function readBytes(file: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let got = 0;
  while (got < length) {
    const n = readOrWait(file, bytes, got);
    if (n === 0) break;
    got += n;
  }
  return bytes.subarray(0, got);
}

/** Bytes read; 0 at the end. A pipe whose writer takes its time says so, and is asked again. */
function readOrWait(file: number, bytes: Uint8Array, at: number): number {
  for (;;) {
    try {
      return readSync(file, bytes, at, bytes.length - at, null);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      sleep(10);
    }
  }
}

function unreadable(error: unknown, path: string): Unreadable {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return new Unreadable("no such file", beside(path));
    case "EISDIR":
      return new Unreadable("a folder");
    case "EACCES":
    case "EPERM":
      return new Unreadable("a file without read permission");
    default:
      return new Unreadable(message);
  }
}

/** The file that may have been meant, if the folder has one of about that name. */
function beside(path: string): string | undefined {
  try {
    const folder = dirname(path);
    const names = readdirSync(folder).map((name) => (path.includes("/") ? join(folder, name) : name));
    return didYouMean(path.includes("/") ? join(folder, basename(path)) : path, names);
  } catch {
    return undefined;
  }
}
