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

// Doubles. First line: the port as a sender.
/** When the present transmission ends, and the number of that moment. */
export const BUSY_UNTIL = 0;
export const BUSY_SEQ = 1;
/** Bytes sent since the start, every kind of frame. */
export const SENT = 2;
/** Bytes that wait to leave, frames of the link policy included. */
export const QUEUED = 3;
/** Propagation delay of the link behind the port, ps. */
export const DELAY = 4;
// Second line.
/** Most bytes that ever waited. */
export const PEAK = 12;
/** Payload of data packets sent since the start, repeats included. */
export const PAYLOAD_SENT = 13;
/** Bytes in memory of the port's own. */
export const OWN_USED = 15;

// Words. First line.
/** Packets on the link behind the port, in order of arrival. */
export const FLIGHT_HEAD = 10;
export const FLIGHT_TAIL = 11;
export const PEER = 12;
/** First entry of the port's rate in the table of wire times. */
export const WIRE_BASE = 13;
/** Is the end of the present transmission in the event queue? */
export const DONE_QUEUED = 14;
/** Frames of the link policy that wait. */
export const FRAME_HEAD = 15;
// Second line.
export const FRAME_TAIL = 16;
/** Classes with a packet, of a switch's port; classes the peer has stopped, for any cause. Bit masks. */
export const NON_EMPTY = 17;
export const STOPPED = 18;
/** The same by cause: for a queue's sake, for the whole port's sake. */
export const STOPPED_QUEUE = 19;
export const STOPPED_PORT = 20;
export const DOWN = 21;
/** Packets sent since the start. */
export const PACKETS = 23;
/** Was the peer told to stop for the whole port's sake? */
export const TOLD_PORT = 22;

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
