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
  ENOENT: "there is no such folder",
  ENOTDIR: "part of it is no folder",
  EISDIR: "it is a folder",
  EEXIST: "there is such a file already",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "its symbolic links go in a circle",
  EINVAL: "no file can be called so",
  EACCES: "there is no permission to write there",
  EPERM: "there is no permission to write there",
  EROFS: "nothing can be written there",
  ETXTBSY: "it is a program that runs",
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
