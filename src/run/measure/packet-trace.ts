/**
 * Traces every packet at selected nodes: its arrival, its enqueue and its dequeue. The trace is written to a `.tr`
 * file.
 *
 * The events are columns in chunks (`chunks.ts`). The writer takes the chunks between two slices of a run. The trace
 * stores only numbers; addresses and names are looked up when the file is written.
 *
 * The trace keeps two values that no packet record has (docs/ns3-semantics.md, sections 10 and 17). One is the ECN bits
 * of an ACK: switches set them as for data, but no policy reads them. The other belongs to a PFC frame: the backlog
 * of the class that it pauses or resumes. It is read at the frame's port when the frame is enqueued.
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

/** The kind of an event at a port. */
export const SEEN = { received: 0, queued: 1, sent: 2, dropped: 3, droppedOnArrival: 4 } as const;
/** The kind of a packet. */
export const PACKET = { data: 0, ack: 1, nack: 2, frame: 3 } as const;

/** The value of the ECN bits "congestion experienced". */
const CE = 3;

/** Up to `CHUNK` events, in the order in which they occurred. */
export class TraceChunk {
  count = 0;
  readonly timeNs = new Float64Array(CHUNK);
  /** The sending time of the data packet. For an ACK: of the data packet that it answers. */
  readonly sentNs = new Float64Array(CHUNK);
  /** Network-wide port number. */
  readonly port = new Int32Array(CHUNK);
  /** The flow number. -1: a frame of the link policy, such as a PFC frame. */
  readonly flow = new Int32Array(CHUNK);
  /** Bytes in the queue, without this packet. */
  readonly queueBytes = new Uint32Array(CHUNK);
  /** Data: its first byte. ACK: the acknowledged byte. PFC frame: the backlog of the paused class at the frame's port. */
  readonly seq = new Float64Array(CHUNK);
  readonly size = new Int32Array(CHUNK);
  /** Data: its number of bytes. ACK: 1 if it echoes an ECN mark. PFC frame: its class. */
  readonly extra = new Int32Array(CHUNK);
  readonly queue = new Uint8Array(CHUNK);
  /** The kind of the event, one of `SEEN`. */
  readonly seen = new Uint8Array(CHUNK);
  /** The kind of the packet, one of `PACKET`. */
  readonly packet = new Uint8Array(CHUNK);
  readonly ecn = new Uint8Array(CHUNK);
  /** For a PFC frame: 1 if it pauses its class, 0 if it resumes the class. */
  readonly stops = new Uint8Array(CHUNK);
}

export class PacketTrace implements Tracer {
  /** The number of traced events. */
  records = 0;
  private readonly network: Network;
  private readonly traced: Uint8Array;
  /** A value for each packet. ACK: its ECN bits. PFC frame: the backlog of the paused class at the frame's port. */
  private readonly beside: PacketWords;
  private readonly chunks = new Chunks(() => new TraceChunk());

  /** Traces the packets at `nodes`. Create it before any packet exists. */
  constructor(network: Network, nodes: readonly number[]) {
    this.network = network;
    this.traced = new Uint8Array(network.fabric.nodes);
    for (const node of nodes) this.traced[node] = 1;
    this.beside = network.fabric.packets.column(1);
  }

  /** Passes every non-empty chunk to `use`. The chunk is reused afterwards, so `use` must not retain it. */
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
      // The packet may be an ACK, whose ECN bits are stored in `beside`. At a host (`at` is null) they begin at
      // 0, because only a switch can mark the ACK later.
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

  /**
   * The bytes of class 0 that wait at a switch port: PFC frames, and packets of priority group 0. The simulator's hosts
   * have no such queue, so the result for a host is 0.
   */
  private classZero(node: number, port: number): Bytes {
    const { fabric, switches } = this.network;
    const at = switches[node];
    if (at === null || (fabric.linkFrames.first(port) === 0 && at.backlog(port * 8) === 0)) return 0;
    let bytes = fabric.queuedBytes(port);
    for (let cls = 1; cls < 8; cls++) bytes -= at.backlog(port * 8 + cls);
    return bytes;
  }
}

/** The class of a PFC frame, whose bit mask contains exactly one class. */
const classOf = (vector: number): number => 31 - Math.clz32(vector);
