/**
 * Builds the bytes of frames as on the wire, without the frame check sequence, which captures do not contain.
 *
 * - RoCEv2: Ethernet (14 B), IPv4 (20 B), UDP to port 4791 (8 B). Then base transport header (12 B), body and ICRC (4 B).
 * - PAUSE: Ethernet, MAC control 0x8808, opcode 0x0101. Then class enable vector, eight pause times in quanta, and zeros up to 60 B.
 * - Other frames, which no standard defines: Ethernet of type 0x88b5, which IEEE 802 reserves for experiments.
 *
 * Payload and ICRC are zeros. A flow is a queue pair with the same number at both ends. The packets of a flow form one SEND. The opcode of
 * a packet depends on the packet's position in the SEND.
 *
 * Sources:
 *
 * - InfiniBand 1.2.1: 9.2 (BTH), 9.3.5 (AETH), annexes A17 (RoCEv2) and A17.9.3 (CNP)
 * - 802.1Qbb
 * - RFC 791
 */
import type { Bytes } from "../../base/units.ts";

/** Opcodes of the reliable connection, and of a CNP. */
export const OPCODE = { first: 0, middle: 1, last: 2, only: 4, acknowledge: 17, cnp: 0x81 } as const;
/** AETH syndromes: an ACK that grants no credits, and a NACK for a packet out of sequence. */
export const SYNDROME = { ack: 0x1f, nack: 0x60 } as const;
/** ECN bits of an IP header. */
export const ECN = { none: 0, ect1: 1, ect0: 2, ce: 3 } as const;

/** Minimum length of a frame without its check sequence. */
export const LEAST: Bytes = 60;
/** Length from the destination's address to the end of the base transport header. */
export const ROCE_HEADERS: Bytes = 54;
export const ICRC: Bytes = 4;
/** The bytes of the AETH header of an acknowledgement. */
export const AETH: Bytes = 4;
/** The reserved bytes of a CNP. */
export const CNP_RESERVED: Bytes = 16;

const ROCE_PORT = 4791;
const PAUSE_ADDRESS = [0x01, 0x80, 0xc2, 0x00, 0x00, 0x01];
const PSN = 2 ** 24;
/** The number of the first queue pair of a flow. Queue pairs 0 and 1 are reserved for management. */
const FIRST_QUEUE_PAIR = 0x100;

/** A port, which has an Ethernet address. */
export interface Station {
  readonly node: number;
  readonly port: number;
}

export interface RocePacket {
  /** The port at the sending end of the link. */
  readonly from: Station;
  /** The port at the receiving end of the link. */
  readonly to: Station;
  /** The node number of the packet's source host. */
  readonly source: number;
  /** The node number of the packet's destination host. */
  readonly destination: number;
  readonly flow: number;
  /** The UDP source port. Absent: it follows from the number of the flow. */
  readonly sourcePort?: number;
  readonly dscp: number;
  /** One of `ECN`. */
  readonly ecn: number;
  readonly opcode: number;
  /** True for a CNP or an ACK that echoes an ECN mark. */
  readonly becn: boolean;
  /** True if the sender requests an ACK for this packet. */
  readonly acknowledge: boolean;
  /** Packet sequence number. It counts from 0 at the first packet of the queue pair and wraps at 2^24. */
  readonly psn: number;
  /** The AETH of an acknowledgement. */
  readonly aeth?: { readonly syndrome: number; readonly messages: number };
  /** Bytes between the base transport header and the ICRC. */
  readonly body: Bytes;
}

export function roceFrame(packet: RocePacket): Uint8Array {
  const length = ROCE_HEADERS + packet.body + ICRC;
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  setEthernet(view, packet.from, packet.to, 0x0800);

  view.setUint8(14, 0x45);
  view.setUint8(15, (packet.dscp << 2) | packet.ecn);
  view.setUint16(16, length - 14);
  view.setUint16(20, 0x4000); // The flag "don't fragment".
  view.setUint8(22, 64);
  view.setUint8(23, 17); // UDP.
  setHost(view, 26, packet.source);
  setHost(view, 30, packet.destination);
  view.setUint16(24, checksum(view, 14, 34));

  view.setUint16(34, packet.sourcePort ?? 0xc000 | (packet.flow & 0x3fff));
  view.setUint16(36, ROCE_PORT);
  view.setUint16(38, length - 34); // The UDP checksum is left at 0, because the ICRC covers the packet.

  view.setUint8(42, packet.opcode);
  view.setUint8(43, packet.opcode === OPCODE.cnp ? 0 : 0x40); // Migration state "migrated", the initial state of a connection.
  view.setUint16(44, 0xffff); // The default partition key.
  view.setUint32(46, (packet.becn ? 0x40000000 : 0) | ((FIRST_QUEUE_PAIR + packet.flow) & (PSN - 1)));
  view.setUint32(50, (packet.acknowledge ? 0x80000000 : 0) | (packet.psn % PSN));
  if (packet.aeth !== undefined) view.setUint32(54, (packet.aeth.syndrome << 24) | (packet.aeth.messages & (PSN - 1)));
  return bytes;
}

/**
 * Builds a PAUSE frame. `vector` has a bit for each class. `times` are the pause times by class in quanta, and 0
 * resumes a class. `length` is the simulated frame length without the check sequence.
 */
export function pauseFrame(from: Station, vector: number, times: readonly number[], length: Bytes): Uint8Array {
  const bytes = new Uint8Array(Math.max(LEAST, length));
  const view = new DataView(bytes.buffer);
  setEthernet(view, from, undefined, 0x8808);
  view.setUint16(14, 0x0101);
  view.setUint16(16, vector);
  times.forEach((quanta, cls) => {
    view.setUint16(18 + cls * 2, quanta);
  });
  return bytes;
}

/**
 * Builds a frame of experimental type. `words` are the 32-bit words of the simulated frame, written in big-endian order.
 */
export function otherFrame(from: Station, to: Station, words: readonly number[], length: Bytes): Uint8Array {
  const bytes = new Uint8Array(Math.max(LEAST, length));
  const view = new DataView(bytes.buffer);
  setEthernet(view, from, to, 0x88b5);
  words.forEach((word, k) => {
    view.setInt32(14 + k * 4, word);
  });
  return bytes;
}

/**
 * Writes the Ethernet header. Without `to`, the destination is the address of MAC control frames, which no bridge
 * forwards.
 */
function setEthernet(view: DataView, from: Station, to: Station | undefined, type: number): void {
  if (to === undefined)
    PAUSE_ADDRESS.forEach((byte, k) => {
      view.setUint8(k, byte);
    });
  else setStation(view, 0, to);
  setStation(view, 6, from);
  view.setUint16(12, type);
}

/** Writes a locally administered address: 02, node, port. */
function setStation(view: DataView, at: number, { node, port }: Station): void {
  view.setUint8(at, 2);
  view.setUint8(at + 1, node >> 16);
  view.setUint16(at + 2, node & 0xffff);
  view.setUint16(at + 4, port);
}

/** Writes the address of a host: 10.0.0.1 plus its number. */
function setHost(view: DataView, at: number, host: number): void {
  view.setUint32(at, 0x0a000001 + host);
}

/** Returns the IP checksum of the bytes from `at` to `end`: the complement of the ones' complement sum of their 16-bit words. */
function checksum(view: DataView, at: number, end: number): number {
  let sum = 0;
  for (let k = at; k < end; k += 2) sum += view.getUint16(k);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return ~sum & 0xffff;
}
