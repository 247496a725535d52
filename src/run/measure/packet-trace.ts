/**
 * The trace of every packet at selected nodes: its arrival, its enqueue and its dequeue. It becomes a `.tr` file.
 *
 * The rows are columns in chunks (`chunks.ts`), which the writer takes between two slices of a run. The trace stores numbers only;
 * addresses and names are looked up when the file is written.
 *
 * Two values are not in a packet's record and have a column of their own. One is the ECN bits of an ACK, which switches set as for data,
 * although they are never read. The other is the queue length that belongs to a PFC frame (ns-3 semantics, sections 10 and 17).
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

/** The kind of event, and the kind of packet. */
export const SEEN = { received: 0, queued: 1, sent: 2, dropped: 3, droppedOnArrival: 4 } as const;
export const PACKET = { data: 0, ack: 1, nack: 2, frame: 3 } as const;

/** The ECN bits of a packet that was marked (congestion experienced). */
const CE = 3;

/** Up to `CHUNK` events, in order. */
export class TraceChunk {
  count = 0;
  readonly timeNs = new Float64Array(CHUNK);
  /** The sending time of the data packet, or of the data packet that an ACK answers. */
  readonly sentNs = new Float64Array(CHUNK);
  /** Network-wide port number. */
  readonly port = new Int32Array(CHUNK);
  /** The flow number. -1: a frame of the link policy. */
  readonly flow = new Int32Array(CHUNK);
  /** Bytes in the queue, without the packet. */
  readonly queueBytes = new Uint32Array(CHUNK);
  /** The first byte of data, the acknowledged byte of an ACK, or the queue length that belongs to a frame. */
  readonly seq = new Float64Array(CHUNK);
  readonly size = new Int32Array(CHUNK);
  /** Data: its bytes. ACK: 1 if it echoes a mark. Frame: its class. */
  readonly extra = new Int32Array(CHUNK);
  readonly queue = new Uint8Array(CHUNK);
  /** The kind of the event at the port: one of `SEEN`. `packet` is the kind of packet: one of `PACKET`. */
  readonly seen = new Uint8Array(CHUNK);
  readonly packet = new Uint8Array(CHUNK);
  readonly ecn = new Uint8Array(CHUNK);
  /** 1 if a frame pauses its class, 0 if it resumes it. */
  readonly stops = new Uint8Array(CHUNK);
}

export class PacketTrace implements Tracer {
  /** The number of traced events. */
  records = 0;
  private readonly network: Network;
  private readonly traced: Uint8Array;
  /** For each packet: the ECN bits of an ACK, or the queue length that belongs to a frame. */
  private readonly beside: PacketWords;
  private readonly chunks = new Chunks(() => new TraceChunk());

  /** Traces the packets of `nodes`. Create it before any packet exists. */
  constructor(network: Network, nodes: readonly number[]) {
    this.network = network;
    this.traced = new Uint8Array(network.fabric.nodes);
    for (const node of nodes) this.traced[node] = 1;
    this.beside = network.fabric.packets.column(1);
  }

  /** Passes every non-empty chunk to `use`, which must not retain it. */
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
      // A new ACK.
    } else if (at === null) this.beside.at[packet] = 0;
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

  /** Bytes of class 0 that wait at a port: PFC frames, and packets of priority group 0. Hosts have no such queue. */
  private classZero(node: number, port: number): Bytes {
    const { fabric, switches } = this.network;
    const at = switches[node];
    if (at === null || (fabric.linkFrames.first(port) === 0 && at.backlog(port * 8) === 0)) return 0;
    let bytes = fabric.queuedBytes(port);
    for (let cls = 1; cls < 8; cls++) bytes -= at.backlog(port * 8 + cls);
    return bytes;
  }
}

/** The class of a frame with one class, from its vector. */
const classOf = (vector: number): number => 31 - Math.clz32(vector);
