/**
 * A shared-memory switch with output queues: its ports, its memory, and the ingress queues whose upstreams it has
 * paused. `forwarding.ts` has the per-packet work.
 *
 * Policies serve all switches and make decisions about (port, class, size). The switch moves the packets and the bytes.
 * Ports and queues have network-wide numbers.
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
import { NON_EMPTY, PORT_WORDS_LOG, PORT_PAUSE_REQUESTED } from "./ports.ts";
import type { Queues } from "./queues.ts";
import { candidates, firstPort, type Routes } from "./routes.ts";

type EcnMarker = Required<Pick<DetectionPolicy, "mark">> & Pick<DetectionPolicy, "marksAbove">;
type Stamper = Required<Pick<DetectionPolicy, "stamp">>;

/** The policies of a network's switches. A network may have several detection policies, and one policy of each other role. */
export interface SwitchPolicies {
  readonly buffer: BufferPolicy;
  readonly headroom: HeadroomPolicy;
  readonly routing: RoutingPolicy;
  readonly scheduling: SchedulingPolicy;
  /** The detection policy that sets ECN marks. Null: there is none. */
  readonly ecnMarker: EcnMarker | null;
  /** The detection policy that writes telemetry stamps. Null: there is none. */
  readonly stamper: Stamper | null;
  /** The detection policies with a hook for enqueued packets, pauses or resumes. */
  readonly watchers: readonly DetectionPolicy[];
  /** By node: 1 if the switch sets marks, writes stamps and calls the hooks of `watchers`. Null: all switches do. */
  readonly marks: Uint8Array | null;
}

/** The state that all switches share. It includes arrays, indexed by node, that the code reads for each packet. */
export interface Switching {
  /** The lossless classes, as a bit mask. */
  readonly lossless: number;
  /** The classes that are charged to memory, as a bit mask. The control class is not charged. */
  readonly charged: number;
  readonly routes: Routes;
  /** By node: the number of ingress queues whose upstream is paused. */
  readonly pausedCount: Int32Array;
  /** By node: the smallest distance so far, in bytes, between the occupancy of a lossless queue and its threshold. */
  readonly margin: Float64Array;
  /** By ingress port: the bytes of its packets that have left the switch's memory. Null: no observer reads them. */
  departed: Float64Array | null;
  /** The policies. Null at first: they are created after the switches, because their views read the switches. */
  policies: SwitchPolicies | null;
}

/**
 * A lossless queue whose occupancy came nearest to its threshold: its bytes in the shared pool, and the threshold at
 * that time.
 */
export interface Nearest {
  readonly queue: number;
  readonly backlog: Bytes;
  readonly threshold: Bytes;
}

export class Switch {
  readonly node: number;
  /** The network-wide number of the switch's port 0. */
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
  /**
   * The ingress queues whose upstreams are paused, in the order in which they were paused. They are checked for a
   * resume.
   */
  private readonly pausedQueues: Int32Array;

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
    this.pausedQueues = new Int32Array(this.ports * 8);
  }

  get policies(): SwitchPolicies {
    const { policies } = this.switching;
    invariant(policies !== null, "policies are there once the network is built", this.node);
    return policies;
  }

  /** The number of ingress queues whose upstream is paused. */
  get pausedCount(): number {
    return this.switching.pausedCount[this.node];
  }

  /** The number of ports that have their own memory. */
  get portsApart(): number {
    return this.fabric.ownMemory?.subarray(this.base, this.base + this.ports).filter((bytes) => bytes > 0).length ?? 0;
  }

  /** The classes of `port` that have waiting packets, as a bit mask. */
  nonEmpty(port: number): number {
    let classes = this.portWords[(port << PORT_WORDS_LOG) | NON_EMPTY];
    const within = this.fabric.classQueues;
    if (within === null) return classes;
    // A class has no bit in the stored bit mask if all its queues with packets are paused. So the backlog of each class
    // is checked, too.
    for (let cls = 0; cls < 8; cls++) if (this.backlog((port << CLASS_BITS) | cls) > 0) classes |= 1 << cls;
    return classes;
  }

  /**
   * The first packet of an egress queue (a port and a class), or 0. If the scheduling policy divides the class into
   * several queues, the result is the first packet of the lowest-numbered queue that has packets.
   */
  firstOf(queue: number): number {
    let first = 0;
    this.eachFirst(queue, (packet) => {
      if (first === 0) first = packet;
    });
    return first;
  }

  /**
   * Calls `visit` with the first packet of an egress queue (a port and a class). If the scheduling policy divides the class
   * into several queues, calls `visit` for each of them that has packets.
   */
  eachFirst(queue: number, visit: (first: number) => void): void {
    const within = this.fabric.classQueues;
    const cls = queue & CLASS_MASK;
    if (within !== null) within.eachFirst(queue >> CLASS_BITS, cls, visit);
    else if (this.queues.first(queue) !== 0) visit(this.queues.first(queue));
  }

  /** The buffer policy's current threshold for an ingress queue. */
  threshold(port: number, cls: number): Bytes {
    const bytes = this.policies.buffer.threshold(port, cls);
    if (!isBytes(bytes)) wrongThreshold("threshold", port, bytes);
    return bytes;
  }

  /** The bytes that wait in an egress queue. */
  backlog(queue: number): Bytes {
    return this.queues.backlog(queue);
  }

  /** The bytes of an ingress queue in all memory segments. */
  held(queue: number): Bytes {
    const { accounts } = this.fabric;
    return accounts.footroom(queue) + accounts.headroom(queue) + this.queues.own[queue];
  }

  /** The bytes of an ingress queue in the shared pool. */
  shared(queue: number): Bytes {
    return this.fabric.accounts.shared(queue);
  }

  /** The bytes that an ingress queue has received since the start. Only for classes that are charged to memory. */
  received(queue: number): Bytes {
    return this.queues.received(queue);
  }

  /** The first candidate port towards a host, as a network-wide number, or -1 without a route. */
  firstPort(host: number): number {
    return firstPort(this.switching.routes, this.node, host, this.base);
  }

  /** All candidate ports towards a host, as network-wide numbers. */
  candidates(host: number): number[] {
    return candidates(this.switching.routes, this.node, host, this.base);
  }

  /** The size in bytes of the packet at the head of an egress queue. */
  headSize(queue: number): Bytes {
    const within = this.fabric.classQueues;
    // If the scheduling policy divides this class into several queues, it has not selected one of them yet. So the next
    // packet is unknown, and the method returns the largest possible size.
    if (within !== null) {
      if ((within.classes & (1 << (queue & CLASS_MASK))) !== 0) return within.maxFrame;
      return this.fabric.packets.words[this.firstOf(queue) * 16 + SIZE];
    }
    return this.fabric.packets.words[this.queues.first(queue) * 16 + SIZE];
  }

  /** True if packets of the class are charged to memory. False for the control class, which has memory of its own. */
  isCharged(cls: number): boolean {
    return (this.switching.charged & (1 << cls)) !== 0;
  }

  /** True if the switch has paused the upstream of this port and class. */
  hasTold(port: number, cls: number): boolean {
    return (
      this.queues.isPauseRequested((port << CLASS_BITS) | cls) ||
      this.rareWords[(port << PORT_WORDS_LOG) | PORT_PAUSE_REQUESTED] !== 0
    );
  }

  /** Records an ingress queue. Call this if the queue is nearer to its threshold than any queue before. */
  noteNearest(queue: number, backlog: Bytes, threshold: Bytes): void {
    if (!isBytes(threshold)) wrongThreshold("threshold", queue >> CLASS_BITS, threshold);
    this.switching.margin[this.node] = threshold - backlog;
    this.nearest = { queue, backlog, threshold };
  }

  requestPause(inPort: number, cls: number, verdict: number, threshold: Bytes): void {
    const queue = (inPort << CLASS_BITS) | cls;
    checkVerdict("pauses", inPort, verdict);
    if (!isBytes(threshold)) wrongThreshold("threshold", inPort, threshold);
    const fabric = this.fabric;
    const link = fabric.links[inPort];
    const queueTold = this.queues.isPauseRequested(queue);
    const portTold = this.rareWords[(inPort << PORT_WORDS_LOG) | PORT_PAUSE_REQUESTED] !== 0;
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
      this.rareWords[(inPort << PORT_WORDS_LOG) | PORT_PAUSE_REQUESTED] = 1;
      fabric.recorder.onVerdict(inPort, cls, PORT, true, this.shared(queue), threshold);
      this.policies.buffer.onPauseSent?.(inPort, cls);
      fabric.links[inPort].pause(inPort, cls, PORT);
    }
  }

  /**
   * Sends the current PAUSE frames to the peer of `port` again. The link has failed and is restored, and the failure
   * had ended the peer's pauses.
   */
  tellAgain(port: number): void {
    const link = this.fabric.links[port];
    for (let cls = 0; cls < 8; cls++)
      if (this.queues.isPauseRequested((port << CLASS_BITS) | cls)) link.pause(port, cls, QUEUE);
    if (this.rareWords[(port << PORT_WORDS_LOG) | PORT_PAUSE_REQUESTED] !== 0) {
      // `pause` needs a class. A PAUSE of the whole port is for all lossless classes, so any lossless class will do.
      const cls = 31 - Math.clz32(this.lossless);
      link.pause(port, cls, PORT);
    }
  }

  /** Calls `visit` with each ingress queue whose upstream is paused, in the order in which they were paused. */
  eachPaused(visit: (queue: number) => void): void {
    this.pausedQueues.subarray(0, this.pausedCount).forEach((queue) => {
      visit(queue);
    });
  }

  /** Notifies the headroom policy that memory of ingress `queue` was freed. Called only while the switch pauses an upstream port. */
  noteRelease(queue: number): void {
    this.policies.headroom.onRelease?.(queue);
  }

  /**
   * Checks paused queues for a resume, because memory was freed. They are checked in the order in which they were
   * paused. If `all` is false, only `released` is checked, the queue that a packet has just left. `resumeAsks` of the headroom
   * policy is the default for `all`.
   */
  tryResume(released: number, all = this.policies.headroom.resumeAsks === "every queue"): void {
    if (released >= 0) this.noteRelease(released);
    const { pausedQueues } = this;
    const count = this.switching.pausedCount;
    for (let k = 0; k < count[this.node];) {
      const queue = pausedQueues[k];
      if ((all || queue === released) && this.tellGo(queue)) {
        pausedQueues.copyWithin(k, k + 1, count[this.node]);
        count[this.node]--;
      } else k++;
    }
  }

  /**
   * Resumes the upstream of `queue` if the headroom policy permits it. Returns true if neither the class nor the whole
   * port is still paused.
   */
  private tellGo(queue: number): boolean {
    const inPort = queue >> CLASS_BITS;
    const cls = queue & CLASS_MASK;
    const fabric = this.fabric;
    const { buffer, headroom } = this.policies;
    const threshold = this.threshold(inPort, cls);
    const verdict = headroom.resumes(queue, threshold);
    if (verdict !== NOTHING) checkVerdict("resumes", inPort, verdict);
    if ((verdict & PORT) !== 0 && this.rareWords[(inPort << PORT_WORDS_LOG) | PORT_PAUSE_REQUESTED] !== 0) {
      this.rareWords[(inPort << PORT_WORDS_LOG) | PORT_PAUSE_REQUESTED] = 0;
      fabric.recorder.onVerdict(inPort, cls, PORT, false, this.shared(queue), threshold);
      buffer.onResumeSent?.(inPort, cls);
      fabric.links[inPort].resume(inPort, cls, PORT);
    }
    if ((verdict & QUEUE) !== 0 && this.queues.isPauseRequested(queue)) {
      this.queues.setTold(queue, false);
      fabric.recorder.onVerdict(inPort, cls, QUEUE, false, this.shared(queue), threshold);
      buffer.onResumeSent?.(inPort, cls);
      fabric.links[inPort].resume(inPort, cls, QUEUE);
    }
    return !this.hasTold(inPort, cls);
  }

  private enlist(queue: number): void {
    const count = this.switching.pausedCount;
    for (let k = 0; k < count[this.node]; k++) if (this.pausedQueues[k] === queue) return;
    this.pausedQueues[count[this.node]++] = queue;
  }

  askLink(port: number, ready: number): number {
    const link = this.fabric.links[port];
    if (!link.maySend) return ready;
    let may = 0;
    for (let cls = 0; cls < 8; cls++) {
      const bit = 1 << cls;
      if ((ready & bit) === 0) continue;
      const isFree: unknown = link.maySend(port, cls, this.headSize((port << CLASS_BITS) | cls));
      if (isFree === true) may |= bit;
      else checkFalse("link", "maySend", { port }, isFree);
    }
    this.fabric.pauseTimes.setShort(port, ready & ~may, this.fabric.queue.now);
    return may;
  }
}

/** Checks a result of the headroom policy other than NOTHING. */
function checkVerdict(hook: "pauses" | "resumes", port: number, verdict: number): void {
  if (verdict !== QUEUE && verdict !== PORT && verdict !== (QUEUE | PORT))
    wrongAnswer("headroom", hook, { port }, "NOTHING, QUEUE, PORT or both", verdict);
}
