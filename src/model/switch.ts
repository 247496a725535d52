/**
 * A shared-memory, output-queued switch: its ports, memory and policies, and whom it told to stop. What it does with a packet is in
 * `forwarding.ts`, which uses the fields below as its own.
 *
 * Policies answer questions about (port, class, size), ports being the switch's own; the switch moves the packets and the bytes.
 * Here ports and queues carry their network-wide numbers unless a name says `local`.
 */
import type { BufferPolicy } from "../buffer/contract.ts";
import type { DetectionPolicy } from "../detection/contract.ts";
import * as verdicts from "../headroom/contract.ts";
import type { HeadroomPolicy } from "../headroom/contract.ts";
import type { RoutingPolicy } from "../routing/contract.ts";
import type { SchedulingPolicy } from "../scheduling/contract.ts";
import type { Bytes } from "../units.ts";
import type { Fabric } from "./fabric.ts";
import * as packetRecord from "./packet-record.ts";
import { Pool } from "./pool.ts";
import * as portRecord from "./ports.ts";
import * as queueRecord from "./queues.ts";
import * as routing from "./routes.ts";
import { firstPort, type Routes } from "./routes.ts";

// Local names: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { SIZE } = packetRecord;
const { FLAGS, NON_EMPTY, PORT_WORDS_LOG, TOLD_PORT, TO_HOST } = portRecord;
const { BACKLOG, HEAD, OWN, QUEUE_DOUBLES_LOG, QUEUE_WORDS_LOG, RECEIVED, TOLD } = queueRecord;
const { PORT, QUEUE } = verdicts;
const { NO_ROUTES } = routing;

type Marker = Required<Pick<DetectionPolicy, "mark">> & Pick<DetectionPolicy, "marksAbove">;
type Stamper = Required<Pick<DetectionPolicy, "stamp">>;

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
}

export interface SwitchOptions {
  readonly memory: Bytes;
  readonly private: Bytes;
  /** Bit masks of classes: protected by PFC, and charged to memory at all (control frames have their own). */
  readonly lossless: number;
  readonly charged: number;
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
  /** How many classes that is. */
  private readonly losslessClasses: number;
  routes: Routes = NO_ROUTES;
  /** Memory of a port's own, outside the pool, by local port; null where no port has any. */
  ownMemory: Float64Array | null = null;

  /** Bytes that came in by each local port and have left the pool. */
  readonly departed: Float64Array;

  private readonly fabric: Fabric;
  private readonly portWords: Int32Array;
  private readonly queueWords: Int32Array;
  private readonly queueDoubles: Float64Array;
  readonly charged: number;
  /** Queues that were told to stop and may ask to go again, in the order in which they stopped. */
  private readonly told: Int32Array;
  toldCount = 0;
  nearest: Nearest = { queue: -1, backlog: 0, threshold: Infinity };
  /** How far that was from the threshold. */
  private margin: Bytes = Infinity;

  buffer!: BufferPolicy;
  headroom!: HeadroomPolicy;
  routing!: RoutingPolicy;
  scheduling!: SchedulingPolicy;
  marker: Marker | null = null;
  stamper: Stamper | null = null;
  watchers: readonly DetectionPolicy[] = [];
  private askAll = true;
  private onRelease: NonNullable<HeadroomPolicy["onRelease"]> | null = null;
  // What routing has for each packet, hooks null unless it names them. Here, since objects of policies come in many shapes, and an engine
  // that has met five in one place looks names up from then on.
  choose!: RoutingPolicy["choose"];
  onArrive: NonNullable<RoutingPolicy["onArrive"]> | null = null;
  onEnqueue: NonNullable<RoutingPolicy["onEnqueue"]> | null = null;
  onDequeue: NonNullable<RoutingPolicy["onDequeue"]> | null = null;
  /** What the buffer policy has for each packet, likewise. */
  admits: NonNullable<BufferPolicy["admits"]> | null = null;
  onDepart: NonNullable<BufferPolicy["onDepart"]> | null = null;
  /** Does any port's link policy hear arrivals and departures, or answer `maySend`? */
  linkHooks = false;

  constructor(fabric: Fabric, node: number, options: SwitchOptions) {
    this.fabric = fabric;
    this.node = node;
    this.base = fabric.portBase[node];
    this.ports = fabric.portBase[node + 1] - this.base;
    this.pool = new Pool(fabric.queueRecords, options.memory, options.private, fabric.accounts);
    this.lossless = options.lossless;
    this.losslessClasses = bitCount(options.lossless);
    this.charged = options.charged;
    this.portWords = fabric.portRecords.words;
    this.queueWords = fabric.queueRecords.words;
    this.queueDoubles = fabric.queueRecords.doubles;
    this.told = new Int32Array(this.ports * 8);
    this.departed = new Float64Array(this.ports);
  }

  /** Policies come after the switch, since their views read it. */
  adopt(policies: SwitchPolicies): void {
    this.buffer = policies.buffer;
    this.headroom = policies.headroom;
    this.routing = policies.routing;
    this.scheduling = policies.scheduling;
    this.marker = policies.marker;
    this.stamper = policies.stamper;
    this.watchers = policies.watchers;
    this.admits = policies.buffer.admits ?? null;
    this.onDepart = policies.buffer.onDepart ?? null;
    this.askAll = policies.headroom.resumeAsks === "every queue";
    this.onRelease = policies.headroom.onRelease ?? null;
    const { choose, onArrive = null, onEnqueue = null, onDequeue = null } = policies.routing;
    this.choose = choose;
    this.onArrive = this.isLeaf() ? onArrive : null;
    this.onEnqueue = onEnqueue;
    this.onDequeue = onDequeue;
    for (let port = this.base; port < this.base + this.ports; port++) {
      const link = this.fabric.links[port];
      if (link.onArrive || link.onDepart || link.maySend || link.onSend) this.linkHooks = true;
    }
  }

  /** Does any host hang on it? */
  private isLeaf(): boolean {
    const ports = Array.from({ length: this.ports }, (_, local) => this.base + local);
    return ports.some((port) => (this.portWords[(port << PORT_WORDS_LOG) | FLAGS] & TO_HOST) !== 0);
  }

  onEgress(port: number, cls: number, stops: boolean): void {
    const local = port - this.base;
    for (const watcher of this.watchers) {
      if (stops) watcher.onPaused?.(port, cls);
      else watcher.onResumed?.(port, cls);
    }
    if (stops) {
      this.buffer.onEgressPaused?.(local, cls);
      this.routing.onStopped?.(port, cls);
    } else {
      this.buffer.onEgressResumed?.(local, cls);
      this.routing.onStarted?.(port, cls);
    }
  }

  /** Classes of `port` that have a packet waiting, a bit mask. */
  nonEmpty(port: number): number {
    return this.portWords[(port << PORT_WORDS_LOG) | NON_EMPTY];
  }

  /** First packet of an egress queue, or 0. */
  firstOf(queue: number): number {
    return this.queueWords[(queue << QUEUE_WORDS_LOG) | HEAD];
  }

  /** The buffer policy's threshold for an ingress queue now. Local port. */
  threshold(port: number, cls: number): Bytes {
    return this.buffer.threshold(port, cls);
  }

  /** The same for all lossless queues of a port together; `threshold` is that of one of them. Local port. */
  portThreshold(port: number, threshold: Bytes): Bytes {
    return this.buffer.portThreshold ? this.buffer.portThreshold(port) : threshold * this.losslessClasses;
  }

  /** Bytes that wait in an egress queue. */
  backlog(queue: number): Bytes {
    return this.queueDoubles[(queue << QUEUE_DOUBLES_LOG) | BACKLOG];
  }

  /** Bytes that came in by ingress queue `queue` and are still here. */
  held(queue: number): Bytes {
    return (
      this.pool.footroom(queue) + this.pool.headroom(queue) + this.queueDoubles[(queue << QUEUE_DOUBLES_LOG) | OWN]
    );
  }

  /** Bytes received by an ingress queue since the start; of charged classes only. */
  received(queue: number): Bytes {
    return this.queueDoubles[(queue << QUEUE_DOUBLES_LOG) | RECEIVED];
  }

  /** First candidate port, network-wide number, towards a host; -1 when there is none. */
  firstPort(host: number): number {
    return firstPort(this.routes, host, this.base);
  }

  /** Size of the packet at the head of an egress queue. */
  headSize(queue: number): Bytes {
    return this.fabric.packets.words[this.firstOf(queue) * 16 + SIZE];
  }

  /** Is the class charged to memory, or does it travel in control memory of its own? */
  isCharged(cls: number): boolean {
    return (this.charged & (1 << cls)) !== 0;
  }

  /** Is the upstream of (port, class) told to stop now? */
  hasTold(port: number, cls: number): boolean {
    return (
      this.queueWords[(((port << 3) | cls) << QUEUE_WORDS_LOG) | TOLD] !== 0 ||
      this.portWords[(port << PORT_WORDS_LOG) | TOLD_PORT] !== 0
    );
  }

  /** An ingress queue was charged: was a queue ever so near its threshold? */
  noteMargin(queue: number, threshold: Bytes): void {
    const backlog = this.pool.shared(queue);
    if (threshold - backlog >= this.margin) return;
    this.margin = threshold - backlog;
    this.nearest = { queue, backlog, threshold };
  }

  tellStop(inPort: number, cls: number, verdict: number, threshold: Bytes): void {
    const queue = (inPort << 3) | cls;
    const fabric = this.fabric;
    const link = fabric.links[inPort];
    const queueTold = this.queueWords[(queue << QUEUE_WORDS_LOG) | TOLD] !== 0;
    const portTold = this.portWords[(inPort << PORT_WORDS_LOG) | TOLD_PORT] !== 0;
    if (link.pauseAgain) {
      if ((verdict & QUEUE) !== 0 && queueTold) link.pauseAgain(inPort, cls, QUEUE);
      if ((verdict & PORT) !== 0 && portTold) link.pauseAgain(inPort, cls, PORT);
    }
    if ((verdict & QUEUE) !== 0 && !queueTold) {
      this.enlist(queue);
      this.queueWords[(queue << QUEUE_WORDS_LOG) | TOLD] = 1;
      fabric.recorder.onVerdict(inPort, cls, QUEUE, true, this.pool.shared(queue), threshold);
      this.buffer.onPauseSent?.(inPort - this.base, cls);
      fabric.links[inPort].pause(inPort, cls, QUEUE);
    }
    if ((verdict & PORT) !== 0 && !portTold) {
      this.enlist(queue);
      this.portWords[(inPort << PORT_WORDS_LOG) | TOLD_PORT] = 1;
      fabric.recorder.onVerdict(inPort, cls, PORT, true, this.pool.shared(queue), threshold);
      this.buffer.onPauseSent?.(inPort - this.base, cls);
      fabric.links[inPort].pause(inPort, cls, PORT);
    }
  }

  /** Memory of an ingress queue was given back while somebody was told to stop. */
  noteRelease(queue: number): void {
    if (this.onRelease !== null) this.onRelease(queue - this.base * 8);
  }

  /**
   * A release let stopped queues hope: asks each whether its upstream may go again, in the order in which they stopped. `all`: each, though the
   * policy would have only the one asked whose packet left.
   */
  letGo(released: number, all = this.askAll): void {
    if (released >= 0) this.noteRelease(released);
    const told = this.told;
    for (let k = 0; k < this.toldCount;) {
      const queue = told[k];
      if ((all || queue === released) && this.tellGo(queue)) {
        told.copyWithin(k, k + 1, this.toldCount);
        this.toldCount--;
      } else k++;
    }
  }

  /** Returns true when `queue` has nothing stopped any more. */
  private tellGo(queue: number): boolean {
    const inPort = queue >> 3;
    const cls = queue & 7;
    const local = inPort - this.base;
    const fabric = this.fabric;
    const threshold = this.buffer.threshold(local, cls);
    const verdict = this.headroom.resumes(local * 8 + cls, threshold);
    if ((verdict & PORT) !== 0 && this.portWords[(inPort << PORT_WORDS_LOG) | TOLD_PORT] !== 0) {
      this.portWords[(inPort << PORT_WORDS_LOG) | TOLD_PORT] = 0;
      fabric.recorder.onVerdict(inPort, cls, PORT, false, this.pool.shared(queue), threshold);
      this.buffer.onResumeSent?.(local, cls);
      fabric.links[inPort].resume(inPort, cls, PORT);
    }
    if ((verdict & QUEUE) !== 0 && this.queueWords[(queue << QUEUE_WORDS_LOG) | TOLD] !== 0) {
      this.queueWords[(queue << QUEUE_WORDS_LOG) | TOLD] = 0;
      fabric.recorder.onVerdict(inPort, cls, QUEUE, false, this.pool.shared(queue), threshold);
      this.buffer.onResumeSent?.(local, cls);
      fabric.links[inPort].resume(inPort, cls, QUEUE);
    }
    return !this.hasTold(inPort, cls);
  }

  private enlist(queue: number): void {
    for (let k = 0; k < this.toldCount; k++) if (this.told[k] === queue) return;
    this.told[this.toldCount++] = queue;
  }

  askLink(port: number, ready: number): number {
    const link = this.fabric.links[port];
    if (!link.maySend) return ready;
    let may = 0;
    for (let cls = 0; cls < 8; cls++) {
      const bit = 1 << cls;
      if ((ready & bit) !== 0 && link.maySend(port, cls, this.headSize((port << 3) | cls))) may |= bit;
    }
    this.fabric.stops.setShort(port, ready & ~may, this.fabric.queue.now);
    return may;
  }
}

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
