/** How long a cable may be. */
import type { Bytes } from "../base/units.ts";

/** Earth has no longer one, metres. */
const MOST = 40_000_000;

/** Most whole metres at which `need`, which grows with them, is within `room`; undefined: not even without a cable. */
export function longestCable(room: Bytes, need: (metres: number) => Bytes): number | undefined {
  if (need(0) > room) return undefined;
  let [low, high] = [0, MOST];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (need(middle) <= room) low = middle;
    else high = middle - 1;
  }
  return low;
}
