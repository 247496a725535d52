/** Breaks text into lines at blanks, for terminals and comments. */

/** Lines of at most `width` characters. A longer word has its own line. A text without words has no lines. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((part) => part !== "")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

/** `text` after `first`, with further lines indented to the start of `text`: a hanging indent. */
export function hang(first: string, text: string, width: number): string {
  const indent = " ".repeat(first.length);
  const lines = wrap(text, Math.max(20, width - first.length));
  return lines.length === 0 ? first.trimEnd() : lines.map((line, k) => (k === 0 ? first : indent) + line).join("\n");
}
