/**
 * Reads a file that a user names. The path may also denote a folder, a pipe without a writer, or an endless device.
 *
 * No such path may block a command forever or exhaust memory. Files are therefore opened without blocking and read up to a size limit.
 * Process substitution, `xoff run <(sed ... my.yaml)`, is a pipe and works.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { didYouMean } from "../../../base/params.ts";
import { InputError } from "../../../formats/hpcc/input-error.ts";
import { sleep } from "../../../batch/store/sleep.ts";

/** The path cannot be read. The message describes the problem, such as "no such file" or "a folder". */
export class Unreadable extends Error {
  override name = "Unreadable";
  /** A sentence that helps, such as the name of a similar file. */
  readonly hint: string | undefined;

  constructor(found: string, hint?: string) {
    super(found);
    this.hint = hint;
  }
}

const MB = 1e6;
/**
 * Maximum size of a file in bytes. The text of a larger file could exceed the longest string of Node, which has 2^29 - 24
 * characters (`buffer.constants.MAX_STRING_LENGTH`).
 */
const MAX_BYTES = 500 * MB;
/** Maximum number of bytes from a pipe or a device, which has no size of its own. */
const MAX_OF_STREAM = 64 * MB;
const PIECE = 1 << 20;

/**
 * Reads a file with the function `read`. `what` describes the expected contents, such as "a .tr trace". Throws `InputError` if the file
 * cannot be read.
 */
export function readNamed<Held>(file: string, what: string, read: (path: string) => Held): Held {
  try {
    return read(file);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw new InputError({ file }, what, error.message, error.hint);
  }
}

/** The text of a file with at most `most` bytes. Throws `Unreadable`. */
export const readText = (path: string, most = MAX_BYTES): string => readWhole(path, most).toString("utf8");

/** The contents of a file with at most `most` bytes. Throws `Unreadable`. */
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

/** Opens a file, not a folder, for reading. Throws `Unreadable`. */
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

/** Reads the next `length` bytes, or fewer at the end of the file. */
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

/** The number of bytes read, or 0 at the end of the file. If a pipe has no data yet, the read is repeated. */
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

/** A suggestion for a misspelt path: a file with a similar name in the same folder, if one exists. */
function beside(path: string): string | undefined {
  try {
    const folder = dirname(path);
    const names = readdirSync(folder).map((name) => (path.includes("/") ? join(folder, name) : name));
    return didYouMean(path.includes("/") ? join(folder, basename(path)) : path, names);
  } catch {
    return undefined;
  }
}
