/**
 * Every port of the network, as 128-byte records: what sending a packet, receiving one and looking for the next one touch lies together.
 *
 * At a thousand hosts the working set decides the speed, so a hop should meet few cache lines: one or two of a port here, one
 * of each queue in `queues.ts`, one of the packet. What is asked rarely lies in `fabric.ts`, one array per field.
 */

/**
 * A field's place: `(port << PORT_WORDS_LOG) | FIELD` in words, `(port << PORT_DOUBLES_LOG) | FIELD` in doubles.
 * Shifts, since an engine must check a product for overflow.
 */
export const PORT_WORDS_LOG = 5;
export const PORT_DOUBLES_LOG = 4;

// Doubles. First line: what a hop reads.
/** When the present transmission ends, and the number of that moment. */
export const BUSY_UNTIL = 0;
export const BUSY_SEQ = 1;
/** Bytes that wait to leave, frames of the link policy included. */
export const QUEUED = 2;
/** Propagation delay of the link behind the port, ps. */
export const DELAY = 3;
// Second line: counters and what is rare.
/** Most bytes that ever waited. */
export const PEAK = 8;
/** Bytes sent since the start, every kind of frame. */
export const SENT = 9;
/** Bytes in memory of the port's own. */
export const OWN_USED = 10;

/** Payload of data packets sent since the start, repeats included. */
export const PAYLOAD_SENT = 14;

// Words. First line.
/** Packets on the link behind the port, in order of arrival. */
export const FLIGHT_HEAD = 8;
export const FLIGHT_TAIL = 9;
export const PEER = 10;
/** First entry of the port's rate in the table of wire times. */
export const WIRE_BASE = 11;
/** DONE_QUEUED | DOWN | AT_HOST | TO_HOST | ACROSS. */
export const FLAGS = 12;
/** First of the link policy's frames that wait. */
export const FRAME_HEAD = 13;
/** Classes with a packet, of a switch's port; classes the peer has stopped, for any cause. Bit masks. */
export const NON_EMPTY = 14;
export const STOPPED = 15;
// Second line.
/** Packets sent since the start. */
export const PACKETS = 22;
export const FRAME_TAIL = 23;
/** STOPPED by cause: for a queue's sake, for the whole port's sake. */
export const STOPPED_QUEUE = 24;
export const STOPPED_PORT = 25;
/** Was the peer told to stop for the whole port's sake? */
export const TOLD_PORT = 26;

// Flags.
/** Is the end of the present transmission in the event queue? */
export const DONE_QUEUED = 1;
export const DOWN = 2;
/** Is it a host that the port belongs to, that stands at the other end of the link? */
export const AT_HOST = 4;
export const TO_HOST = 8;
/** Does the link lead to another part of the network (`border.ts`)? */
export const ACROSS = 16;

export class Ports {
  readonly count: number;
  readonly words: Int32Array;
  readonly doubles: Float64Array;

  constructor(count: number) {
    this.count = count;
    const buffer = new ArrayBuffer((count << PORT_WORDS_LOG) * 4);
    this.words = new Int32Array(buffer);
    this.doubles = new Float64Array(buffer);
  }
}
