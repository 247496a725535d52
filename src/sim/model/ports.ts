/**
 * All ports of the network, as 64-byte records. The fields that a hop uses are adjacent: for sending a packet, receiving one and finding
 * the next one.
 *
 * At a thousand hosts the working set decides the speed, so a hop should touch few cache lines. It touches one of the sending port, one of
 * each queue in `queues.ts`, and one of the packet. Of the receiving port it reads only a word of `beyond`. Fields that few packets use are
 * in a second record. Rarely used fields are in `fabric.ts`, one array each.
 */

/**
 * The place of a field is `(port << PORT_WORDS_LOG) | FIELD` in words and `(port << PORT_DOUBLES_LOG) | FIELD` in doubles, for both
 * records. Shifts are used because V8 must check a product for overflow.
 */
export const PORT_WORDS_LOG = 4;
export const PORT_DOUBLES_LOG = 3;

// Doubles.
/** The end of the current transmission. */
export const BUSY_UNTIL = 0;
/** Bytes that wait to leave, including frames of the link policy. */
export const QUEUED = 1;
/** Bytes sent since the start, in frames of every kind. */
export const SENT = 2;
/** Payload of data packets sent since the start, including retransmissions. */
export const PAYLOAD_SENT = 3;
/** The maximum of QUEUED so far. */
export const PEAK = 7;

// Words.
/** Packets sent since the start. */
export const PACKETS = 8;
/** The first entry of the port's kind of link in the table of wire times. */
export const WIRE_BASE = 9;
/** A bit mask: DONE_QUEUED | DOWN | AT_HOST | ACROSS. */
export const FLAGS = 10;
/** The first waiting frame of the link policy. */
export const FRAME_HEAD = 11;
/**
 * NON_EMPTY: the classes of a switch's port that have a packet. STOPPED: the classes that the peer has paused, for any cause. Both are bit
 * masks.
 */
export const NON_EMPTY = 12;
export const STOPPED = 13;

// Doubles of the second record.
/** The number of the event that ends the current transmission. It is stored only if it does not follow from kind and subject (`Order`). */
export const BUSY_SEQ = 0;
/** The propagation delay of the next packet on the link of the port, in ps, if it varies. */
export const DELAY = 1;
/** The bytes in the port's own memory. */
export const OWN_USED = 2;

// Words of the second record.
/** The packets on the link of the port that are in no lane, in order of arrival. */
export const FLIGHT_HEAD = 6;
export const FLIGHT_TAIL = 7;
export const FRAME_TAIL = 8;
/** STOPPED by cause: PAUSEs for a queue, and PAUSEs for the whole port. */
export const STOPPED_QUEUE = 9;
export const STOPPED_PORT = 10;
/** 1 if the peer was paused for the whole port. */
export const PORT_PAUSE_REQUESTED = 11;

// Flags.
/** The end of the current transmission is in the event queue. */
export const DONE_QUEUED = 1;
export const DOWN = 2;
/** The port belongs to a host. */
export const AT_HOST = 4;
/** The link leads to another partition (`partition-border.ts`). */
export const ACROSS = 8;

/**
 * A word about the other end of a port's link: the port number there, shifted by PEER_SHIFT, and two bits. TO_HOST: that port belongs to a
 * host. LINK_IS_DOWN: the link is dead.
 */
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
