/**
 * stdout and stderr where nobody can take what they are given: a pipe that was closed, a full disk.
 *
 * A command that only prints ends then. One that leaves files goes on: whoever ran `xoff run my.yaml | head` wants the results all the same.
 */
import { spelledOut } from "../base/format.ts";
import { EXIT } from "./exit.ts";
import { complain } from "./terminal.ts";

/** What xoff itself writes to a terminal: weight, red, green, yellow, and a line that the next one replaces. None of it hides text. */
const OWN = new RegExp(String.raw`(\x1b\[(?:1|2|22|3[1-3]|39)m|^\r\x1b\[K)`);

/**
 * Names of hosts, files and policies come from anybody's files. Whatever prints them, a terminal gets no escape sequence and no mark of direction from them:
 * such characters are spelled out, as JSON spells them.
 */
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

/** Called once, before anything is printed. */
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
  // Nobody listens, but files are still to be written, and the exit code says the rest.
  process.stderr.on("error", () => {});
}
