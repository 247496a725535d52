import { FolderError } from "../../../batch/store/folder-error.ts";
import { EXIT, Failure } from "../terminal/exit.ts";

/**
 * Returns the result of `work`. If a folder cannot be read or written, throws a `Failure`. Its exit code distinguishes
 * a mistake of the user from an error of the disk.
 */
export function storing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asFailure(error);
  }
}

/** Converts a `FolderError` to a `Failure`. Any other error is returned unchanged. */
export function asFailure(error: unknown): unknown {
  if (!(error instanceof FolderError)) return error;
  return new Failure(error.message, { mistake: EXIT.input, disk: EXIT.output, busy: EXIT.busy }[error.kind]);
}
