/**
 * Measures the round-trip time of a path from the source leaf to the destination leaf and back. Packets carry the
 * measurement in 32-bit words.
 *
 * The source leaf writes the path and the sending time on a data packet. The destination leaf subtracts the packet's
 * arrival time from this sending time. When the ACK returns from the host, the leaf adds the current time. So the delay
 * between destination leaf and host, which is equal for all paths, does not count. The source leaf subtracts the word on the
 * ACK from the current time. Clocks need not be synchronised. Probes are measured in the same way, but the destination
 * leaf answers them itself.
 *
 * Times are nanoseconds modulo 2^32, which covers differences of up to 2.1 s.
 */
import type { Ps } from "../../base/units.ts";

/**
 * Index of a packet's 32-bit word for its path. The word has the number of the path, negated on the way back. The word
 * is 0 if the packet does not measure.
 */
export const PATH = 0;
/** Index of a packet's word for the time at which the packet was sent. */
export const SENT = 1;
/** Index of a packet's first free word. The routing policy may use this word and all later ones. */
export const FIRST_OWN = 2;

/** A time in ns modulo 2^32, as a signed 32-bit word. */
export const stampOf = (now: Ps): number => (now / 1000) | 0;

/** Starts a measurement when the source leaf sends a packet. `path` is the number of the path, 1 or more. */
export function leave(words: Int32Array, at: number, path: number, now: Ps): void {
  words[at + PATH] = path;
  words[at + SENT] = stampOf(now);
}

/**
 * Must be called when the packet arrives at the destination leaf. Subtracts the current time from the word SENT, and
 * notes that the way back begins.
 */
export function turn(words: Int32Array, at: number, now: Ps): void {
  words[at + PATH] = -words[at + PATH];
  words[at + SENT] -= stampOf(now);
}

/**
 * Must be called when the ACK from the host arrives at the destination leaf. `turn` has subtracted the arrival time of the
 * data packet from SENT, and this function adds the arrival time of the ACK. So SENT is later by the delay from leaf to
 * host and back. `roundTrip` measures from SENT on, so its result does not contain this delay.
 */
export function goBack(words: Int32Array, at: number, now: Ps): void {
  words[at + SENT] += stampOf(now);
}

/** The round-trip time in ns of a packet that has returned to its source leaf. */
export function roundTrip(words: Int32Array, at: number, now: Ps): number {
  return (stampOf(now) - words[at + SENT]) | 0;
}
