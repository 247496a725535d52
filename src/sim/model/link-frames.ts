/**
 * Flow-control frames, such as PAUSE and RESUME. They wait at a port ahead of all packets, in order, and no memory is
 * charged for them.
 *
 * If `behind` names a class, a frame waits behind the packets of that class that were queued before it. ConWeave's
 * simulator has frames behind ACKs in this way. The frame stores the number of these packets, and each packet that
 * leaves decrements it. The frame leaves when the number is 0, or when the class is paused.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { LinkPolicy } from "../../contracts/link.ts";
import type { Bytes } from "../../base/units.ts";
import type { ClassQueues } from "./class-queues.ts";
import type { Digest } from "./digest.ts";
import type { Ledger } from "./ledger.ts";
import {
  BODY,
  FLOW,
  HOPS,
  IN,
  KIND_MASK,
  LINK_FRAME,
  META,
  NEXT,
  PAYLOAD,
  SCOPE_SHIFT,
  SIZE,
  TO,
} from "./packet-record.ts";
import type { Packets } from "./packets.ts";
import { FRAME_HEAD, FRAME_TAIL, NON_EMPTY, PORT_WORDS_LOG, STOPPED, type Ports } from "./ports.ts";
import type { Queues } from "./queues.ts";
import { LINK_DOWN, type Tracer } from "./recorder.ts";
import type { Station } from "./arrivals.ts";
import type { Wires } from "./wires.ts";

/** Scope of a frame that pauses or resumes one queue of a class, or one flow of a host. QUEUE and PORT of `contracts/link.ts` are 1 and 2. */
export const ONE_QUEUE = 4;

/**
 * A field of a waiting flow-control frame: the number of packets that must leave the port before this frame. It takes the
 * place of HOPS, which has no meaning for flow-control frames. Other packets that the link retransmits wait in the same
 * list, and their HOPS is the number of their stamps.
 */
const AHEAD = HOPS;

/** The fields of the fabric that this file uses. */
export interface FramedFabric extends Pick<Wires, "addQueued" | "deliver" | "kick" | "removeQueued" | "transmit"> {
  readonly queue: EventQueue;
  readonly packets: Packets;
  readonly portRecords: Ports;
  readonly queueRecords: Queues;
  readonly classQueues: Pick<ClassQueues, "first"> | null;
  readonly ledger: Ledger;
  readonly digest: Digest;
  readonly tracer: Tracer | null;
  readonly node: Int32Array;
  readonly ports: number;
  readonly links: readonly LinkPolicy[];
  isDown(port: number): boolean;
  stationAt(port: number): Station;
  drop(port: number, packet: number, cause: number): void;
  setQueuePaused(port: number, cls: number, queue: number, isPaused: boolean): void;
  nameOf(flow: number): number;
}

export class LinkFrames {
  /** The number of frames that were put on a wire so far. */
  count = 0;
  /** By port: the number of frames that were created so far. */
  readonly made: Float64Array;
  /** By port: the number of frames so far that pause one queue of the peer, or one flow. */
  readonly queuePauses: Float64Array;
  /** The number of lost frames that pause or resume one queue, or one flow. */
  lostForQueues = 0;
  /**
   * By port and class: the number of arrived flow-control frames that name the class. Frames that pause or resume a
   * single queue do not count. Null: no observer reads these numbers.
   */
  heard: Float64Array | null = null;
  /**
   * By port of a switch: the class whose earlier packets leave before a flow-control frame. -1: the frame leaves before
   * all packets.
   */
  readonly behind: Int8Array;
  private readonly fabric: FramedFabric;
  private readonly body = new Int32Array(4);
  private readonly words = new Int32Array(4);

  constructor(fabric: FramedFabric) {
    this.fabric = fabric;
    this.made = new Float64Array(fabric.ports);
    this.queuePauses = new Float64Array(fabric.ports);
    this.behind = new Int8Array(fabric.ports).fill(-1);
  }

  /** Queues a frame at `port` behind earlier frames, and sends it if the port is idle. */
  emit(port: number, size: Bytes, scope: number, vector: number, body: Int32Array): void {
    const { fabric } = this;
    if (fabric.isDown(port)) return;
    const packet = fabric.packets.take();
    const words = fabric.packets.words;
    const at = packet << 4;
    words[at | FLOW] = -1;
    words[at | SIZE] = size;
    words[at | META] = LINK_FRAME | (scope << SCOPE_SHIFT);
    words[at | IN] = port;
    words[at | PAYLOAD] = vector;
    words[at | TO] = -1;
    words[at | AHEAD] = this.packetsAhead(port);
    words.set(body, at | BODY);
    words[at | NEXT] = 0;
    fabric.ledger.create(size);
    this.made[port]++;
    this.mix(port, scope, vector, body);
    if (fabric.tracer !== null) fabric.tracer.onEnqueue(fabric.node[port], port, 0, packet, this.waiting(port));
    const { words: portWords, rareWords } = fabric.portRecords;
    const w = port << PORT_WORDS_LOG;
    if (portWords[w | FRAME_HEAD] === 0) portWords[w | FRAME_HEAD] = packet;
    else words[(rareWords[w | FRAME_TAIL] << 4) | NEXT] = packet;
    rareWords[w | FRAME_TAIL] = packet;
    fabric.addQueued(port, size);
    fabric.kick(port);
  }

  /**
   * Queues a packet that the link retransmits. It is placed after the waiting packets for which `isBefore` is true,
   * which are at the front of the list (`link-retry.ts`).
   */
  insert(port: number, packet: number, isBefore: (other: number) => boolean): void {
    const { fabric } = this;
    const { words } = fabric.packets;
    const { words: portWords, rareWords } = fabric.portRecords;
    const w = port << PORT_WORDS_LOG;
    let before = 0;
    let after = portWords[w | FRAME_HEAD];
    while (after !== 0 && isBefore(after)) {
      before = after;
      after = words[(after << 4) | NEXT];
    }
    words[(packet << 4) | NEXT] = after;
    if (before === 0) portWords[w | FRAME_HEAD] = packet;
    else words[(before << 4) | NEXT] = packet;
    if (after === 0) rareWords[w | FRAME_TAIL] = packet;
    fabric.addQueued(port, words[(packet << 4) | SIZE]);
  }

  /**
   * Emits a frame that pauses or resumes `queue` of class `cls` at the peer. If the peer is a host, `queue` is a flow.
   * The digest of the run covers only the first word of the frame's body. So for a flow, this word has the flow's name, which
   * is the same in every partition. The second word has the flow's number, which can differ.
   */
  emitForQueue(port: number, size: Bytes, cls: number, queue: number, isPaused: boolean, peerIsHost: boolean): void {
    const { words } = this;
    words[0] = ((peerIsHost ? this.fabric.nameOf(queue) : queue) << 1) | (isPaused ? 1 : 0);
    words[1] = queue;
    words[2] = words[3] = 0;
    if (isPaused && !this.fabric.isDown(port)) this.queuePauses[port]++;
    this.emit(port, size, ONE_QUEUE, 1 << cls, words);
  }

  /** Counts a lost packet with this META word, if it is a frame that pauses or resumes one queue. */
  countLost(meta: number): void {
    if ((meta & KIND_MASK) === LINK_FRAME && meta >> SCOPE_SHIFT === ONE_QUEUE) this.lostForQueues++;
  }

  /**
   * Replaces the vector and the body of a flow-control frame that still waits at `port`. Returns false if no frame with
   * this scope (`contracts/link.ts`) waits there.
   */
  amend(port: number, scope: number, vector: number, body: Int32Array): boolean {
    const words = this.fabric.packets.words;
    for (let packet = this.first(port); packet !== 0; packet = words[(packet << 4) | NEXT]) {
      const at = packet << 4;
      if (words[at | META] !== (LINK_FRAME | (scope << SCOPE_SHIFT))) continue;
      words[at | PAYLOAD] = vector;
      words.set(body, at | BODY);
      this.mix(port, scope, vector, body);
      return true;
    }
    return false;
  }

  /**
   * True if the first frame that waits at `port` must let earlier packets of class `behind[port]` leave first. False if
   * that class cannot send now, for example because it is paused.
   */
  yields(port: number): boolean {
    const at = this.first(port) << 4;
    if (!this.isFrame(at) || this.fabric.packets.words[at | AHEAD] === 0) return false;
    const { words } = this.fabric.portRecords;
    const w = port << PORT_WORDS_LOG;
    return (words[w | NON_EMPTY] & ~words[w | STOPPED] & (1 << this.behind[port])) !== 0;
  }

  /** Counts a packet of `cls` that leaves before the frames that wait at `port`. */
  countBypass(port: number, cls: number): void {
    if (cls !== this.behind[port]) return;
    const { words } = this.fabric.packets;
    for (let at = this.first(port) << 4; at !== 0; at = words[at | NEXT] << 4)
      if (this.isFrame(at)) words[at | AHEAD]--;
  }

  /** True if the record at `at` is a flow-control frame. False for other packets that the link retransmits. */
  private isFrame(at: number): boolean {
    return (this.fabric.packets.words[at | META] & KIND_MASK) === LINK_FRAME;
  }

  /** Sends the first packet in the list of frames and retransmissions at `port`. The list must not be empty. */
  send(port: number): void {
    const { fabric } = this;
    const packet = this.takeFirst(port);
    if (fabric.tracer !== null) fabric.tracer.onDequeue(fabric.node[port], port, 0, packet, this.waiting(port), 0);
    const at = packet << 4;
    if (this.isFrame(at)) {
      this.count++;
      // The frame has waited for packets of the class `behind`. It does not wait for them again if the link retransmits it.
      fabric.packets.words[at | AHEAD] = 0;
    }
    fabric.transmit(port, packet, fabric.stationAt(port).hasWork(port));
  }

  /** Handles a frame that arrives at `port`. The link policy interprets it. */
  receive(port: number, packet: number): void {
    const { fabric, body } = this;
    const words = fabric.packets.words;
    const at = packet << 4;
    for (let k = 0; k < 4; k++) body[k] = words[(at | BODY) + k];
    const scope = words[at | META] >> SCOPE_SHIFT;
    const vector = words[at | PAYLOAD];
    fabric.deliver(packet);
    if (scope === ONE_QUEUE) {
      fabric.setQueuePaused(port, 31 - Math.clz32(vector), body[1], (body[0] & 1) !== 0);
      return;
    }
    if (this.heard !== null)
      for (let cls = 0; cls < 8; cls++) if ((vector & (1 << cls)) !== 0) this.heard[(port << CLASS_BITS) | cls]++;
    fabric.links[port].onFrame(port, scope, vector, body);
  }

  /** Drops the frames that wait at `port`, because its link is dead. */
  flush(port: number): void {
    const { fabric } = this;
    while (this.first(port) !== 0) {
      const packet = this.takeFirst(port);
      fabric.tracer?.onDead?.(fabric.node[port], port, 0, packet, this.waiting(port), false);
      fabric.drop(port, packet, LINK_DOWN);
    }
  }

  /** The first frame that waits at `port`, or 0. */
  first(port: number): number {
    return this.fabric.portRecords.words[(port << PORT_WORDS_LOG) | FRAME_HEAD];
  }

  private takeFirst(port: number): number {
    const { words } = this.fabric.packets;
    const { words: portWords, rareWords } = this.fabric.portRecords;
    const w = port << PORT_WORDS_LOG;
    const packet = portWords[w | FRAME_HEAD];
    const next = words[(packet << 4) | NEXT];
    portWords[w | FRAME_HEAD] = next;
    if (next === 0) rareWords[w | FRAME_TAIL] = 0;
    this.fabric.removeQueued(port, words[(packet << 4) | SIZE]);
    return packet;
  }

  private mix(port: number, scope: number, vector: number, body: Int32Array): void {
    const { digest, queue } = this.fabric;
    digest.mixTime(queue.now, (port << 12) ^ (scope << 8) ^ vector ^ body[0]);
  }

  private packetsAhead(port: number): number {
    const cls = this.behind[port];
    if (cls < 0) return 0;
    const { packets, queueRecords, classQueues } = this.fabric;
    let count = 0;
    for (
      let packet = classQueues?.first(port, cls, 0) ?? queueRecords.first((port << CLASS_BITS) | cls);
      packet !== 0;
      packet = packets.words[(packet << 4) | NEXT]
    )
      count++;
    return count;
  }

  /** The bytes of all frames that wait at `port`. */
  private waiting(port: number): Bytes {
    let bytes = 0;
    const words = this.fabric.packets.words;
    for (let packet = this.first(port); packet !== 0; packet = words[(packet << 4) | NEXT])
      bytes += words[(packet << 4) | SIZE];
    return bytes;
  }
}
