/**
 * The bytes of frames as they would be on the wire, without the frame check sequence, which captures do not have.
 *
 *   RoCEv2   Ethernet 14, IPv4 20, UDP 8 to port 4791, base transport header 12, what follows it, ICRC 4
 *   PAUSE    Ethernet, MAC control 0x8808, opcode 0x0101, class enable vector, eight times in quanta, zeros up to 60 B
 *   other    Ethernet of type 0x88b5, which IEEE 802 keeps for experiments: what no standard has a frame for
 *
 * Payload and ICRC are zeros. A queue pair is a flow, both of its ends have one number; its packets are those of one SEND, by their place in it.
 *
 * Source  InfiniBand 1.2.1, 9.2 (BTH), 9.3.5 (AETH), annexes A17 (RoCEv2) and A17.9.3 (CNP); 802.1Qbb; RFC 791
 */
import type { Bytes } from "../../base/units.ts";

/** Opcodes of the reliable connection, and of a CNP. */
export const OPCODE = { first: 0, middle: 1, last: 2, only: 4, acknowledge: 17, cnp: 0x81 } as const;
/** Syndromes of an AETH: an ACK that grants no credits, a NACK for a packet out of sequence. */
export const SYNDROME = { ack: 0x1f, nack: 0x60 } as const;
/** ECN bits of an IP header. */
export const ECN = { none: 0, ect1: 1, ect0: 2, ce: 3 } as const;

/** Least bytes of a frame without its check sequence. */
export const LEAST: Bytes = 60;
/** From the destination's address to the end of the base transport header. */
export const ROCE_HEADERS: Bytes = 54;
export const ICRC: Bytes = 4;
/** AETH of an acknowledgement; what a CNP has reserved. */
export const AETH: Bytes = 4;
export const CNP_RESERVED: Bytes = 16;

const ROCE_PORT = 4791;
const PAUSE_ADDRESS = [0x01, 0x80, 0xc2, 0x00, 0x00, 0x01];
const PSN = 2 ** 24;
/** 0 and 1 are for management. */
const FIRST_QUEUE_PAIR = 0x100;

/** A port, which has an Ethernet address. */
export interface Station {
  readonly node: number;
  readonly port: number;
}

export interface RocePacket {
  /** Ports at the two ends of the link. */
  readonly from: Station;
  readonly to: Station;
  /** Hosts at the two ends of the packet's way, by number. */
  readonly source: number;
  readonly destination: number;
  readonly flow: number;
  readonly dscp: number;
  /** One of `ECN`. */
  readonly ecn: number;
  readonly opcode: number;
  /** Of a CNP, or of an ACK that echoes a mark. */
  readonly becn: boolean;
  /** The sender wants to hear of this one. */
  readonly acknowledge: boolean;
  /** Counted from 0 at the queue pair's first packet; it wraps at 2^24. */
  readonly psn: number;
  /** Of an acknowledgement. */
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
  view.setUint16(20, 0x4000); // not to be fragmented
  view.setUint8(22, 64);
  view.setUint8(23, 17); // UDP
  setHost(view, 26, packet.source);
  setHost(view, 30, packet.destination);
  view.setUint16(24, checksum(view, 14, 34));

  view.setUint16(34, 0xc000 | (packet.flow & 0x3fff));
  view.setUint16(36, ROCE_PORT);
  view.setUint16(38, length - 34); // and no checksum: the ICRC covers it

  view.setUint8(42, packet.opcode);
  view.setUint8(43, packet.opcode === OPCODE.cnp ? 0 : 0x40); // migrated, as connections are at first
  view.setUint16(44, 0xffff); // the default partition
  view.setUint32(46, (packet.becn ? 0x40000000 : 0) | ((FIRST_QUEUE_PAIR + packet.flow) & (PSN - 1)));
  view.setUint32(50, (packet.acknowledge ? 0x80000000 : 0) | (packet.psn % PSN));
  if (packet.aeth !== undefined) view.setUint32(54, (packet.aeth.syndrome << 24) | (packet.aeth.messages & (PSN - 1)));
  return bytes;
}

/** `vector` is a bit a class, `times` are quanta by class; 0 lets a class go. `length` is the run's, check sequence excluded. */
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

/** `words` as they are in the run, big-endian. */
export function otherFrame(from: Station, to: Station, words: readonly number[], length: Bytes): Uint8Array {
  const bytes = new Uint8Array(Math.max(LEAST, length));
  const view = new DataView(bytes.buffer);
  setEthernet(view, from, to, 0x88b5);
  words.forEach((word, k) => {
    view.setInt32(14 + k * 4, word);
  });
  return bytes;
}

/** `to` absent: the address that no bridge passes on, for MAC control. */
function setEthernet(view: DataView, from: Station, to: Station | undefined, type: number): void {
  if (to === undefined)
    PAUSE_ADDRESS.forEach((byte, k) => {
      view.setUint8(k, byte);
    });
  else setStation(view, 0, to);
  setStation(view, 6, from);
  view.setUint16(12, type);
}

/** A locally administered address: 02, node, port. */
function setStation(view: DataView, at: number, { node, port }: Station): void {
  view.setUint8(at, 2);
  view.setUint8(at + 1, node >> 16);
  view.setUint16(at + 2, node & 0xffff);
  view.setUint16(at + 4, port);
}

/** Host n is 10.0.0.1 and n. */
function setHost(view: DataView, at: number, host: number): void {
  view.setUint32(at, 0x0a000001 + host);
}

/** Of the 16-bit words from `at` to `end`: the complement of their sum in ones' complement. */
function checksum(view: DataView, at: number, end: number): number {
  let sum = 0;
  for (let k = at; k < end; k += 2) sum += view.getUint16(k);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return ~sum & 0xffff;
}
