/** Formats rows as an aligned table: the first `names` columns are left-aligned, numbers right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], names = 1): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column < names ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
      .join("  ")
      .trimEnd();
  return all.map(line).join("\n");
}
