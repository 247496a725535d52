/**
 * Converts the project's Markdown pages to text for a terminal. It supports the parts of Markdown that these pages use:
 * - headings, paragraphs and lists
 * - tables and code blocks
 * - bold text, which is shown bold
 * - links and images, which are replaced by their text
 * - code spans, which keep their backticks
 */
import { hang, wrap } from "../../../base/wrap.ts";
import { bold } from "../terminal/page.ts";

const HEADING = /^#+ +(.*)$/;
const ITEM = /^(\s*(?:[-*]|\d+\.)) +(.*)$/;
const FENCE = /^\s*```/;
const TABLE = /^\|/;
const CODE = /^ {4}/;
const BLANK = /^\s*$/;

/** The page as lines of at most `width` characters. Code blocks are not wrapped. */
export function markdownText(markdown: string, width: number): string {
  const lines = markdown.trim().split("\n");
  const blocks: string[] = [];
  for (let at = 0; at < lines.length;) {
    const [text, next] = blockAt(lines, at, width);
    blocks.push(text);
    at = next;
  }
  return `${blocks.join("\n")}\n`;
}

/** The block that begins at line `at`, as text, and the index of the first line after the block. */
function blockAt(lines: readonly string[], at: number, width: number): [text: string, next: number] {
  const line = lines[at];
  /** Index of the first line after `at` that matches a pattern in `ends`, or the number of lines if no line matches. */
  const before = (...ends: readonly RegExp[]): number => {
    const more = lines.slice(at + 1).findIndex((one) => ends.some((end) => end.test(one)));
    return more < 0 ? lines.length : at + 1 + more;
  };
  if (BLANK.test(line)) return ["", before(/\S/)];
  const heading = HEADING.exec(line);
  if (heading !== null) return [bold(inline(heading[1])), at + 1];
  if (FENCE.test(line)) {
    const end = before(FENCE);
    const code = lines.slice(at + 1, end).map((one) => `    ${one}`);
    return [code.join("\n"), end + 1];
  }
  if (CODE.test(line)) {
    const end = before(/^ {0,3}\S/);
    const code = lines.slice(at, end);
    // Keeps one blank line after the code block, to separate it from the next block.
    return [code.join("\n").replace(/\n\s*$/, "\n"), end];
  }
  if (TABLE.test(line)) {
    const end = before(/^[^|]|^$/);
    return [tableText(lines.slice(at, end), width), end];
  }
  const end = before(BLANK, HEADING, ITEM, FENCE, TABLE);
  const [, mark = "", first = line] = ITEM.exec(line) ?? [];
  const text = inline([first, ...lines.slice(at + 1, end)].join(" "));
  return [strong(hang(mark === "" ? "" : `${mark} `, text, width)), end];
}

/** A table as text. Columns have their natural width; the widest column shrinks until the table fits. */
function tableText(lines: readonly string[], width: number): string {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|$/.test(line))
    .map((line) =>
      line
        .replace(/^\|\s*|\s*\|$/g, "")
        .split(/\s*\|\s*/)
        .map(inline),
    );
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  const widest = widths.indexOf(Math.max(...widths));
  const total = widths.reduce((sum, one) => sum + one + 2, -2);
  widths[widest] = Math.max(10, widths[widest] - Math.max(0, total - width));
  const rowText = (row: readonly string[]): string => {
    const cells = widths.map((columnWidth, column) => wrap(row[column] ?? "", columnWidth));
    const height = Math.max(...cells.map((cell) => cell.length));
    const line = (k: number): string => cells.map((cell, column) => (cell[k] ?? "").padEnd(widths[column])).join("  ");
    return Array.from({ length: height }, (_, k) => line(k).trimEnd()).join("\n");
  };
  return rows.map((row, k) => (k === 0 ? bold(rowText(row)) : strong(rowText(row)))).join("\n");
}

/** The text with each link replaced by its link text. */
const inline = (text: string): string => text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1");

/**
 * Replaces the marks of bold text by escape sequences. Callers wrap the lines first, because an escape sequence has
 * characters but no width.
 */
const strong = (text: string): string => text.replace(/\*\*([^*]+)\*\*/g, (_, inner: string) => bold(inner));
