/** The maximum length of a cable. */
import type { Bytes } from "../base/units.ts";

/** The upper limit of the search in metres. It is the Earth's circumference, so no cable is longer. */
const MAX_METRES = 40_000_000;

/**
 * The largest length in whole metres for which a headroom fits into `room`. `need` returns the headroom by length and grows with it.
 * Undefined if the headroom does not fit even without a cable.
 */
export function longestCable(room: Bytes, need: (metres: number) => Bytes): number | undefined {
  if (need(0) > room) return undefined;
  let [low, high] = [0, MAX_METRES];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (need(middle) <= room) low = middle;
    else high = middle - 1;
  }
  return low;
}
