/**
 * Reads and writes `.tr`, the simulator's binary trace. It has one record for each packet that arrives, joins or leaves a queue, or is
 * dropped.
 *
 *   header   u32 ports; for each u16 node, u8 port, u64 bps, unpadded; u32 largest bandwidth-delay product, bytes
 *   record   56 bytes, little-endian; the last 24 depend on the kind of packet
 *
 *     0  u64 time   8 u16 node   10 u8 port   11 u8 queue   12 u32 queue bytes   16 u32 sip   20 u32 dip
 *    24  u16 size  26 u8 protocol  27 u8 event  28 u8 ecn   29 u8 node type
 *    32  data      u16 sport, u16 dport, u32 seq, u64 ts, u16 pg, u16 payload
 *    32  ack       u16 sport, u16 dport, u16 flags, u16 pg, u32 seq, 4 bytes unused, u64 ts
 *    32  pfc       u32 time, u32 queue length, u8 class
 *
 * In the simulator, the unused bytes of a record keep the previous content of the memory; here they are zero. So two traces are equal only
 * after printing; `recordText` prints as the simulator's `trace_reader` does.
 *
 * Defined in docs/ns3-semantics.md, section 17
 */
import { addressText } from "./addresses.ts";
import { InputError } from "./input-error.ts";
import type { NodeType } from "./pfc.ts";

/** Bytes of one record. */
export const RECORD_BYTES = 56;

export const TRACE_EVENT = { recv: 0, enqu: 1, dequ: 2, drop: 3 } as const;

/** Protocol numbers in the header of a packet. */
const DATA = 0x11;
const ACK = 0xfc;
const NACK = 0xfd;
const PFC = 0xfe;

/** A port and its rate, as listed in the header. */
export interface TracePort {
  readonly node: number;
  readonly port: number;
  readonly bps: number;
}

/** Fields of every record. */
export interface TraceCommon {
  /** Whole nanoseconds. */
  timeNs: number;
  node: number;
  /** Port number, from 1. */
  port: number;
  /** Queue of the port. 0 in records of arrivals (`recv`), because the packet is in no queue yet. */
  queue: number;
  /** Occupancy of `queue` without the packet of this record, bytes. */
  queueBytes: number;
  /** Addresses as unsigned 32-bit numbers. */
  sip: number;
  dip: number;
  /** Size on the wire, bytes. */
  size: number;
  /** One of `TRACE_EVENT`. */
  event: number;
  /** ECN bits of the IP header; 3 means marked. */
  ecn: number;
  nodeType: NodeType;
}

/** Fields by kind of packet. `ts` is the sender's time in ns under TIMELY, otherwise 0. */
export type TraceBody =
  | { kind: "data"; sport: number; dport: number; seq: number; ts: number; pg: number; payload: number }
  | { kind: "ack" | "nack"; sport: number; dport: number; flags: number; pg: number; seq: number; ts: number }
  | { kind: "pfc"; pauseTime: number; queueLength: number; class: number }
  | { kind: "other"; protocol: number };

export type TraceRecord = TraceCommon & TraceBody;

export interface TraceHeader {
  readonly ports: readonly TracePort[];
  /** The largest bandwidth-delay product of any two hosts. Every flow with a window has this window. */
  readonly windowBytes: number;
}

/** A trace file. Records are decoded at each iteration. */
export interface Trace extends TraceHeader {
  readonly records: Iterable<TraceRecord>;
  /** Number of bytes after the last complete record. An interrupted run leaves such bytes. */
  readonly strayBytes: number;
}

const TWO_32 = 2 ** 32;

/** Reads an unsigned 64-bit number, which is exact up to 53 bits. */
function getUint64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * TWO_32;
}

function setUint64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % TWO_32, true);
  view.setUint32(at + 4, Math.floor(value / TWO_32), true);
}

/** Encodes the header: every port with its rate, in any order, and the largest bandwidth-delay product in bytes. */
export function encodeHeader(ports: readonly TracePort[], windowBytes: number): Uint8Array {
  const bytes = new Uint8Array(8 + 11 * ports.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, ports.length, true);
  ports.forEach(({ node, port, bps }, i) => {
    const at = 4 + 11 * i;
    view.setUint16(at, node, true);
    view.setUint8(at + 2, port);
    setUint64(view, at + 3, bps);
  });
  view.setUint32(bytes.length - 4, windowBytes, true);
  return bytes;
}

/** Writes a record into the 56 bytes at `at`. It allocates nothing, so a writer can reuse one buffer. */
export function encodeRecord(view: DataView, at: number, record: TraceRecord): void {
  setUint64(view, at, record.timeNs);
  view.setUint16(at + 8, record.node, true);
  view.setUint8(at + 10, record.port);
  view.setUint8(at + 11, record.queue);
  view.setUint32(at + 12, record.queueBytes, true);
  view.setUint32(at + 16, record.sip, true);
  view.setUint32(at + 20, record.dip, true);
  view.setUint16(at + 24, record.size, true);
  view.setUint8(at + 26, protocolOf(record));
  view.setUint8(at + 27, record.event);
  view.setUint8(at + 28, record.ecn);
  view.setUint8(at + 29, record.nodeType);
  for (let unused = at + 30; unused < at + RECORD_BYTES; unused += 2) view.setUint16(unused, 0);
  encodeBody(view, at + 32, record);
}

function protocolOf(record: TraceBody): number {
  switch (record.kind) {
    case "data":
      return DATA;
    case "ack":
      return ACK;
    case "nack":
      return NACK;
    case "pfc":
      return PFC;
    case "other":
      return record.protocol;
  }
}

function encodeBody(view: DataView, at: number, body: TraceBody): void {
  switch (body.kind) {
    case "data":
      view.setUint16(at, body.sport, true);
      view.setUint16(at + 2, body.dport, true);
      view.setUint32(at + 4, body.seq, true);
      setUint64(view, at + 8, body.ts);
      view.setUint16(at + 16, body.pg, true);
      view.setUint16(at + 18, body.payload, true);
      return;
    case "ack":
    case "nack":
      view.setUint16(at, body.sport, true);
      view.setUint16(at + 2, body.dport, true);
      view.setUint16(at + 4, body.flags, true);
      view.setUint16(at + 6, body.pg, true);
      view.setUint32(at + 8, body.seq, true);
      setUint64(view, at + 16, body.ts);
      return;
    case "pfc":
      view.setUint32(at, body.pauseTime, true);
      view.setUint32(at + 4, body.queueLength, true);
      view.setUint8(at + 8, body.class);
      return;
    case "other":
  }
}

/** Number of bytes at the start of a trace that give the length of its header. */
export const HEADER_START = 4;
/** Number of ports that 16 bits of node and 8 bits of port can identify. */
const MAX_PORTS = 2 ** 24;
/** Maximum rate, bit/s. A higher value shows that the file is not a trace. */
const MAX_BPS = 1e13;
const WRONG_FILE = "Name a .tr file of a run with ENABLE_TRACE 1.";

/**
 * Returns the header length of a trace that begins with `start` and has `fileBytes` in all (Infinity if unknown). `file` is its name in
 * messages.
 *
 * Throws `InputError` if the file is shorter than its header. It also throws if the number of ports is impossible, which shows that the
 * file is not a trace.
 */
export function headerBytes(start: Uint8Array, fileBytes: number, file: string): number {
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  const portCount = start.length < HEADER_START ? 0 : view.getUint32(0, true);
  const bytes = 8 + 11 * portCount;
  if (portCount === 0 || (portCount > MAX_PORTS && fileBytes === Infinity)) {
    const found = start.length < HEADER_START ? `${start.length} bytes` : `${portCount} ports`;
    throw new InputError({ file }, `a header of 1 to ${MAX_PORTS} ports`, found, WRONG_FILE);
  }
  if (bytes <= fileBytes) return bytes;
  const expected = `a header of ${bytes} bytes for ${portCount} ports`;
  throw new InputError({ file }, expected, `${fileBytes} bytes`, WRONG_FILE);
}

/** Decodes a whole header; `file` is its name in messages. Throws `InputError` if the header is incomplete or lists invalid ports. */
export function decodeHeader(bytes: Uint8Array, file: string): TraceHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const portCount = view.getUint32(0, true);
  const whole = 8 + 11 * portCount;
  if (bytes.length < whole) {
    throw new InputError(
      { file },
      `a header of ${whole} bytes for ${portCount} ports`,
      `${bytes.length} bytes`,
      WRONG_FILE,
    );
  }
  const ports = Array.from({ length: portCount }, (_, i) => {
    const at = 4 + 11 * i;
    return { node: view.getUint16(at, true), port: view.getUint8(at + 2), bps: getUint64(view, at + 3) };
  });
  const strange = ports.find(({ bps }) => bps === 0 || bps > MAX_BPS);
  if (strange !== undefined) {
    throw new InputError({ file }, `ports with a rate up to ${MAX_BPS / 1e12}Tbps`, `${strange.bps}bps`, WRONG_FILE);
  }
  return { ports, windowBytes: view.getUint32(bytes.length - 4, true) };
}

/** Reads a trace; `file` is its name in messages. Throws `InputError` if the file is shorter than its own header. */
export function decode(bytes: Uint8Array, file: string): Trace {
  const start = headerBytes(bytes, bytes.length, file);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - ((bytes.length - start) % RECORD_BYTES);
  const records = {
    *[Symbol.iterator]() {
      for (let at = start; at < end; at += RECORD_BYTES) yield decodeRecord(view, at);
    },
  };
  return { ...decodeHeader(bytes.subarray(0, start), file), records, strayBytes: bytes.length - end };
}

/** Returns the node of the record at `at` without decoding the rest. */
export function recordNode(view: DataView, at: number): number {
  return view.getUint16(at + 8, true);
}

/**
 * Decodes the record in the 56 bytes at `at`. Each kind has its own object literal, because spreading the common fields takes seventy times
 * as long.
 */
export function decodeRecord(view: DataView, at: number): TraceRecord {
  const timeNs = getUint64(view, at);
  const node = view.getUint16(at + 8, true);
  const port = view.getUint8(at + 10);
  const queue = view.getUint8(at + 11);
  const queueBytes = view.getUint32(at + 12, true);
  const sip = view.getUint32(at + 16, true);
  const dip = view.getUint32(at + 20, true);
  const size = view.getUint16(at + 24, true);
  const protocol = view.getUint8(at + 26);
  const event = view.getUint8(at + 27);
  const ecn = view.getUint8(at + 28);
  const nodeType = view.getUint8(at + 29) === 0 ? 0 : 1;
  switch (protocol) {
    case DATA: {
      const sport = view.getUint16(at + 32, true);
      const dport = view.getUint16(at + 34, true);
      const seq = view.getUint32(at + 36, true);
      const ts = getUint64(view, at + 40);
      const pg = view.getUint16(at + 48, true);
      const payload = view.getUint16(at + 50, true);
      // prettier-ignore
      return { kind: "data", timeNs, node, port, queue, queueBytes, sip, dip, size, event, ecn, nodeType, sport, dport, seq, ts, pg, payload };
    }
    case ACK:
    case NACK: {
      const kind = protocol === ACK ? "ack" : "nack";
      const sport = view.getUint16(at + 32, true);
      const dport = view.getUint16(at + 34, true);
      const flags = view.getUint16(at + 36, true);
      const pg = view.getUint16(at + 38, true);
      const seq = view.getUint32(at + 40, true);
      const ts = getUint64(view, at + 48);
      // prettier-ignore
      return { kind, timeNs, node, port, queue, queueBytes, sip, dip, size, event, ecn, nodeType, sport, dport, flags, pg, seq, ts };
    }
    case PFC: {
      const kind = "pfc";
      const pauseTime = view.getUint32(at + 32, true);
      const queueLength = view.getUint32(at + 36, true);
      const cls = view.getUint8(at + 40);
      // prettier-ignore
      return { kind, timeNs, node, port, queue, queueBytes, sip, dip, size, event, ecn, nodeType, pauseTime, queueLength, class: cls };
    }
    default:
      // prettier-ignore
      return { kind: "other", timeNs, node, port, queue, queueBytes, sip, dip, size, event, ecn, nodeType, protocol };
  }
}

const EVENT_NAMES = ["Recv", "Enqu", "Dequ", "Drop"];
const hex = (value: number) => value.toString(16);

/**
 * Returns a record as the simulator's `trace_reader` prints it, without the newline.
 *
 *   1083 n:3 1:0 0 Recv ecn:0 0b000001 0b000201 10000 100 U 0 0 3 1048(1000)
 *   2166 n:2 1:0 0 Enqu ecn:0 0b000201 0b000001 100 10000 A 0x00 3 1000 0 60
 */
export function recordText(record: TraceRecord): string {
  const { timeNs, node, port, queue, queueBytes, event, ecn, sip, dip, size } = record;
  const what = `${EVENT_NAMES[event] ?? "????"} ecn:${hex(ecn)} ${addressText(sip)} ${addressText(dip)}`;
  return `${timeNs} n:${node} ${port}:${queue} ${queueBytes} ${what} ${bodyText(record)} ${size}${payloadText(record)}`;
}

function bodyText(body: TraceBody): string {
  switch (body.kind) {
    case "data":
      return `${body.sport} ${body.dport} U ${body.seq} ${body.ts} ${body.pg}`;
    case "ack":
    case "nack": {
      const letter = body.kind === "ack" ? "A" : "N";
      const flags = `0x${hex(body.flags).toUpperCase().padStart(2, "0")}`;
      return `${body.sport} ${body.dport} ${letter} ${flags} ${body.pg} ${body.seq} ${body.ts}`;
    }
    case "pfc":
      return `P ${body.pauseTime} ${body.queueLength} ${body.class}`;
    case "other":
      return hex(body.protocol);
  }
}

const payloadText = (body: TraceBody) => (body.kind === "data" ? `(${body.payload})` : "");
