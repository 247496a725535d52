/**
 * A hash over source, destination, size and class of all flows. Equal hashes mean equal flows, except for their start
 * times.
 *
 * A scenario that lists its flows has the same hash under every seed. Then a routing policy that fixes paths may choose
 * the same paths under every seed, so the seeds are not independent.
 */
import { Digest } from "../../sim/model/digest.ts";
import type { Tables } from "./tables.ts";

/**
 * Returns the hash of all flows as sixteen hexadecimal digits. The order of the rows does not change the hash, because
 * runs may list the same flows in different orders. Example: the flows of trains (series of flows one
 * after the other) are numbered in the order in which they start.
 */
export function flowSet({ flows }: Pick<Tables, "flows">): string {
  const { source, destination, size_bytes, class: cls } = flows.columns;
  const digest = new Digest();
  const names = new Map<string, number>();
  const hashed = (name: string): number => {
    const known = names.get(name) ?? hashOf(name);
    names.set(name, known);
    return known;
  };
  for (let row = 0; row < flows.rows; row++) {
    // A long-lived flow has no size (NaN). The digest takes -1 in its place.
    const size = Number.isNaN(size_bytes[row]) ? -1 : size_bytes[row];
    digest.mixTime(size, Math.imul(hashed(source[row]), 31) ^ Math.imul(hashed(destination[row]), 17) ^ cls[row]);
  }
  return digest.toString();
}

/** The FNV-1a hash of a name. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let k = 0; k < name.length; k++) hash = Math.imul(hash ^ name.charCodeAt(k), 0x01000193);
  return hash;
}
