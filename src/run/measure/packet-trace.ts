/**
 * Every packet of chosen nodes as it arrives, joins a queue and leaves it: what a `.tr` file is made of.
 *
 * Columns in chunks (`chunks.ts`), which whoever writes the file takes between two slices of a run.
 * What is asked of the packet alone is kept as numbers; addresses and names are looked up when the file is written.
 *
 * Two things a packet's record does not hold live in a column beside it: the ECN bits of an ACK, which switches set as they do for data
 * and nobody reads, and the queue that a PFC frame tells of (ns-3 semantics, sections 10 and 17).
 */
import type { Network } from "../../sim/model/network.ts";
import {
  ACK_PACKET,
  BODY,
  DATA,
  FLOW,
  KIND_MASK,
  LINK_FRAME,
  MARK_MASK,
  MARK_SHIFT,
  META,
  NACK_PACKET,
  PAYLOAD,
  SEQ,
  SIZE,
  STAMP,
} from "../../sim/model/packet-record.ts";
import type { Tracer } from "../../sim/model/recorder.ts";
import { PS_PER_NS, type Bytes } from "../../base/units.ts";
import type { PacketWords } from "../../base/view.ts";
import { CHUNK, Chunks } from "./chunks.ts";

/** What happened, and to what. */
export const SEEN = { received: 0, queued: 1, sent: 2, dropped: 3, droppedOnArrival: 4 } as const;
export const PACKET = { data: 0, ack: 1, nack: 2, frame: 3 } as const;

/** ECN bits of a packet that met congestion. */
const CE = 3;

/** Up to `CHUNK` things seen, in the order in which they happened. */
export class TraceChunk {
  count = 0;
  readonly timeNs = new Float64Array(CHUNK);
  /** When the data packet that this is, or answers, was sent. */
  readonly sentNs = new Float64Array(CHUNK);
  /** Network-wide number. */
  readonly port = new Int32Array(CHUNK);
  /** -1: a frame of the link policy. */
  readonly flow = new Int32Array(CHUNK);
  /** Of the queue, without the packet. */
  readonly queueBytes = new Uint32Array(CHUNK);
  /** First byte of data, what an ACK acknowledges up to, or the queue that a frame tells of. */
  readonly seq = new Float64Array(CHUNK);
  readonly size = new Int32Array(CHUNK);
  /** Bytes of data; for an ACK whether it echoes a mark; for a frame its class. */
  readonly extra = new Int32Array(CHUNK);
  readonly queue = new Uint8Array(CHUNK);
  /** One of `SEEN`, one of `PACKET`. */
  readonly seen = new Uint8Array(CHUNK);
  readonly packet = new Uint8Array(CHUNK);
  readonly ecn = new Uint8Array(CHUNK);
  /** A frame that stops its class, rather than letting it go. */
  readonly stops = new Uint8Array(CHUNK);
}

export class PacketTrace implements Tracer {
  /** Things seen since the start. */
  records = 0;
  private readonly network: Network;
  private readonly traced: Uint8Array;
  /** Beside each packet: the ECN bits of an ACK, or the queue that a frame tells of. */
  private readonly beside: PacketWords;
  private readonly chunks = new Chunks(() => new TraceChunk());

  /** Ask before any packet exists. */
  constructor(network: Network, nodes: readonly number[]) {
    this.network = network;
    this.traced = new Uint8Array(network.fabric.nodes);
    for (const node of nodes) this.traced[node] = 1;
    this.beside = network.fabric.packets.column(1);
  }

  /** Hands every chunk that has something in it to `use`, which must not keep it. */
  take(use: (chunk: TraceChunk) => void): void {
    this.chunks.take(use);
  }

  onReceive(node: number, port: number, packet: number): void {
    if (this.traced[node] !== 0) this.note(SEEN.received, node, port, 0, packet, 0);
  }

  onEnqueue(node: number, port: number, queue: number, packet: number, backlog: Bytes): void {
    const { words } = this.network.fabric.packets;
    const kind = words[packet * 16 + META] & KIND_MASK;
    const at = this.network.switches[node];
    if (kind === LINK_FRAME) {
      const cls = classOf(words[packet * 16 + PAYLOAD]);
      this.beside.at[packet] = at === null ? 0 : at.backlog(port * 8 + cls);
    } else if (at === null) this.beside.at[packet] = 0; // a fresh ACK
    if (this.traced[node] !== 0) this.note(SEEN.queued, node, port, queue, packet, backlog);
  }

  onDequeue(node: number, port: number, queue: number, packet: number, backlog: Bytes, mark: number): void {
    if (mark !== 0) {
      const kind = this.network.fabric.packets.words[packet * 16 + META] & KIND_MASK;
      if (kind !== DATA) this.beside.at[packet] = CE;
    }
    if (this.traced[node] !== 0) this.note(SEEN.sent, node, port, queue, packet, backlog);
  }

  onDead(node: number, port: number, queue: number, packet: number, backlog: Bytes, arrived: boolean): void {
    const seen = arrived ? SEEN.droppedOnArrival : SEEN.dropped;
    if (this.traced[node] !== 0) this.note(seen, node, port, queue, packet, backlog);
  }

  private note(seen: number, node: number, port: number, queue: number, packet: number, backlog: Bytes): void {
    const chunk = this.chunks.open();
    this.records++;
    const { fabric } = this.network;
    const { words, doubles } = fabric.packets;
    const k = chunk.count++;
    const meta = words[packet * 16 + META];
    chunk.timeNs[k] = fabric.queue.now / PS_PER_NS;
    chunk.port[k] = port;
    chunk.flow[k] = words[packet * 16 + FLOW];
    chunk.queue[k] = queue;
    chunk.queueBytes[k] = queue === 0 ? this.classZero(node, port) : backlog;
    chunk.size[k] = words[packet * 16 + SIZE];
    chunk.seen[k] = seen;
    const kind = meta & KIND_MASK;
    if (kind === LINK_FRAME) {
      chunk.packet[k] = PACKET.frame;
      chunk.stops[k] = words[packet * 16 + BODY];
      chunk.extra[k] = classOf(words[packet * 16 + PAYLOAD]);
      chunk.seq[k] = this.beside.at[packet];
      chunk.ecn[k] = 0;
      return;
    }
    const mark = (meta >> MARK_SHIFT) & MARK_MASK;
    chunk.seq[k] = doubles[packet * 8 + SEQ];
    chunk.sentNs[k] = doubles[packet * 8 + STAMP] / PS_PER_NS;
    if (kind === DATA) {
      chunk.packet[k] = PACKET.data;
      chunk.extra[k] = words[packet * 16 + PAYLOAD];
      chunk.ecn[k] = mark !== 0 ? CE : 0;
      return;
    }
    chunk.packet[k] = kind === NACK_PACKET ? PACKET.nack : PACKET.ack;
    chunk.extra[k] = kind === ACK_PACKET || kind === NACK_PACKET ? Number(mark !== 0) : 0;
    chunk.ecn[k] = this.beside.at[packet];
  }

  /** Bytes of class 0 that wait at a port: PFC frames, and packets of priority group 0. Hosts queue elsewhere. */
  private classZero(node: number, port: number): Bytes {
    const { fabric, switches } = this.network;
    const at = switches[node];
    if (at === null || (fabric.linkFrames.first(port) === 0 && at.backlog(port * 8) === 0)) return 0;
    let bytes = fabric.queuedBytes(port);
    for (let cls = 1; cls < 8; cls++) bytes -= at.backlog(port * 8 + cls);
    return bytes;
  }
}

/** The class of a frame that names one, from its vector. */
const classOf = (vector: number): number => 31 - Math.clz32(vector);
