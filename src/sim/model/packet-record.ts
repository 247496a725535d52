/**
 * The fields of a packet's record, 64 bytes in one buffer with two views on it (`packets.ts`), and the kinds of packets.
 *
 * A record holds what one hop touches together.
 */

/** Words of a record, as a power of two. */
export const PACKET_WORDS_LOG = 4;

// 32-bit words of a record, at [(packet << 4) | ...].
export const NEXT = 0;
export const FLOW = 1;
/** Frame bytes, as buffers count them. */
export const SIZE = 2;
/** Kind, class, mark, and what each kind has beyond them: the bits are below. */
export const META = 3;
/** Port by which it entered the node it is in; -1: it was made there, and takes no memory of an ingress queue. */
export const IN = 4;
/** Payload bytes of data; class vector of a link frame; how far the packet that an ACK answers begins beyond what it acknowledges, bytes. */
export const PAYLOAD = 5;
/** Host it travels to. */
export const TO = 6;
/** Hop records written so far. */
export const HOPS = 7;
/** First of the four words of a link frame; data and ACKs have SEQ and STAMP there. */
export const BODY = 8;

// Doubles of a record, at [(packet << 3) | ...].
/** First byte of a data packet; the byte an ACK acknowledges up to. */
export const SEQ = 4;
/** When the data packet that this is, or answers, was sent, ps. */
export const STAMP = 5;
/** On a link: when the packet behind this one arrives, and the number of that moment. Kept here, not there, so that an arrival touches one packet. */
export const NEXT_ARRIVES = 6;
export const NEXT_ARRIVAL_SEQ = 7;

// Bits of META. The kind of packet, its class (`CLASS_MASK` of `base/queue-number.ts`) and the mark that detection left on it.
export const KIND_MASK = 15;
export const CLASS_SHIFT = 4;
export const MARK_SHIFT = 8;
export const MARK_MASK = 3;
/** Of ACKs: how many packets it answers. */
export const ANSWERED_SHIFT = 12;
/** Of link frames: QUEUE or PORT. */
export const SCOPE_SHIFT = 12;

// Of data, in META: its bytes were sent before; a timeout was why, or came since its flow's last byte was first sent; the number of its journey
// (`journeys.ts`), which the packet with a flow's last byte has.
export const TIMED_OUT = 1 << 11;
export const REPEATED = 1 << 12;
export const JOURNEY_SHIFT = 13;
export const JOURNEY = 1 << JOURNEY_SHIFT;

// Kinds.
export const DATA = 0;
export const ACK_PACKET = 1;
export const NACK_PACKET = 2;
export const CNP = 3;
export const LINK_FRAME = 4;
/** Packets of the routing policies: a probe goes the way of its flow, a notice back to its source. Each ends at the last switch. */
export const PROBE = 5;
export const NOTICE = 6;
