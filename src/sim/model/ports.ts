/**
 * All ports of the network, as 64-byte records. The fields that one hop uses are adjacent. They serve to
 * send a packet, to receive a packet and to find the next packet to send.
 *
 * In a network of a thousand hosts the working set decides the speed, so a hop should touch few cache lines. It touches
 * one line of the sending port, one of each queue in `queues.ts`, and one of the packet. About the receiving
 * port, it reads only one word, in the array `beyond`. Fields that few packets use are in a second record. Rarely used
 * fields are in `fabric.ts`, in one array each.
 */

/**
 * The index of a 32-bit field is `(port << PORT_WORDS_LOG) | FIELD`, in the first record of a port (`words`) and in the
 * second (`rareWords`). Shifts are used because V8 must check a product for overflow.
 */
export const PORT_WORDS_LOG = 4;
/** The index of a double is `(port << PORT_DOUBLES_LOG) | FIELD`, in `doubles` and in `rareDoubles`. */
export const PORT_DOUBLES_LOG = 3;

// Doubles.
/** Index of a double: the time at which the current transmission ends, in ps. */
export const BUSY_UNTIL = 0;
/** Index of a double: the bytes that wait to leave, including flow-control frames. */
export const QUEUED = 1;
/** Index of a double: the bytes sent since the start, in frames of all kinds. */
export const SENT = 2;
/** Index of a double: the payload bytes of data packets sent since the start, including retransmissions. */
export const PAYLOAD_SENT = 3;
/** Index of a double: the maximum of QUEUED since the start. */
export const PEAK = 7;

// Words.
/** Index of a word: the number of packets sent since the start. */
export const PACKETS = 8;
/**
 * Index of a word: the place at which the port's row begins in the table of wire times. The table has a row for each kind of link
 * (`wire-times.ts`).
 */
export const WIRE_BASE = 9;
/** Index of a word: a bit mask of the flags DONE_QUEUED, DOWN, AT_HOST and ACROSS. */
export const FLAGS = 10;
/**
 * Index of a word: the number of the first packet in the list of waiting flow-control frames. Packets that the link
 * retransmits wait in the same list. 0: the list is empty.
 */
export const FRAME_HEAD = 11;
/**
 * Index of a word: the classes of a switch's port that have a packet, as a bit mask. If a class has several queues, only
 * queues that are not paused count.
 */
export const NON_EMPTY = 12;
/** Index of a word: the classes that the peer has paused for any cause, as a bit mask. */
export const STOPPED = 13;

// Indices of the doubles in the second record of a port. Few packets use the fields of this record.
/**
 * The order number of the event that ends the current transmission. It is stored only in runs that process simultaneous
 * events in the order in which they were scheduled (order `asked`, `Order` in `engine/event-queue.ts`). In other runs, the
 * kind and subject of the event determine its order number.
 */
export const BUSY_SEQ = 0;
/** On links with a varying delay: the propagation delay of the next packet that the port sends, in ps. */
export const DELAY = 1;
/** The bytes in the port's own memory, which is separate from the memory of its switch. */
export const OWN_USED = 2;

// Indices of the 32-bit words in the second record of a port. Few packets use the fields of this record.
/**
 * The first packet of a list, in order of arrival. The list has those packets on the port's link that are in no lane,
 * such as packets of unusual sizes (`wires.ts`). A lane is a queue for arrivals with equal delays.
 */
export const FLIGHT_HEAD = 6;
export const FLIGHT_TAIL = 7;
export const FRAME_TAIL = 8;
/** Indices of two bit masks of paused classes: those paused by PAUSEs of single classes, and by PAUSEs of the whole port. */
export const STOPPED_QUEUE = 9;
export const STOPPED_PORT = 10;
/** 1 if this port has paused all lossless classes of the port at the other end of its link, as under the headroom policy DSH. */
export const PORT_PAUSE_REQUESTED = 11;

// Flags.
/** Flag: the end of the current transmission is an event in the queue. Otherwise nothing happens at that time. */
export const DONE_QUEUED = 1;
export const DOWN = 2;
/** Flag: the port belongs to a host. */
export const AT_HOST = 4;
/** Flag: the link of the port leads to another partition (`partition-border.ts`). */
export const ACROSS = 8;

/**
 * An element of `beyond` describes the other end of a port's link. It is the number of the port there, shifted by
 * PEER_SHIFT, plus the two flags below.
 */
export const PEER_SHIFT = 2;
/** Flag: the port at the other end belongs to a host. */
export const TO_HOST = 1;
/** Flag: the link is dead. */
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
