/** What `xoff` says on stderr. Results go to files and stdout, so that stderr is for people alone. */
import pc from "picocolors";
import { spelledOut } from "../../../base/format.ts";
import { hang } from "../../../base/wrap.ts";

export { formatCount as count, formatCounted as counted } from "../../../base/format.ts";

const { isTTY } = process.stderr;
// A pipe's `isTTY` is undefined; passed on, the library would decide by itself, and colour what a CI machine pipes.
const colors = pc.createColors(isTTY ? !process.env.NO_COLOR && process.env.TERM !== "dumb" : false);

/** A line that is overwritten by the next thing said, if one is on the screen. */
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

/** What follows `label`: broken at blanks for a reader, one line for a program. What has lines of its own keeps them. */
function behind(label: string, given: string): string {
  const line = spelledOut(given);
  if (!isTTY || line.includes("\n")) return ` ${line}`;
  return hang(`${label} `, line, process.stderr.columns || 80).slice(label.length);
}

/** Whether `showPassing` would show anything. */
export const canShowPassing: boolean = isTTY;

/** A line that the next one replaces, cut to the width of the terminal. */
export function showPassing(line: string): void {
  if (!canShowPassing) return;
  write(spelledOut(line).slice(0, (process.stderr.columns || 80) - 1));
  passing = true;
}

export function clearPassing(): void {
  if (passing) write("");
}
