/**
 * The fields of a packet's record, and the kinds of packets. A record has 64 bytes in one buffer with two views, words
 * and doubles (`packets.ts`). It contains all fields that one hop uses.
 */

/** Base-2 logarithm of the number of words of a record. */
export const PACKET_WORDS_LOG = 4;

// Indices of the 32-bit words of a record, at [(packet << 4) | index].
export const NEXT = 0;
export const FLOW = 1;
/** The size of the frame in bytes, as it counts in buffers. */
export const SIZE = 2;
/**
 * Kind, class and mark of the packet. The meaning of the bits above them depends on the kind (ANSWERED_SHIFT and
 * following).
 */
export const META = 3;
/**
 * The port by which the packet entered its current node. -1: this switch created the packet, so the packet is charged to
 * no ingress queue. At the host that created the packet, it is the port by which the packet leaves.
 */
export const IN = 4;
/**
 * The meaning depends on the kind of packet:
 *
 * - data: the payload bytes
 * - message of a transport: the kind of message
 * - flow-control frame: a bit mask of classes
 * - ACK: the distance in bytes from the acknowledged byte to the first byte of the answered packet
 */
export const PAYLOAD = 5;
/** The destination host. */
export const TO = 6;
/** The number of telemetry stamps that switches have written on the packet. */
export const HOPS = 7;
/** The first of the four words of a flow-control frame. Other packets have SEQ and STAMP in their place. */
export const BODY = 8;

// Indices of the doubles of a record. A field is read as `doubles[(packet << 3) | index]`.
/** The first byte of a data packet, the acknowledged byte of an ACK, or the value of a transport's message. */
export const SEQ = 4;
/** The time at which the packet was sent, in ps. An ACK has the time of the data packet that it answers. */
export const STAMP = 5;
/**
 * For a packet on a link: the arrival time of the next packet on that link, and the order number of that packet's
 * arrival event. Both are in the record of the packet ahead, so that an arrival needs to read only one packet record.
 */
export const NEXT_ARRIVES = 6;
export const NEXT_ARRIVAL_SEQ = 7;

/**
 * The egress port of a packet that a routing policy holds and that is charged to memory. Such a packet is on no link,
 * so this word has the place of NEXT_ARRIVES.
 */
export const HELD_OUT = 12;

// Bits of META: the kind of packet, its class (`CLASS_MASK` of `base/queue-number.ts`) and the mark of the detection policy.
export const KIND_MASK = 15;
export const CLASS_SHIFT = 4;
export const MARK_SHIFT = 8;
export const MARK_MASK = 3;
/** META of ACKs: the bit position of the number of packets that the ACK answers. */
export const ANSWERED_SHIFT = 12;
/** META of flow-control frames: the bit position of the scope (`contracts/link.ts`). */
export const SCOPE_SHIFT = 12;

/** META of data packets: a flag that a switch has dropped the payload. */
export const IS_TRIMMED = 1 << 10;

// META of data packets: a flag of retransmissions. It is read only in the packet that completes the flow. If it is set there, a timeout
// caused the wait from the last byte's arrival until this packet was sent. A retransmission gets the flag if a timeout has occurred since
// the flow's last byte was first sent. It also gets the flag if the last byte has not been sent yet. Then the flag has no effect, because
// that wait is 0.
export const TIMED_OUT = 1 << 11;
// META of data packets: a flag. The packet is a retransmission.
export const REPEATED = 1 << 12;
// META of packets with a flow's last byte: the bits from this position on are the number of the packet's trace
// (`last-byte-trace.ts`).
export const LAST_BYTE_SHIFT = 13;
export const LAST_BYTE = 1 << LAST_BYTE_SHIFT;

// Kinds of packets.
export const DATA = 0;
export const ACK_PACKET = 1;
export const NACK_PACKET = 2;
export const CNP = 3;
export const LINK_FRAME = 4;
/**
 * Kind of a packet that routing policies exchange: it follows the path of its flow to the last switch before the host.
 */
export const PROBE = 5;
/**
 * Kind of a packet that routing policies exchange: it travels towards the flow's source and ends at the last switch before
 * this host.
 */
export const NOTICE = 6;
/** A notice of a switch to the sender of a flow, about one of the flow's packets. It ends at the host. */
export const SIGNAL = 7;
/** Message of a transport from a flow's sender to its receiver. */
export const REQUEST = 8;
/** Message of a transport from a flow's receiver to its sender. */
export const REPLY = 9;
