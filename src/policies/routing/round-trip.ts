/**
 * The round trip of a fabric's path, measured leaf to leaf by words on packets.
 *
 * The source leaf writes path and time on a data packet. The far leaf takes the time off when the packet comes and puts it on again
 * when its ACK leaves the host, so what passes behind that leaf, which is the same for every path, is not counted, and no two clocks
 * need agree. Back at the source leaf the time that is left is when the packet left, plus that. Probes do the same without a host.
 *
 * A word is 32 bits: times are nanoseconds modulo 2^32, good for differences of up to 2.1 s.
 */
import type { Ps } from "../../base/units.ts";

/** Words of a packet: its path, negative on the way back and 0 on a packet that is not measured, and the time. A policy's own come after. */
export const PATH = 0;
export const SENT = 1;
export const FIRST_OWN = 2;

/** ns modulo 2^32, as a signed word. */
export const stampOf = (now: Ps): number => (now / 1000) | 0;

/** The source leaf sends a packet on `path`, a number from 1. */
export function leave(words: Int32Array, at: number, path: number, now: Ps): void {
  words[at + PATH] = path;
  words[at + SENT] = stampOf(now);
}

/** It has come to the far leaf, for a host there. */
export function turn(words: Int32Array, at: number, now: Ps): void {
  words[at + PATH] = -words[at + PATH];
  words[at + SENT] -= stampOf(now);
}

/** Its ACK leaves that host. */
export function goBack(words: Int32Array, at: number, now: Ps): void {
  words[at + SENT] += stampOf(now);
}

/** Round trip of what has come back to the source leaf, ns. */
export function roundTrip(words: Int32Array, at: number, now: Ps): number {
  return (stampOf(now) - words[at + SENT]) | 0;
}
