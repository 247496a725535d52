/**
 * Every frame that leaves or reaches chosen ports within a span of time, as columns in chunks: what a capture file is made of.
 *
 * A frame that leaves is seen as its first bit goes, one that arrives once all of it is there; damaged ones are never seen. Asked for before
 * the network runs; a run that nobody looks at pays nothing for it.
 */
import { CLASS_MASK } from "../../base/queue-number.ts";
import {
  ACK_PACKET,
  BODY,
  CLASS_SHIFT,
  CNP,
  DATA,
  FLOW,
  KIND_MASK,
  LINK_FRAME,
  MARK_MASK,
  MARK_SHIFT,
  META,
  NACK_PACKET,
  PAYLOAD,
  REPEATED,
  SEQ,
  SIZE,
} from "../../sim/model/packet-record.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Tracer } from "../../sim/model/recorder.ts";
import type { Ps } from "../../base/units.ts";
import { CHUNK, Chunks } from "./chunks.ts";

/** Kinds of frames; any other is a routing policy's. */
export const FRAME = { data: DATA, ack: ACK_PACKET, nack: NACK_PACKET, cnp: CNP, link: LINK_FRAME } as const;

/** Up to `CHUNK` frames, in the order in which they were seen. */
export class CaptureChunk {
  count = 0;
  /** ps. */
  readonly time = new Float64Array(CHUNK);
  /** Network-wide number. */
  readonly port = new Int32Array(CHUNK);
  readonly leaves = new Uint8Array(CHUNK);
  /** One of `FRAME`. */
  readonly kind = new Uint8Array(CHUNK);
  readonly cls = new Uint8Array(CHUNK);
  /** As in `base/view.ts`; of an ACK the mark that it echoes. */
  readonly mark = new Uint8Array(CHUNK);
  /** Data that was sent before. */
  readonly repeats = new Uint8Array(CHUNK);
  /** -1: a frame of the link policy. */
  readonly flow = new Int32Array(CHUNK);
  /** Bytes of the frame in the run. */
  readonly size = new Int32Array(CHUNK);
  /** Bytes of data; of a link policy's frame its classes, a bit each. */
  readonly payload = new Int32Array(CHUNK);
  /** First byte of data, or the byte that an ACK acknowledges up to. */
  readonly seq = new Float64Array(CHUNK);
  /** Of a link policy's frame: its four words. */
  readonly words = new Int32Array(CHUNK * 4);
}

export class Capture implements Tracer {
  /** Frames seen. */
  frames = 0;
  private readonly network: Network;
  private readonly chosen: Uint8Array;
  private readonly from: Ps;
  private readonly chunks = new Chunks(() => new CaptureChunk());

  /** Ask before anything runs. */
  constructor(network: Network, ports: readonly number[], from: Ps) {
    this.network = network;
    this.from = from;
    this.chosen = new Uint8Array(network.fabric.ports);
    for (const port of ports) this.chosen[port] = 1;
    network.fabric.tracer = this;
  }

  /** Hands every chunk that has something in it to `use`, which must not keep it. */
  take(use: (chunk: CaptureChunk) => void): void {
    this.chunks.take(use);
  }

  onReceive(_node: number, port: number, packet: number): void {
    if (this.chosen[port] !== 0) this.note(port, packet, 0);
  }

  onEnqueue(): void {
    // It is seen when it leaves.
  }

  onDequeue(_node: number, port: number, _queue: number, packet: number): void {
    if (this.chosen[port] !== 0) this.note(port, packet, 1);
  }

  private note(port: number, packet: number, leaves: number): void {
    const { fabric } = this.network;
    const { now } = fabric.queue;
    if (now < this.from) return;
    const chunk = this.chunks.open();
    this.frames++;
    const { words, doubles } = fabric.packets;
    const at = packet * 16;
    const k = chunk.count++;
    const meta = words[at + META];
    const kind = meta & KIND_MASK;
    chunk.time[k] = now;
    chunk.port[k] = port;
    chunk.leaves[k] = leaves;
    chunk.kind[k] = kind;
    chunk.cls[k] = (meta >> CLASS_SHIFT) & CLASS_MASK;
    chunk.mark[k] = (meta >> MARK_SHIFT) & MARK_MASK;
    chunk.repeats[k] = kind === DATA && (meta & REPEATED) !== 0 ? 1 : 0;
    chunk.flow[k] = words[at + FLOW];
    chunk.size[k] = words[at + SIZE];
    chunk.payload[k] = words[at + PAYLOAD];
    chunk.seq[k] = kind === LINK_FRAME ? 0 : doubles[packet * 8 + SEQ];
    for (let word = 0; word < 4; word++) chunk.words[k * 4 + word] = words[at + BODY + word];
  }
}
