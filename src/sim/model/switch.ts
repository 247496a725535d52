/**
 * A shared-memory, output-queued switch: its ports and memory, and whom it told to stop. What it does with a packet is in
 * `forwarding.ts`.
 *
 * Policies, which serve all switches, answer questions about (port, class, size); the switch moves the packets and the bytes.
 * Ports and queues carry their network-wide numbers.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { checkFalse, isBytes, wrongAnswer, wrongThreshold } from "../../contracts/answers.ts";
import type { BufferPolicy } from "../../contracts/buffer.ts";
import type { DetectionPolicy } from "../../contracts/detection.ts";
import { NOTHING, PORT, QUEUE, type HeadroomPolicy } from "../../contracts/headroom.ts";
import { invariant } from "../../base/invariant.ts";
import type { RoutingPolicy } from "../../contracts/routing.ts";
import type { SchedulingPolicy } from "../../contracts/scheduling.ts";
import type { Bytes } from "../../base/units.ts";
import type { Fabric } from "./fabric.ts";
import { SIZE } from "./packet-record.ts";
import { Pool } from "./pool.ts";
import { NON_EMPTY, PORT_WORDS_LOG, TOLD_PORT } from "./ports.ts";
import type { Queues } from "./queues.ts";
import { candidates, firstPort, type Routes } from "./routes.ts";

type Marker = Required<Pick<DetectionPolicy, "mark">> & Pick<DetectionPolicy, "marksAbove">;
type Stamper = Required<Pick<DetectionPolicy, "stamp">>;

/** One of each, for all switches of a network. */
export interface SwitchPolicies {
  readonly buffer: BufferPolicy;
  readonly headroom: HeadroomPolicy;
  readonly routing: RoutingPolicy;
  readonly scheduling: SchedulingPolicy;
  /** At most one policy that marks and one that stamps. */
  readonly marker: Marker | null;
  readonly stamper: Stamper | null;
  /** Both again, where they name hooks. */
  readonly watchers: readonly DetectionPolicy[];
  /** By node: does it mark, stamp and watch? null: all do. */
  readonly marks: Uint8Array | null;
}

/** What all switches have in common, and numbers of each by node that are looked at for each packet. */
export interface Switching {
  /** Bit masks of classes: protected by PFC, and charged to memory at all (control frames have their own). */
  readonly lossless: number;
  readonly charged: number;
  readonly routes: Routes;
  /** By node: queues that were told to stop and may ask to go again. */
  readonly told: Int32Array;
  /** By node: how far the queue that came nearest to its threshold was from it. */
  readonly margin: Float64Array;
  /** By port: bytes that came in by it and have left the pool; null: nobody asked for them. */
  departed: Float64Array | null;
  /** Policies come after the switches, since their views read them. */
  policies: SwitchPolicies | null;
}

/** How near a lossless queue came to its threshold: its shared bytes and the threshold then. */
export interface Nearest {
  readonly queue: number;
  readonly backlog: Bytes;
  readonly threshold: Bytes;
}

export class Switch {
  readonly node: number;
  /** Network-wide number of its port 0. */
  readonly base: number;
  readonly ports: number;
  readonly pool: Pool;
  readonly lossless: number;
  nearest: Nearest = { queue: -1, backlog: 0, threshold: Infinity };

  private readonly fabric: Fabric;
  private readonly switching: Switching;
  private readonly portWords: Int32Array;
  private readonly rareWords: Int32Array;
  private readonly queues: Queues;
  /** Queues that were told to stop and may ask to go again, in the order in which they stopped. */
  private readonly told: Int32Array;

  constructor(fabric: Fabric, node: number, memory: Bytes, switching: Switching) {
    this.fabric = fabric;
    this.node = node;
    this.switching = switching;
    this.base = fabric.portBase[node];
    this.ports = fabric.portBase[node + 1] - this.base;
    this.pool = new Pool(fabric.accounts, node, memory);
    this.lossless = switching.lossless;
    this.portWords = fabric.portRecords.words;
    this.rareWords = fabric.portRecords.rareWords;
    this.queues = fabric.queueRecords;
    this.told = new Int32Array(this.ports * 8);
  }

  get policies(): SwitchPolicies {
    const { policies } = this.switching;
    invariant(policies !== null, "policies are there once the network is built", this.node);
    return policies;
  }

  /** How many queues were told to stop. */
  get toldCount(): number {
    return this.switching.told[this.node];
  }

  /** Ports with memory of their own. */
  get portsApart(): number {
    return this.fabric.ownMemory?.subarray(this.base, this.base + this.ports).filter((bytes) => bytes > 0).length ?? 0;
  }

  /** Classes of `port` that have a packet waiting, a bit mask. */
  nonEmpty(port: number): number {
    return this.portWords[(port << PORT_WORDS_LOG) | NON_EMPTY];
  }

  /** First packet of an egress queue, or 0. */
  firstOf(queue: number): number {
    return this.queues.first(queue);
  }

  /** The buffer policy's threshold for an ingress queue now. */
  threshold(port: number, cls: number): Bytes {
    const bytes = this.policies.buffer.threshold(port, cls);
    if (!isBytes(bytes)) wrongThreshold("threshold", port, bytes);
    return bytes;
  }

  /** Bytes that wait in an egress queue. */
  backlog(queue: number): Bytes {
    return this.queues.backlog(queue);
  }

  /** Bytes that came in by ingress queue `queue` and are still here. */
  held(queue: number): Bytes {
    const { accounts } = this.fabric;
    return accounts.footroom(queue) + accounts.headroom(queue) + this.queues.own[queue];
  }

  /** Bytes of ingress queue `queue` in the shared pool. */
  shared(queue: number): Bytes {
    return this.fabric.accounts.shared(queue);
  }

  /** Bytes received by an ingress queue since the start; of charged classes only. */
  received(queue: number): Bytes {
    return this.queues.received(queue);
  }

  /** First candidate port, network-wide number, towards a host; -1 when there is none. */
  firstPort(host: number): number {
    return firstPort(this.switching.routes, this.node, host, this.base);
  }

  /** All of them. */
  candidates(host: number): number[] {
    return candidates(this.switching.routes, this.node, host, this.base);
  }

  /** Size of the packet at the head of an egress queue. */
  headSize(queue: number): Bytes {
    return this.fabric.packets.words[this.firstOf(queue) * 16 + SIZE];
  }

  /** Is the class charged to memory, or does it travel in control memory of its own? */
  isCharged(cls: number): boolean {
    return (this.switching.charged & (1 << cls)) !== 0;
  }

  /** Is the upstream of (port, class) told to stop now? */
  hasTold(port: number, cls: number): boolean {
    return this.queues.isTold((port << CLASS_BITS) | cls) || this.rareWords[(port << PORT_WORDS_LOG) | TOLD_PORT] !== 0;
  }

  /** An ingress queue was charged, and none was ever so near its threshold. */
  noteNearest(queue: number, backlog: Bytes, threshold: Bytes): void {
    if (!isBytes(threshold)) wrongThreshold("threshold", queue >> CLASS_BITS, threshold);
    this.switching.margin[this.node] = threshold - backlog;
    this.nearest = { queue, backlog, threshold };
  }

  tellStop(inPort: number, cls: number, verdict: number, threshold: Bytes): void {
    const queue = (inPort << CLASS_BITS) | cls;
    checkVerdict("pauses", inPort, verdict);
    if (!isBytes(threshold)) wrongThreshold("threshold", inPort, threshold);
    const fabric = this.fabric;
    const link = fabric.links[inPort];
    const queueTold = this.queues.isTold(queue);
    const portTold = this.rareWords[(inPort << PORT_WORDS_LOG) | TOLD_PORT] !== 0;
    if (link.pauseAgain) {
      if ((verdict & QUEUE) !== 0 && queueTold) link.pauseAgain(inPort, cls, QUEUE);
      if ((verdict & PORT) !== 0 && portTold) link.pauseAgain(inPort, cls, PORT);
    }
    if ((verdict & QUEUE) !== 0 && !queueTold) {
      this.enlist(queue);
      this.queues.setTold(queue, true);
      fabric.recorder.onVerdict(inPort, cls, QUEUE, true, this.shared(queue), threshold);
      this.policies.buffer.onPauseSent?.(inPort, cls);
      fabric.links[inPort].pause(inPort, cls, QUEUE);
    }
    if ((verdict & PORT) !== 0 && !portTold) {
      this.enlist(queue);
      this.rareWords[(inPort << PORT_WORDS_LOG) | TOLD_PORT] = 1;
      fabric.recorder.onVerdict(inPort, cls, PORT, true, this.shared(queue), threshold);
      this.policies.buffer.onPauseSent?.(inPort, cls);
      fabric.links[inPort].pause(inPort, cls, PORT);
    }
  }

  /** The peer of `port` has forgotten what it was told: the link was dead. */
  tellAgain(port: number): void {
    const link = this.fabric.links[port];
    for (let cls = 0; cls < 8; cls++) if (this.queues.isTold((port << CLASS_BITS) | cls)) link.pause(port, cls, QUEUE);
    if (this.rareWords[(port << PORT_WORDS_LOG) | TOLD_PORT] !== 0) {
      // A port's stop names all lossless classes, whichever class it was decided on.
      const cls = 31 - Math.clz32(this.lossless);
      link.pause(port, cls, PORT);
    }
  }

  /** Memory of an ingress queue was given back while somebody was told to stop. */
  noteRelease(queue: number): void {
    this.policies.headroom.onRelease?.(queue);
  }

  /**
   * A release let stopped queues hope: asks each whether its upstream may go again, in the order in which they stopped. `all`: each, though the
   * policy would have only the one asked whose packet left.
   */
  letGo(released: number, all = this.policies.headroom.resumeAsks === "every queue"): void {
    if (released >= 0) this.noteRelease(released);
    const { told } = this;
    const count = this.switching.told;
    for (let k = 0; k < count[this.node];) {
      const queue = told[k];
      if ((all || queue === released) && this.tellGo(queue)) {
        told.copyWithin(k, k + 1, count[this.node]);
        count[this.node]--;
      } else k++;
    }
  }

  /** Returns true when `queue` has nothing stopped any more. */
  private tellGo(queue: number): boolean {
    const inPort = queue >> CLASS_BITS;
    const cls = queue & CLASS_MASK;
    const fabric = this.fabric;
    const { buffer, headroom } = this.policies;
    const threshold = this.threshold(inPort, cls);
    const verdict = headroom.resumes(queue, threshold);
    if (verdict !== NOTHING) checkVerdict("resumes", inPort, verdict);
    if ((verdict & PORT) !== 0 && this.rareWords[(inPort << PORT_WORDS_LOG) | TOLD_PORT] !== 0) {
      this.rareWords[(inPort << PORT_WORDS_LOG) | TOLD_PORT] = 0;
      fabric.recorder.onVerdict(inPort, cls, PORT, false, this.shared(queue), threshold);
      buffer.onResumeSent?.(inPort, cls);
      fabric.links[inPort].resume(inPort, cls, PORT);
    }
    if ((verdict & QUEUE) !== 0 && this.queues.isTold(queue)) {
      this.queues.setTold(queue, false);
      fabric.recorder.onVerdict(inPort, cls, QUEUE, false, this.shared(queue), threshold);
      buffer.onResumeSent?.(inPort, cls);
      fabric.links[inPort].resume(inPort, cls, QUEUE);
    }
    return !this.hasTold(inPort, cls);
  }

  private enlist(queue: number): void {
    const count = this.switching.told;
    for (let k = 0; k < count[this.node]; k++) if (this.told[k] === queue) return;
    this.told[count[this.node]++] = queue;
  }

  askLink(port: number, ready: number): number {
    const link = this.fabric.links[port];
    if (!link.maySend) return ready;
    let may = 0;
    for (let cls = 0; cls < 8; cls++) {
      const bit = 1 << cls;
      if ((ready & bit) === 0) continue;
      const isFree = link.maySend(port, cls, this.headSize((port << CLASS_BITS) | cls));
      if (isFree) may |= bit;
      else checkFalse("link", "maySend", { port }, isFree);
    }
    this.fabric.stops.setShort(port, ready & ~may, this.fabric.queue.now);
    return may;
  }
}

/** Of a verdict that is not NOTHING. */
function checkVerdict(hook: "pauses" | "resumes", port: number, verdict: number): void {
  if (verdict !== QUEUE && verdict !== PORT && verdict !== (QUEUE | PORT))
    wrongAnswer("headroom", hook, { port }, "NOTHING, QUEUE, PORT or both", verdict);
}
