/** The width of printed pages, and bold and dim text. Text stays plain in a pipe. */
import pc from "picocolors";

const { isTTY } = process.stdout;
const colors = pc.createColors(isTTY ? !process.env.NO_COLOR && process.env.TERM !== "dumb" : false);

export const { bold, dim } = colors;

/**
 * Number of characters in a line. On a terminal it is the terminal's width. In a pipe, the variable COLUMNS sets it, as
 * in `COLUMNS=200 xoff list | less`. The default is 80.
 */
export const pageWidth = (): number => Math.max(40, process.stdout.columns || Number(process.env.COLUMNS) || 80);
