/** Text broken into lines at its blanks, for terminals and comments. */

/** Lines of at most `width` characters; a longer word has a line of its own. No line for no words. */
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

/** `text` behind `first`, its further lines below its beginning: a hanging indent. */
export function hang(first: string, text: string, width: number): string {
  const indent = " ".repeat(first.length);
  const lines = wrap(text, Math.max(20, width - first.length));
  return lines.length === 0 ? first.trimEnd() : lines.map((line, k) => (k === 0 ? first : indent) + line).join("\n");
}
