/** Formats output for reading: the terminal's width, with bold headings on a terminal and plain ones in a pipe. */
import pc from "picocolors";

const { isTTY } = process.stdout;
const colors = pc.createColors(isTTY ? !process.env.NO_COLOR && process.env.TERM !== "dumb" : false);

export const { bold, dim } = colors;

/**
 * Characters in a line: the terminal's width. In a pipe COLUMNS sets the width, as in `COLUMNS=200 xoff list | less`; the default is 80.
 */
export const pageWidth = (): number => Math.max(40, process.stdout.columns || Number(process.env.COLUMNS) || 80);
