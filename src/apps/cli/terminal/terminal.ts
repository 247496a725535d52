/** Prints messages on stderr. Results go to files and stdout, so that stderr is for people only. */
import pc from "picocolors";
import { spelledOut } from "../../../base/format.ts";
import { hang } from "../../../base/wrap.ts";

export { formatCount as count, formatCounted as counted } from "../../../base/format.ts";

const { isTTY } = process.stderr;
// For a pipe, `isTTY` is undefined, and `createColors` gets an explicit false. For undefined, the library would decide by
// its own rules and colour the output on CI machines.
const colors = pc.createColors(isTTY ? !process.env.NO_COLOR && process.env.TERM !== "dumb" : false);

/** Whether the last line on the screen is a progress line, which the next message overwrites. */
let passing = false;

function write(text: string): void {
  process.stderr.write(passing ? `\r\x1b[K${text}` : text);
  passing = false;
}

export function say(line: string): void {
  write(`${spelledOut(line)}\n`);
}

export function warn(line: string): void {
  write(`${colors.yellow("warning:")}${behind("warning:", line)}\n`);
}

export function complain(line: string): void {
  write(`${colors.red("error:")}${behind("error:", line)}\n`);
}

/** The message after `label`: wrapped at blanks on a terminal, one line in a pipe. A message of several lines is not wrapped. */
function behind(label: string, given: string): string {
  const line = spelledOut(given);
  if (!isTTY || line.includes("\n")) return ` ${line}`;
  return hang(`${label} `, line, process.stderr.columns || 80).slice(label.length);
}

/** Whether `showPassing` prints anything. It prints on a terminal only. */
export const canShowPassing: boolean = isTTY;

/** Shows a line that the next line overwrites, cut to the width of the terminal. */
export function showPassing(line: string): void {
  if (!canShowPassing) return;
  write(spelledOut(line).slice(0, (process.stderr.columns || 80) - 1));
  passing = true;
}

export function clearPassing(): void {
  if (passing) write("");
}
