/**
 * Every port of the network, as 64-byte records: what sending a packet, receiving one and looking for the next one touch lies together.
 *
 * At a thousand hosts the working set decides the speed, so a hop should meet few cache lines: one of the sending port here, one
 * of each queue in `queues.ts`, one of the packet; and of the port it comes to no more than a word of `beyond`. What is touched by few packets lies in a
 * second record, what is asked rarely in `fabric.ts`, one array per field.
 */

/**
 * A field's place: `(port << PORT_WORDS_LOG) | FIELD` in words, `(port << PORT_DOUBLES_LOG) | FIELD` in doubles, of either record.
 * Shifts, since an engine must check a product for overflow.
 */
export const PORT_WORDS_LOG = 4;
export const PORT_DOUBLES_LOG = 3;

// Doubles.
/** When the present transmission ends. */
export const BUSY_UNTIL = 0;
/** Bytes that wait to leave, frames of the link policy included. */
export const QUEUED = 1;
/** Bytes sent since the start, every kind of frame. */
export const SENT = 2;
/** Payload of data packets sent since the start, repeats included. */
export const PAYLOAD_SENT = 3;
/** Most bytes that ever waited. */
export const PEAK = 7;

// Words.
/** Packets sent since the start. */
export const PACKETS = 8;
/** First entry of the port's kind of link in the table of wire times. */
export const WIRE_BASE = 9;
/** DONE_QUEUED | DOWN | AT_HOST | ACROSS. */
export const FLAGS = 10;
/** First of the link policy's frames that wait. */
export const FRAME_HEAD = 11;
/** Classes with a packet, of a switch's port; classes the peer has stopped, for any cause. Bit masks. */
export const NON_EMPTY = 12;
export const STOPPED = 13;

// Doubles of the second record.
/** The number of the moment at which the present transmission ends, where it does not follow from what it is (`Order`). */
export const BUSY_SEQ = 0;
/** Propagation delay of the next packet on the link behind the port, ps, where light is not always equally fast. */
export const DELAY = 1;
/** Bytes in memory of the port's own. */
export const OWN_USED = 2;

// Words of the second record.
/** Packets on the link behind the port that are in no lane, in order of arrival. */
export const FLIGHT_HEAD = 6;
export const FLIGHT_TAIL = 7;
export const FRAME_TAIL = 8;
/** STOPPED by cause: for a queue's sake, for the whole port's sake. */
export const STOPPED_QUEUE = 9;
export const STOPPED_PORT = 10;
/** Was the peer told to stop for the whole port's sake? */
export const TOLD_PORT = 11;

// Flags.
/** Is the end of the present transmission in the event queue? */
export const DONE_QUEUED = 1;
export const DOWN = 2;
/** Is it a host that the port belongs to? */
export const AT_HOST = 4;
/** Does the link lead to another part of the network (`border.ts`)? */
export const ACROSS = 8;

/** What is beyond a port: the port at the other end of its link, shifted so far, whether that is a host's, and whether the link is down. */
export const PEER_SHIFT = 2;
export const TO_HOST = 1;
export const LINK_IS_DOWN = 2;

export class Ports {
  readonly words: Int32Array;
  readonly doubles: Float64Array;
  readonly rareWords: Int32Array;
  readonly rareDoubles: Float64Array;
  readonly beyond: Int32Array;

  constructor(count: number) {
    const buffer = new ArrayBuffer((count << PORT_WORDS_LOG) * 4);
    this.words = new Int32Array(buffer);
    this.doubles = new Float64Array(buffer);
    const rare = new ArrayBuffer((count << PORT_WORDS_LOG) * 4);
    this.rareWords = new Int32Array(rare);
    this.rareDoubles = new Float64Array(rare);
    this.beyond = new Int32Array(new ArrayBuffer(count * 4));
  }

  setDown(port: number, isDown: boolean): void {
    const w = (port << PORT_WORDS_LOG) | FLAGS;
    this.words[w] = (this.words[w] & ~DOWN) | (isDown ? DOWN : 0);
    this.beyond[port] = (this.beyond[port] & ~LINK_IS_DOWN) | (isDown ? LINK_IS_DOWN : 0);
  }
}
