/**
 * The tag that ConWeave's source leaf writes on a data packet. A tag is several words of the packet, but costs no bytes
 * on the wire.
 *
 * A time may exceed 32 bits, so it takes two words: ps div 2^31 and ps mod 2^31.
 */
import type { Ps } from "../../base/units.ts";

export const TAG_WORDS = 8;

/**
 * Index of a word of the tag. The word is the number of the packet's path between its two leaves, plus 1. A word of 0:
 * the packet has no tag.
 */
export const PATH = 0;
/** Index of a word of the tag: the number of switches that the packet has passed. */
export const HOP = 1;
export const EPOCH = 2;
/**
 * Index of a word of the tag. In a data packet the word has bits for the phase and for the packet's kind. In a control
 * packet it is the kind of the data packet that the control packet answers, or NOTIFY.
 */
export const KIND = 3;
/** The time when the packet reached the source leaf. The time takes two words: the one with this index, and the next one. */
export const SENT = 4;

// Bits of KIND.
export const PHASE = 1;
/** Bit of a packet that requests a reply. */
export const INIT = 2;
/** Bit of the last packet on the old path. */
export const TAIL = 4;
/** Bit of a control packet that reports its path as congested. */
export const NOTIFY = 8;

/**
 * The time when the flow's last TAIL reached the source leaf. The time takes two words: the one with this index, and the
 * next one. 0: no TAIL in this epoch.
 */
export const TAIL_SENT = 6;

const HALF = 2 ** 31;

export function writeTime(words: Int32Array, at: number, time: Ps): void {
  const high = Math.floor(time / HALF);
  words[at] = high;
  words[at + 1] = time - high * HALF;
}

export const readTime = (words: Int32Array, at: number): Ps => words[at] * HALF + words[at + 1];
