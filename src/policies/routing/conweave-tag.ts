/**
 * The tag that ConWeave's source leaf puts on a data packet, as words of the packet. It costs no bytes on the wire.
 *
 * A time is two words, since it may exceed 32 bits: ps div 2^31 and ps mod 2^31.
 */
import type { Ps } from "../../base/units.ts";

export const TAG_WORDS = 8;

/** The path's number among those of its two leaves, plus 1; 0: no tag. */
export const PATH = 0;
/** Switches passed so far. */
export const HOP = 1;
export const EPOCH = 2;
/** Bits: the phase, and what the packet is. Of a control packet: what it answers. */
export const KIND = 3;
/** When the packet reached the source leaf. The next word belongs to it. */
export const SENT = 4;

// Bits of KIND.
export const PHASE = 1;
/** The packet asks for a reply. */
export const INIT = 2;
/** The last packet before a reroute. */
export const TAIL = 4;
/** A control packet: the path is congested. */
export const NOTIFY = 8;

/** When the flow's last TAIL reached the source leaf; 0: none. */
export const TAIL_SENT = 6;

const HALF = 2 ** 31;

export function writeTime(words: Int32Array, at: number, time: Ps): void {
  const high = Math.floor(time / HALF);
  words[at] = high;
  words[at + 1] = time - high * HALF;
}

export const readTime = (words: Int32Array, at: number): Ps => words[at] * HALF + words[at + 1];
