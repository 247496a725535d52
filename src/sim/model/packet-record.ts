/**
 * The fields of a packet's record, and the kinds of packets. A record has 64 bytes in one buffer with two views (`packets.ts`).
 *
 * The fields that one hop uses are in one record.
 */

/** The number of words of a record, as a power of two. */
export const PACKET_WORDS_LOG = 4;

// 32-bit words of a record, at [(packet << 4) | ...].
export const NEXT = 0;
export const FLOW = 1;
/** Frame bytes, as they count in buffers. */
export const SIZE = 2;
/** Kind, class and mark of the packet. The bits above them depend on the kind: see below. */
export const META = 3;
/** The ingress port in the current node. -1: the packet was created there and is charged to no ingress queue. */
export const IN = 4;
/**
 * Data: payload bytes. Message of a transport: its kind. Link frame: class vector. ACK: the distance in bytes from the acknowledged byte to the first byte of the answered
 * packet.
 */
export const PAYLOAD = 5;
/** The destination host. */
export const TO = 6;
/** The number of telemetry stamps written so far. */
export const HOPS = 7;
/** The first of the four words of a link frame. Data packets and ACKs have SEQ and STAMP there. */
export const BODY = 8;

// Doubles of a record, at [(packet << 3) | ...].
/** The first byte of a data packet. The acknowledged byte of an ACK. The value of a message. */
export const SEQ = 4;
/** The sending time of the data packet, or of the data packet that an ACK answers, in ps. */
export const STAMP = 5;
/**
 * On a link: the arrival time of the next packet, and the number of that event. They are stored here, not there, so that an arrival touches
 * one packet only.
 */
export const NEXT_ARRIVES = 6;
export const NEXT_ARRIVAL_SEQ = 7;

/** While a switch holds a packet that is charged to memory: its egress port. A word in the place of NEXT_ARRIVES. */
export const HELD_OUT = 12;

// Bits of META: the kind of packet, its class (`CLASS_MASK` of `base/queue-number.ts`) and the mark of the detection policy.
export const KIND_MASK = 15;
export const CLASS_SHIFT = 4;
export const MARK_SHIFT = 8;
export const MARK_MASK = 3;
/** ACKs: the number of answered packets. */
export const ANSWERED_SHIFT = 12;
/** Link frames: QUEUE or PORT. */
export const SCOPE_SHIFT = 12;

/** Data packets: a switch dropped the payload. */
export const IS_TRIMMED = 1 << 10;

// Bits of META in data packets. REPEATED: a retransmission. TIMED_OUT: a timeout caused it, or occurred since the flow's last byte was
// first sent. The bits above are the number of the journey (`last-byte-trace.ts`) of the packet with a flow's last byte.
export const TIMED_OUT = 1 << 11;
export const REPEATED = 1 << 12;
export const LAST_BYTE_SHIFT = 13;
export const LAST_BYTE = 1 << LAST_BYTE_SHIFT;

// Kinds of packets.
export const DATA = 0;
export const ACK_PACKET = 1;
export const NACK_PACKET = 2;
export const CNP = 3;
export const LINK_FRAME = 4;
/** Packets of the routing policies. A probe follows the path of its flow, a notice returns to its source. Each ends at the last switch. */
export const PROBE = 5;
export const NOTICE = 6;
/** A notice of a switch to the sender of a flow, about one of its packets. It ends at the host. */
export const SIGNAL = 7;
/** Messages of a transport: from a flow's sender to its receiver, and back. */
export const REQUEST = 8;
export const REPLY = 9;
