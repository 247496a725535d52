/**
 * Handles errors of stdout and stderr, such as a closed pipe or a full disk.
 *
 * A command that only prints ends on such an error. A command that writes files continues: `xoff run my.yaml | head` still stores its
 * results.
 */
import { spelledOut } from "../../../base/format.ts";
import { EXIT } from "./exit.ts";
import { complain } from "./terminal.ts";

/**
 * Escape sequences that xoff itself prints, for bold, dim and coloured text and for the deletion of a progress line. None of them hides
 * text.
 */
const OWN = new RegExp(String.raw`(\x1b\[(?:1|2|22|3[1-3]|39)m|^\r\x1b\[K)`);

/** Prevents names in files from controlling the terminal. Every command prints control characters and direction marks as JSON escapes. */
function spellOut(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (chunk: unknown, ...rest: unknown[]) => boolean;
  const plain = (text: string): string =>
    stream.isTTY
      ? text
          .split(OWN)
          .map((piece, k) => (k % 2 === 0 ? spelledOut(piece) : piece))
          .join("")
      : spelledOut(text);
  stream.write = (chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === "string" ? plain(chunk) : chunk, ...rest);
}

/** Installs the error handlers of stdout and stderr. Call this function once, before any output. */
export function watchOutlets(leavesFiles: boolean): void {
  spellOut(process.stdout);
  spellOut(process.stderr);
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
  // A closed stderr is no reason to stop: files are still written, and the exit code reports the outcome.
  process.stderr.on("error", () => {});
}
