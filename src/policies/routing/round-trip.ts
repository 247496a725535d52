/**
 * Measures the round-trip time of a path in the fabric, from the source leaf to the destination leaf and back. Packets carry the
 * measurement in 32-bit words.
 *
 * The source leaf writes the path and its sending time on a data packet. The destination leaf subtracts its arrival time, and adds the
 * time at which the ACK returns from the host. The delay between destination leaf and host therefore does not count; it is equal for all
 * paths. The source leaf subtracts the word on the ACK from the present time. Clocks need not be synchronised. Probes are measured in the
 * same way, but the destination leaf answers them itself.
 *
 * A word has 32 bits. Times are nanoseconds modulo 2^32, which covers differences of up to 2.1 s.
 */
import type { Ps } from "../../base/units.ts";

/** Words of a packet. PATH: negative on the way back, 0 if not measured. SENT: the time. FIRST_OWN: the first word of the policy itself. */
export const PATH = 0;
export const SENT = 1;
export const FIRST_OWN = 2;

/** Time in ns modulo 2^32, as a signed word. */
export const stampOf = (now: Ps): number => (now / 1000) | 0;

/** Starts a measurement when the source leaf sends a packet on `path`, a number from 1. */
export function leave(words: Int32Array, at: number, path: number, now: Ps): void {
  words[at + PATH] = path;
  words[at + SENT] = stampOf(now);
}

/** Called when the packet arrives at the far leaf: subtracts the present time and marks the way back. */
export function turn(words: Int32Array, at: number, now: Ps): void {
  words[at + PATH] = -words[at + PATH];
  words[at + SENT] -= stampOf(now);
}

/** Called when the ACK leaves the host: adds the present time, so that the delay behind the far leaf does not count. */
export function goBack(words: Int32Array, at: number, now: Ps): void {
  words[at + SENT] += stampOf(now);
}

/** Round-trip time in ns of a packet that has returned to the source leaf. */
export function roundTrip(words: Int32Array, at: number, now: Ps): number {
  return (stampOf(now) - words[at + SENT]) | 0;
}
