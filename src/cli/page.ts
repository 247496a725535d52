/** What `xoff` prints to be read: as wide as the terminal, with bold headings there and plain in a pipe. */
import pc from "picocolors";

const { isTTY } = process.stdout;
const colors = pc.createColors(isTTY ? !process.env.NO_COLOR && process.env.TERM !== "dumb" : false);

export const { bold, dim } = colors;

/** Characters in a line: those of the terminal, and 80 in a pipe. */
export const pageWidth = (): number => Math.max(40, process.stdout.columns || 80);
