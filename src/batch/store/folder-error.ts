/** The errors of reading and writing folders and files, and who can correct them. */

/**
 * The kind of error.
 * - mistake: the user named a folder that xoff did not write, or that does not exist
 * - disk: the system refused access, because the disk is full, absent or broken
 * - busy: another xoff is writing there
 */
type Kind = "mistake" | "disk" | "busy";

/** A folder that cannot be read or written, or that blocks a command. */
export class FolderError extends Error {
  override name = "FolderError";
  readonly kind: Kind;

  constructor(message: string, kind: Kind) {
    super(message);
    this.kind = kind;
  }
}

/** Error codes of the system that point to a wrong name, not to a broken disk. */
const MISTAKES: Readonly<Record<string, string>> = {
  ENOENT: "the folder does not exist",
  ENOTDIR: "a part of the path is not a folder",
  EISDIR: "it is a folder",
  EEXIST: "such a file exists already",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "its symbolic links form a cycle",
  EINVAL: "the name is not valid for a file",
  EACCES: "permission is missing",
  EPERM: "permission is missing",
  EROFS: "the file system is read-only",
  ETXTBSY: "it is a running program",
};

/** Returns the system's error in words. */
function reason(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return Object.hasOwn(MISTAKES, code) ? `${MISTAKES[code]} (${code})` : message;
}

/**
 * The error for a path that is not writable, if xoff finds this before the run. The cause is a mistake of the user or a
 * disk error. `mend` is the advice for a mistake.
 */
export function notWritable(path: string, error: unknown, mend = ""): FolderError {
  if (error instanceof FolderError) return error;
  const { code = "" } = error as NodeJS.ErrnoException;
  return new FolderError(
    `${path} cannot be written: ${reason(error)}.${mend}`,
    Object.hasOwn(MISTAKES, code) ? "mistake" : "disk",
  );
}

/**
 * The error for a path that cannot be written after the run. The path was writable before the run, so the cause is the
 * disk.
 */
export function notWritten(path: string, error: unknown): FolderError {
  if (error instanceof FolderError) return error;
  return new FolderError(`${path} cannot be written: ${(error as Error).message}`, "disk");
}
