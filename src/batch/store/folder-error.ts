/** What keeps a folder or a file from being read or written, and whose matter that is. */

/**
 * mistake   whoever named it can mend it: it is none of ours, or not there
 * disk      the system refused: full, gone, broken
 * busy      another xoff is writing there
 */
type Kind = "mistake" | "disk" | "busy";

/** A folder that cannot be read or written, or that is in the way. */
export class FolderError extends Error {
  override name = "FolderError";
  readonly kind: Kind;

  constructor(message: string, kind: Kind) {
    super(message);
    this.kind = kind;
  }
}

/** Codes of the system that say that a name was no good, rather than that the disk is. */
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

/** What the system said, in words. */
function reason(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return Object.hasOwn(MISTAKES, code) ? `${MISTAKES[code]} (${code})` : message;
}

/** Why `path` cannot be written, as it was found before the work: a mistake, which `mend` says how to mend, or a disk that refuses. */
export function notWritable(path: string, error: unknown, mend = ""): FolderError {
  if (error instanceof FolderError) return error;
  const { code = "" } = error as NodeJS.ErrnoException;
  return new FolderError(
    `${path} cannot be written: ${reason(error)}.${mend}`,
    Object.hasOwn(MISTAKES, code) ? "mistake" : "disk",
  );
}

/** The same after the work, when it is no mistake any more. */
export function notWritten(path: string, error: unknown): FolderError {
  if (error instanceof FolderError) return error;
  return new FolderError(`${path} cannot be written: ${(error as Error).message}`, "disk");
}
