/** What `xoff` prints to be read: as wide as the terminal, with bold headings there and plain in a pipe. */
import pc from "picocolors";

const { isTTY } = process.stdout;
const colors = pc.createColors(isTTY ? !process.env.NO_COLOR && process.env.TERM !== "dumb" : false);

export const { bold, dim } = colors;

/** Characters in a line: those of the terminal; in a pipe what COLUMNS says, such as `COLUMNS=200 xoff list | less`, and else 80. */
export const pageWidth = (): number => Math.max(40, process.stdout.columns || Number(process.env.COLUMNS) || 80);
