/** Text into a file that is not there yet. */
import { writeFileSync } from "node:fs";
import { EXIT, Failure } from "./exit.ts";

/**
 * Writes `text` to `path`, or to stdout where it is "-". Throws `Failure`, and leaves what is there as it is, when there is such a file
 * already; `mend` says what to do then.
 */
export function writeNew(path: string, text: string, mend: string): void {
  if (path === "-") {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(path, text, { flag: "wx" });
  } catch (error) {
    throw asFailure(path, error as NodeJS.ErrnoException, mend);
  }
}

function asFailure(path: string, { code, message }: NodeJS.ErrnoException, mend: string): Failure {
  const expected = `${path}: expected a name that is free`;
  switch (code) {
    case "EEXIST":
    case "EISDIR":
      return new Failure(`${expected}, but there is such a file or folder. ${mend}`, EXIT.input);
    case "ENOENT":
    case "ENOTDIR":
      return new Failure(
        `${path}: expected a file in a folder that is there, but there is no such folder.`,
        EXIT.input,
      );
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new Failure(`${path}: expected a file that may be written, but it may not.`, EXIT.input);
    default:
      return new Failure(`${path} cannot be written: ${message}`, EXIT.output);
  }
}
