/**
 * Captures the frames that leave or reach selected ports, from a given time on. They are stored as columns, in chunks
 * of rows (`chunks.ts`), from which the command line writes a capture file.
 *
 * A frame that leaves is captured when its first bit leaves, and a frame that arrives is captured after its last bit. A
 * frame that a link damages is captured where it leaves, but not where it arrives. A capture must be created before the
 * network runs. A run without a capture executes no code of this file.
 */
import { CLASS_MASK } from "../../base/queue-number.ts";
import {
  ACK_PACKET,
  BODY,
  CLASS_SHIFT,
  CNP,
  DATA,
  FLOW,
  IS_TRIMMED,
  KIND_MASK,
  LINK_FRAME,
  MARK_MASK,
  MARK_SHIFT,
  META,
  NACK_PACKET,
  NOTICE,
  PAYLOAD,
  PROBE,
  REPEATED,
  REPLY,
  REQUEST,
  SCOPE_SHIFT,
  SEQ,
  SIGNAL,
  SIZE,
} from "../../sim/model/packet-record.ts";
import { ONE_QUEUE } from "../../sim/model/link-frames.ts";
import type { Network } from "../../sim/model/network.ts";
import type { Tracer } from "../../sim/model/recorder.ts";
import type { Ps } from "../../base/units.ts";
import { CHUNK, Chunks } from "./chunks.ts";

/** Kinds of frames. */
export const FRAME = {
  ...{ data: DATA, ack: ACK_PACKET, nack: NACK_PACKET, cnp: CNP, link: LINK_FRAME },
  ...{ probe: PROBE, notice: NOTICE, signal: SIGNAL, request: REQUEST, reply: REPLY },
} as const;

/** Up to `CHUNK` frames, in the order in which they were captured. */
export class CaptureChunk {
  count = 0;
  /** In ps. */
  readonly time = new Float64Array(CHUNK);
  /** Network-wide port number. */
  readonly port = new Int32Array(CHUNK);
  readonly leaves = new Uint8Array(CHUNK);
  /** One of `FRAME`. */
  readonly kind = new Uint8Array(CHUNK);
  readonly cls = new Uint8Array(CHUNK);
  /** The ECN mark of the frame, as a value of `base/view.ts`. For an ACK: the mark that it echoes. */
  readonly mark = new Uint8Array(CHUNK);
  /** 1 for retransmitted data. */
  readonly repeats = new Uint8Array(CHUNK);
  /** 1 for the header of a packet whose payload a switch dropped. */
  readonly trimmed = new Uint8Array(CHUNK);
  /** The entropy that a transport chose. -1: no transport. */
  readonly entropy = new Int32Array(CHUNK);
  /** The flow number. -1: a frame of the link policy, such as a PAUSE frame. */
  readonly flow = new Int32Array(CHUNK);
  /** The simulated size of the frame, in bytes. */
  readonly size = new Int32Array(CHUNK);
  /**
   * For a data packet: the bytes of its payload. For a frame of the link policy: the bit mask of its classes. For a
   * message of a transport: its kind.
   */
  readonly payload = new Int32Array(CHUNK);
  /**
   * The first byte of data, or the byte that an ACK acknowledges. For a transport's own message, such as a credit: the
   * number that the transport policy stored in it.
   */
  readonly seq = new Float64Array(CHUNK);
  /** 1 for a frame that pauses or resumes one queue of a class. */
  readonly oneQueue = new Uint8Array(CHUNK);
  /** The content of a frame of the link policy, in four words. */
  readonly words = new Int32Array(CHUNK * 4);
}

export class Capture implements Tracer {
  /** The number of captured frames. */
  frames = 0;
  private readonly network: Network;
  private readonly chosen: Uint8Array;
  private readonly from: Ps;
  private readonly chunks = new Chunks(() => new CaptureChunk());

  /** Captures the frames of `ports` from time `from` on. Create it before the run. */
  constructor(network: Network, ports: readonly number[], from: Ps) {
    this.network = network;
    this.from = from;
    this.chosen = new Uint8Array(network.fabric.ports);
    for (const port of ports) this.chosen[port] = 1;
    network.fabric.tracer = this;
  }

  /** Passes every non-empty chunk to `use`. The chunk is reused afterwards, so `use` must not retain it. */
  take(use: (chunk: CaptureChunk) => void): void {
    this.chunks.take(use);
  }

  onReceive(_node: number, port: number, packet: number): void {
    if (this.chosen[port] !== 0) this.note(port, packet, 0);
  }

  onEnqueue(): void {
    // Nothing to do: a frame is captured when it leaves, not when it is enqueued.
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
    chunk.trimmed[k] = kind === DATA && (meta & IS_TRIMMED) !== 0 ? 1 : 0;
    chunk.entropy[k] = fabric.entropy === null ? -1 : fabric.entropy.at[packet];
    chunk.flow[k] = words[at + FLOW];
    chunk.size[k] = words[at + SIZE];
    chunk.payload[k] = words[at + PAYLOAD];
    chunk.oneQueue[k] = kind === LINK_FRAME && meta >> SCOPE_SHIFT === ONE_QUEUE ? 1 : 0;
    chunk.seq[k] = kind === LINK_FRAME ? 0 : doubles[packet * 8 + SEQ];
    for (let word = 0; word < 4; word++) chunk.words[k * 4 + word] = words[at + BODY + word];
  }
}
