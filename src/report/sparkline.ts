/** Draws a series as one line of block characters, with eight heights from 0 to `top`. */
const BLOCKS = "▁▂▃▄▅▆▇█";

export function sparkline(values: readonly number[], top: number): string {
  return values
    .map((value) => {
      const level = Math.floor((value / top) * BLOCKS.length);
      return BLOCKS[Math.min(Math.max(level, 0), BLOCKS.length - 1)];
    })
    .join("");
}
