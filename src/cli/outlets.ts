/**
 * stdout and stderr where nobody can take what they are given: a pipe that was closed, a full disk.
 *
 * A command that only prints ends then. One that leaves files goes on: whoever ran `xoff run my.yaml | head` wants the results all the same.
 */
import { EXIT } from "./exit.ts";
import { complain } from "./terminal.ts";

/** Called once, before anything is printed. */
export function watchOutlets(leavesFiles: boolean): void {
  let failed = false;
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") {
      if (!leavesFiles) process.exit();
      return;
    }
    if (!failed) complain(`stdout cannot be written: ${error.message}`);
    failed = true;
    if (!leavesFiles) process.exit(EXIT.output);
  });
  process.on("exit", (code) => {
    if (failed && code === EXIT.done) process.exitCode = EXIT.output;
  });
  // Nobody listens, but files are still to be written, and the exit code says the rest.
  process.stderr.on("error", () => {});
}
