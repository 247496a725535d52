/**
 * A shared-memory, output-queued switch.
 *
 * On arrival: choose the output, place the packet in memory, tell the upstream to stop if a policy says so, queue, and send
 * if the output is idle. On departure: give the memory back, mark, let stopped queues go again, stamp, send. The order of these
 * steps is the order in which sequence numbers are taken, so it decides how equal times resolve; `docs/ns3-semantics.md`,
 * section 10, has the same order.
 *
 * Policies answer questions about (port, class, size), ports being the switch's own; the switch moves the packets and the bytes.
 */
import type { BufferPolicy } from "../buffer/contract.ts";
import type { DetectionPolicy } from "../detection/contract.ts";
import { FOOTROOM, HEADROOM, PORT, QUEUE, REFUSED, type HeadroomPolicy } from "../headroom/contract.ts";
import type { RoutingPolicy } from "../routing/contract.ts";
import type { SchedulingPolicy } from "../scheduling/contract.ts";
import type { Bytes } from "../units.ts";
import type { Fabric, Station } from "./fabric.ts";
import { DATA, FLOW, HOPS, IN, LINK_FRAME, META, NEXT, SIZE, TO } from "./packets.ts";
import { Pool } from "./pool.ts";
import { LINK_DOWN, NO_BUFFER, NO_HEADROOM, NO_ROUTE } from "./recorder.ts";

/** Candidate ports by destination node: `table[node]` is first << 8 | count, into `ports`. */
export interface Routes {
  readonly table: Int32Array;
  readonly ports: Int32Array;
}

export interface SwitchPolicies {
  readonly buffer: BufferPolicy;
  readonly headroom: HeadroomPolicy;
  readonly routing: RoutingPolicy;
  readonly scheduling: SchedulingPolicy;
  /** At most one policy that marks and one that stamps. */
  readonly marker: DetectionPolicy | null;
  readonly stamper: DetectionPolicy | null;
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

export class Switch implements Station {
  readonly node: number;
  readonly base: number;
  readonly ports: number;
  readonly pool: Pool;
  readonly lossless: number;
  routes: Routes = { table: new Int32Array(0), ports: new Int32Array(0) };

  // Egress queues, by local port * 8 + class.
  readonly head: Int32Array;
  readonly tail: Int32Array;
  readonly backlog: Float64Array;
  readonly nonEmpty: Uint8Array;
  /** Most bytes an egress port ever held. */
  readonly peak: Float64Array;

  // What was told to stop: by queue, by port, and the list of queues that may ask to go again.
  private readonly queueStopped: Uint8Array;
  private readonly portStopped: Uint8Array;
  private readonly waiting: Int32Array;
  private waitingCount = 0;
  /** Memory of a port's own, outside the pool: its size (0: none), and what is in it by queue and by port. */
  readonly ownMemory: Float64Array;
  readonly ownBytes: Float64Array;
  readonly ownUsed: Float64Array;
  /** Bytes received since the start, by ingress queue; kept only where a link policy hears of arrivals. */
  readonly receivedBytes: Float64Array;

  /** How near a lossless queue came to its threshold: its shared bytes and the threshold then. */
  nearestBacklog: Bytes = 0;
  nearestThreshold: Bytes = Infinity;
  nearestQueue = -1;
  private nearestMargin = Infinity;

  private readonly fabric: Fabric;
  private readonly charged: number;
  private buffer!: BufferPolicy;
  private headroom!: HeadroomPolicy;
  private routing!: RoutingPolicy;
  private scheduling!: SchedulingPolicy;
  private marker: DetectionPolicy | null = null;
  private stamper: DetectionPolicy | null = null;
  private watchers: readonly DetectionPolicy[] = [];
  private askAll = true;
  // Hooks, null unless a policy names them.
  private bufferArrive: ((port: number, cls: number, size: Bytes) => void) | null = null;
  private bufferDepart: ((port: number, cls: number, size: Bytes) => void) | null = null;
  private routingHooks: RoutingPolicy | null = null;
  /** Does any port's link policy hear arrivals and departures, or answer `maySend`? */
  private linkHooks = false;

  constructor(fabric: Fabric, node: number, options: SwitchOptions) {
    this.fabric = fabric;
    this.node = node;
    this.base = fabric.portBase[node];
    this.ports = fabric.portBase[node + 1] - this.base;
    this.pool = new Pool(this.ports, options.memory, options.private);
    this.lossless = options.lossless;
    this.charged = options.charged;
    const queues = this.ports * 8;
    this.head = new Int32Array(queues);
    this.tail = new Int32Array(queues);
    this.backlog = new Float64Array(queues);
    this.nonEmpty = new Uint8Array(this.ports);
    this.peak = new Float64Array(this.ports);
    this.queueStopped = new Uint8Array(queues);
    this.portStopped = new Uint8Array(this.ports);
    this.waiting = new Int32Array(queues);
    this.ownMemory = new Float64Array(this.ports);
    this.ownBytes = new Float64Array(queues);
    this.ownUsed = new Float64Array(this.ports);
    this.receivedBytes = new Float64Array(queues);
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
    this.askAll = policies.headroom.resumeAsks === "every queue";
    const { buffer, routing } = policies;
    this.bufferArrive = buffer.onArrive ? buffer.onArrive.bind(buffer) : null;
    this.bufferDepart = buffer.onDepart ? buffer.onDepart.bind(buffer) : null;
    this.routingHooks = routing.onArrive || routing.onEnqueue || routing.onDequeue ? routing : null;
    for (let port = this.base; port < this.base + this.ports; port++) {
      const link = this.fabric.links[port];
      if (link.onArrive || link.onDepart || link.maySend || link.onSend) this.linkHooks = true;
    }
  }

  receive(port: number, packet: number): void {
    const fabric = this.fabric;
    const words = fabric.packets.words;
    const at = packet * 16;
    const meta = words[at + META];
    if (fabric.tracer !== null) fabric.tracer.onReceive(this.node, port, packet);
    if ((meta & 15) === LINK_FRAME) {
      fabric.takeFrame(port, packet);
      return;
    }
    const inPort = port - this.base;
    const cls = (meta >> 4) & 7;
    const size = words[at + SIZE];
    if (this.routingHooks?.onArrive)
      this.routingHooks.onArrive(inPort, packet, words[at + FLOW], (meta & 15) !== DATA, size);

    const entry = this.routes.table[words[at + TO]];
    const count = entry & 255;
    if (count === 0) {
      fabric.drop(port, packet, NO_ROUTE);
      return;
    }
    const from = entry >> 8;
    const ports = this.routes.ports;
    const pick =
      count === 1
        ? 0
        : this.routing.choose(words[at + FLOW], (meta & 15) !== DATA, words[at + TO], ports, from, count, packet);
    const out = ports[from + pick];
    if (fabric.down[out + this.base] !== 0) {
      fabric.drop(port, packet, LINK_DOWN);
      return;
    }

    words[at + IN] = port;
    if ((this.charged & (1 << cls)) !== 0 && !this.admit(inPort, cls, size, out, packet)) return;
    if (fabric.tracer !== null)
      fabric.tracer.onEnqueue(this.node, out + this.base, cls, packet, this.backlog[out * 8 + cls]);
    this.enqueue(out, cls, size, packet);
    fabric.kick(out + this.base);
  }

  sendNext(port: number): void {
    const fabric = this.fabric;
    if (fabric.sendFrame(port)) return;
    const out = port - this.base;
    let ready = this.nonEmpty[out] & ~fabric.stopped[port];
    if (ready === 0) return;
    if (this.linkHooks) ready = this.askLink(port, out, ready);
    if (ready === 0) return;

    const cls = this.scheduling.next(out, ready);
    const queue = out * 8 + cls;
    const words = fabric.packets.words;
    const packet = this.head[queue];
    const at = packet * 16;
    const size = words[at + SIZE];
    const meta = words[at + META];
    const next = words[at + NEXT];
    this.head[queue] = next;
    if (next === 0) {
      this.tail[queue] = 0;
      this.nonEmpty[out] &= ~(1 << cls);
      if (this.scheduling.onEmpty) this.scheduling.onEmpty(out, cls);
    }
    const left = (this.backlog[queue] -= size);
    fabric.queuedBytes[port] -= size;

    const inPort = words[at + IN] - this.base;
    const charged = (this.charged & (1 << cls)) !== 0;
    if (charged) {
      if (this.ownMemory[inPort] === 0) this.pool.release(inPort * 8 + cls, size);
      else {
        this.ownBytes[inPort * 8 + cls] -= size;
        this.ownUsed[inPort] -= size;
      }
      if (this.marker !== null) {
        const mark = this.marker.mark!(out, cls, left);
        if (mark > ((meta >> 8) & 3) && (meta & 15) === DATA) words[at + META] = (meta & ~(3 << 8)) | (mark << 8);
      }
      if (this.waitingCount !== 0) this.letGo(inPort * 8 + cls);
      if (this.bufferDepart !== null) this.bufferDepart(inPort, cls, size);
    }
    if (this.linkHooks) this.tellLink(port, inPort + this.base, cls, size);
    if (this.routingHooks?.onDequeue) this.routingHooks.onDequeue(out, packet, size);
    if (this.stamper !== null && (meta & 15) === DATA) this.stamper.stamp!(out, packet, words[at + HOPS]++);
    if (fabric.tracer !== null) fabric.tracer.onDequeue(this.node, port, cls, packet, left);
    fabric.transmit(port, packet);
  }

  hasWork(port: number): boolean {
    return this.fabric.frameHead[port] !== 0 || (this.nonEmpty[port - this.base] & ~this.fabric.stopped[port]) !== 0;
  }

  flush(port: number): void {
    const out = port - this.base;
    const words = this.fabric.packets.words;
    for (let queue = out * 8; queue < out * 8 + 8; queue++) {
      for (let packet = this.head[queue]; packet !== 0;) {
        const next = words[packet * 16 + NEXT];
        const size = words[packet * 16 + SIZE];
        const inQueue = (words[packet * 16 + IN] - this.base) * 8 + (queue & 7);
        if ((this.charged & (1 << (queue & 7))) !== 0) {
          if (this.ownMemory[inQueue >> 3] === 0) this.pool.release(inQueue, size);
          else {
            this.ownBytes[inQueue] -= size;
            this.ownUsed[inQueue >> 3] -= size;
          }
        }
        this.fabric.queuedBytes[port] -= size;
        this.fabric.drop(port, packet, LINK_DOWN);
        packet = next;
      }
      this.head[queue] = this.tail[queue] = 0;
      this.backlog[queue] = 0;
    }
    this.nonEmpty[out] = 0;
    if (this.waitingCount !== 0) this.letGo(out * 8);
  }

  /** Bytes that came in by `port`, network-wide number, and are still here. */
  held(port: number, cls: number): Bytes {
    const queue = (port - this.base) * 8 + cls;
    return this.pool.footroom[queue] + this.pool.headroom[queue] + this.ownBytes[queue];
  }

  /** Bytes that wait to leave by `port`, network-wide number. */
  waits(port: number, cls: number): Bytes {
    return this.backlog[(port - this.base) * 8 + cls];
  }

  /** Size of the packet at the head of an egress queue. */
  headSize(fabric: Fabric, queue: number): Bytes {
    return fabric.packets.words[this.head[queue] * 16 + SIZE];
  }

  /** Is the class charged to memory, or does it travel in control memory of its own? */
  isCharged(cls: number): boolean {
    return (this.charged & (1 << cls)) !== 0;
  }

  /** Is the upstream of (port, class) told to stop now? Local port. */
  hasStopped(port: number, cls: number): boolean {
    return this.queueStopped[port * 8 + cls] !== 0 || this.portStopped[port] !== 0;
  }

  /** A class of one of its ports was stopped or started by the peer: for policies that watch. Local port. */
  onEgress(port: number, cls: number, stops: boolean): void {
    for (const watcher of this.watchers) {
      if (stops) watcher.onPaused?.(port, cls);
      else watcher.onResumed?.(port, cls);
    }
    if (stops) this.routing.onStopped?.(port, cls);
    else this.routing.onStarted?.(port, cls);
  }

  /** Finds room for a packet and tells its upstream to stop if it must. False: dropped. */
  private admit(inPort: number, cls: number, size: Bytes, out: number, packet: number): boolean {
    const queue = inPort * 8 + cls;
    if (this.ownMemory[inPort] !== 0) return this.admitOwn(inPort, cls, size, packet);
    const pool = this.pool;
    const buffer = this.buffer;
    if ((this.lossless & (1 << cls)) === 0) {
      // A lossy class is bounded where it waits, at the output.
      if (this.backlog[out * 8 + cls] + size > buffer.threshold(out, cls) || pool.used + size > pool.capacity) {
        this.fabric.drop(inPort + this.base, packet, NO_BUFFER);
        return false;
      }
      pool.chargeFootroom(queue, size);
      return true;
    }
    const headroom = this.headroom;
    const segment = headroom.place(queue, size, buffer.threshold(inPort, cls));
    if (segment === FOOTROOM) pool.chargeFootroom(queue, size);
    else if (segment === HEADROOM) pool.chargeHeadroom(queue, size);
    else if (segment === REFUSED) {
      this.fabric.drop(inPort + this.base, packet, NO_HEADROOM);
      return false;
    }
    const threshold = buffer.threshold(inPort, cls);
    const margin = threshold - pool.shared(queue);
    if (margin < this.nearestMargin) {
      this.nearestMargin = margin;
      this.nearestBacklog = pool.shared(queue);
      this.nearestThreshold = threshold;
      this.nearestQueue = queue;
    }
    const verdict = headroom.pauses(queue, threshold);
    if (verdict !== 0) this.tellStop(inPort, cls, verdict, threshold);
    if (this.bufferArrive !== null) this.bufferArrive(inPort, cls, size);
    if (this.linkHooks) this.tellArrival(inPort, cls, size);
    return true;
  }

  private admitOwn(inPort: number, cls: number, size: Bytes, packet: number): boolean {
    if (this.ownUsed[inPort] + size > this.ownMemory[inPort]) {
      this.fabric.drop(inPort + this.base, packet, (this.lossless & (1 << cls)) === 0 ? NO_BUFFER : NO_HEADROOM);
      return false;
    }
    this.ownBytes[inPort * 8 + cls] += size;
    this.ownUsed[inPort] += size;
    if (this.linkHooks) this.tellArrival(inPort, cls, size);
    return true;
  }

  private enqueue(out: number, cls: number, size: Bytes, packet: number): void {
    const fabric = this.fabric;
    const words = fabric.packets.words;
    const queue = out * 8 + cls;
    words[packet * 16 + NEXT] = 0;
    const tail = this.tail[queue];
    if (tail === 0) {
      this.head[queue] = packet;
      this.nonEmpty[out] |= 1 << cls;
    } else words[tail * 16 + NEXT] = packet;
    this.tail[queue] = packet;
    const backlog = (this.backlog[queue] += size);
    const port = out + this.base;
    const queued = (fabric.queuedBytes[port] += size);
    if (queued > this.peak[out]) this.peak[out] = queued;
    for (let w = 0; w < this.watchers.length; w++) this.watchers[w].onEnqueue?.(out, cls, backlog);
    if (this.routingHooks?.onEnqueue) this.routingHooks.onEnqueue(out, packet, size);
  }

  private tellStop(inPort: number, cls: number, verdict: number, threshold: Bytes): void {
    const queue = inPort * 8 + cls;
    const port = inPort + this.base;
    const fabric = this.fabric;
    if ((verdict & QUEUE) !== 0 && this.queueStopped[queue] === 0) {
      this.await(queue);
      this.queueStopped[queue] = 1;
      fabric.recorder.onVerdict(port, cls, QUEUE, true, this.pool.shared(queue), threshold);
      this.buffer.onPauseSent?.(inPort, cls);
      fabric.links[port].pause(port, cls, QUEUE);
    }
    if ((verdict & PORT) !== 0 && this.portStopped[inPort] === 0) {
      this.await(queue);
      this.portStopped[inPort] = 1;
      fabric.recorder.onVerdict(port, cls, PORT, true, this.pool.shared(queue), threshold);
      fabric.links[port].pause(port, cls, PORT);
    }
  }

  /** A release let stopped queues hope: asks each whether its upstream may go again, in the order in which they stopped. */
  private letGo(released: number): void {
    const waiting = this.waiting;
    for (let k = 0; k < this.waitingCount;) {
      const queue = waiting[k];
      if ((this.askAll || queue === released) && this.tellGo(queue)) {
        waiting.copyWithin(k, k + 1, this.waitingCount);
        this.waitingCount--;
      } else k++;
    }
  }

  /** Returns true when `queue` has nothing stopped any more. */
  private tellGo(queue: number): boolean {
    const inPort = queue >> 3;
    const cls = queue & 7;
    const port = inPort + this.base;
    const fabric = this.fabric;
    const threshold = this.buffer.threshold(inPort, cls);
    const verdict = this.headroom.resumes(queue, threshold);
    if ((verdict & PORT) !== 0 && this.portStopped[inPort] !== 0) {
      this.portStopped[inPort] = 0;
      fabric.recorder.onVerdict(port, cls, PORT, false, this.pool.shared(queue), threshold);
      fabric.links[port].resume(port, cls, PORT);
    }
    if ((verdict & QUEUE) !== 0 && this.queueStopped[queue] !== 0) {
      this.queueStopped[queue] = 0;
      fabric.recorder.onVerdict(port, cls, QUEUE, false, this.pool.shared(queue), threshold);
      this.buffer.onResumeSent?.(inPort, cls);
      fabric.links[port].resume(port, cls, QUEUE);
    }
    return this.queueStopped[queue] === 0 && this.portStopped[inPort] === 0;
  }

  private await(queue: number): void {
    for (let k = 0; k < this.waitingCount; k++) if (this.waiting[k] === queue) return;
    this.waiting[this.waitingCount++] = queue;
  }

  private askLink(port: number, out: number, ready: number): number {
    const link = this.fabric.links[port];
    if (!link.maySend) return ready;
    const words = this.fabric.packets.words;
    let may = 0;
    for (let cls = 0; cls < 8; cls++) {
      const bit = 1 << cls;
      if ((ready & bit) !== 0 && link.maySend(port, cls, words[this.head[out * 8 + cls] * 16 + SIZE])) may |= bit;
    }
    return may;
  }

  private tellArrival(inPort: number, cls: number, size: Bytes): void {
    this.receivedBytes[inPort * 8 + cls] += size;
    this.fabric.links[inPort + this.base].onArrive?.(inPort + this.base, cls, size);
  }

  private tellLink(outPort: number, inPort: number, cls: number, size: Bytes): void {
    this.fabric.links[outPort].onSend?.(outPort, cls, size);
    this.fabric.links[inPort].onDepart?.(inPort, cls, size);
  }
}
