import { FolderError } from "../../../batch/store/folder-error.ts";
import { EXIT, Failure } from "../terminal/exit.ts";

/** What `work` returns; a folder that cannot be read or written ends the command, as the user's mistake or the disk's. */
export function storing<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw asFailure(error);
  }
}

/** The same for what was thrown elsewhere; any other error as it is. */
export function asFailure(error: unknown): unknown {
  if (!(error instanceof FolderError)) return error;
  return new Failure(error.message, { mistake: EXIT.input, disk: EXIT.output, busy: EXIT.busy }[error.kind]);
}
