/**
 * A shared-memory, output-queued switch.
 *
 * On arrival: choose the output, place the packet in memory, tell the upstream to stop if a policy says so, queue, and send
 * if the output is idle. On departure: give the memory back, mark, let stopped queues go again, stamp, send. The order of these
 * steps is the order in which sequence numbers are taken, so it decides how equal times resolve; `docs/ns3-semantics.md`,
 * section 10, has the same order.
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
import type { Fabric, Station } from "./fabric.ts";
import * as packetRecord from "./packet-record.ts";
import { Pool } from "./pool.ts";
import * as portRecord from "./ports.ts";
import * as queueRecord from "./queues.ts";
import * as routing from "./routes.ts";
import { firstPort, type Routes } from "./routes.ts";
import { LINK_DOWN, NO_BUFFER, NO_HEADROOM, NO_ROUTE } from "./recorder.ts";

// Local names: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { DATA, FLOW, HOPS, IN, LINK_FRAME, META, NEXT, PAYLOAD, SIZE, TO } = packetRecord;
const {
  DONE_QUEUED,
  DOWN,
  FRAME_HEAD,
  NON_EMPTY,
  OWN_USED,
  PAYLOAD_SENT,
  PORT_DOUBLES_LOG,
  PORT_WORDS_LOG,
  STOPPED,
  TOLD_PORT,
} = portRecord;
const { BACKLOG, HEAD, OWN, QUEUE_DOUBLES_LOG, QUEUE_WORDS_LOG, RECEIVED, TAIL, TOLD } = queueRecord;
const { FOOTROOM, HEADROOM, PORT, QUEUE, REFUSED } = verdicts;
const { NO_ROUTES, OWN_HOST } = routing;

type Marker = Required<Pick<DetectionPolicy, "mark">>;
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

export class Switch implements Station {
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

  private readonly fabric: Fabric;
  private readonly portWords: Int32Array;
  private readonly portDoubles: Float64Array;
  private readonly queueWords: Int32Array;
  private readonly queueDoubles: Float64Array;
  private readonly charged: number;
  /** Queues that were told to stop and may ask to go again, in the order in which they stopped. */
  private readonly told: Int32Array;
  private toldCount = 0;
  /** Queue, backlog, threshold and margin of the nearest miss. */
  private readonly closest = Float64Array.of(-1, 0, Infinity, Infinity);

  private buffer!: BufferPolicy;
  private headroom!: HeadroomPolicy;
  private routing!: RoutingPolicy;
  private scheduling!: SchedulingPolicy;
  private marker: Marker | null = null;
  private stamper: Stamper | null = null;
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
    this.pool = new Pool(fabric.queueRecords, options.memory, options.private);
    this.lossless = options.lossless;
    this.losslessClasses = bitCount(options.lossless);
    this.charged = options.charged;
    this.portWords = fabric.portRecords.words;
    this.portDoubles = fabric.portRecords.doubles;
    this.queueWords = fabric.queueRecords.words;
    this.queueDoubles = fabric.queueRecords.doubles;
    this.told = new Int32Array(this.ports * 8);
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
    const at = packet << 4;
    const meta = words[at | META];
    if (fabric.tracer !== null) fabric.tracer.onReceive(this.node, port, packet);
    if ((meta & 15) === LINK_FRAME) {
      fabric.takeFrame(port, packet);
      return;
    }
    const cls = (meta >> 4) & 7;
    const size = words[at | SIZE];
    const flow = words[at | FLOW];
    const reverse = (meta & 15) !== DATA;
    if (this.routingHooks?.onArrive) this.routingHooks.onArrive(port - this.base, packet, flow, reverse, size);

    const to = words[at | TO];
    const { table, row, group, own, lists, ports } = this.routes;
    const name = table[row + group[to]];
    let out: number;
    if (name === OWN_HOST) out = own[to] + this.base;
    else {
      const entry = lists[name];
      const count = entry & 255;
      if (count === 0) {
        fabric.drop(port, packet, NO_ROUTE);
        return;
      }
      const from = entry >> 8;
      const pick = count === 1 ? 0 : this.routing.choose(flow, reverse, to, ports, from, count, packet);
      out = ports[from + pick] + this.base;
    }
    if (this.portWords[(out << PORT_WORDS_LOG) | DOWN] !== 0) {
      fabric.drop(port, packet, LINK_DOWN);
      return;
    }

    words[at | IN] = port;
    if ((this.charged & (1 << cls)) !== 0 && !this.admit(port, cls, size, out, packet)) return;
    this.enqueue(out, cls, size, packet);
    if (fabric.idle(out)) this.sendNext(out);
    else if (this.portWords[(out << PORT_WORDS_LOG) | DONE_QUEUED] === 0 && this.hasWork(out)) fabric.queueDone(out);
  }

  sendNext(port: number): void {
    const fabric = this.fabric;
    const portWords = this.portWords;
    const w = port << PORT_WORDS_LOG;
    if (portWords[w | FRAME_HEAD] !== 0) {
      fabric.sendFrame(port);
      return;
    }
    let ready = portWords[w | NON_EMPTY] & ~portWords[w | STOPPED];
    if (ready === 0) return;
    if (this.linkHooks) ready = this.askLink(port, ready);
    if (ready === 0) return;

    const local = port - this.base;
    const cls = this.scheduling.next(local, ready);
    const queue = (port << 3) | cls;
    const words = fabric.packets.words;
    const queueWords = this.queueWords;
    const packet = queueWords[(queue << QUEUE_WORDS_LOG) | HEAD];
    const at = packet << 4;
    const size = words[at | SIZE];
    const meta = words[at | META];
    const next = words[at | NEXT];
    queueWords[(queue << QUEUE_WORDS_LOG) | HEAD] = next;
    if (next === 0) {
      queueWords[(queue << QUEUE_WORDS_LOG) | TAIL] = 0;
      portWords[w | NON_EMPTY] &= ~(1 << cls);
      if (this.scheduling.onEmpty) this.scheduling.onEmpty(local, cls);
    }
    const left = (this.queueDoubles[(queue << QUEUE_DOUBLES_LOG) | BACKLOG] -= size);
    fabric.removeQueued(port, size);

    // From here on the port is taken: a frame for it, such as a RESUME for its own peer, waits behind the packet.
    fabric.departing = port;
    const inPort = words[at | IN];
    let mark = 0;
    if ((this.charged & (1 << cls)) !== 0) {
      this.release((inPort << 3) | cls, size);
      if (this.marker !== null) {
        mark = this.marker.mark(local, cls, left);
        if (mark > ((meta >> 8) & 3) && (meta & 15) === DATA) words[at | META] = (meta & ~(3 << 8)) | (mark << 8);
      }
      if (this.toldCount !== 0) this.letGo((inPort << 3) | cls);
      if (this.linkHooks) {
        fabric.links[inPort].onDepart?.(inPort, cls, size);
        fabric.links[port].onSend?.(port, cls, size);
      }
    }
    if (this.routingHooks?.onDequeue) this.routingHooks.onDequeue(local, packet, words[at | FLOW], size);
    if ((meta & 15) === DATA) this.portDoubles[(port << PORT_DOUBLES_LOG) | PAYLOAD_SENT] += words[at | PAYLOAD];
    if (this.stamper !== null && (meta & 15) === DATA) this.stamper.stamp(local, packet, words[at | HOPS]++);
    if (fabric.tracer !== null) fabric.tracer.onDequeue(this.node, port, cls, packet, left, mark);
    fabric.departing = -1;
    fabric.transmit(port, packet, this.hasWork(port));
  }

  hasWork(port: number): boolean {
    const portWords = this.portWords;
    const w = port << PORT_WORDS_LOG;
    return portWords[w | FRAME_HEAD] !== 0 || (portWords[w | NON_EMPTY] & ~portWords[w | STOPPED]) !== 0;
  }

  flush(port: number): void {
    const words = this.fabric.packets.words;
    for (let cls = 0; cls < 8; cls++) {
      const queue = (port << 3) | cls;
      for (let packet = this.firstOf(queue); packet !== 0;) {
        const next = words[(packet << 4) | NEXT];
        const size = words[(packet << 4) | SIZE];
        if (this.isCharged(cls)) this.release(words[(packet << 4) | IN] * 8 + cls, size);
        if (this.linkHooks && this.isCharged(cls)) {
          const inPort = words[(packet << 4) | IN];
          this.fabric.links[inPort].onDepart?.(inPort, cls, size);
        }
        const flow = words[(packet << 4) | FLOW];
        if (this.routingHooks?.onDequeue) this.routingHooks.onDequeue(port - this.base, packet, flow, size);
        this.fabric.removeQueued(port, size);
        this.fabric.drop(port, packet, LINK_DOWN);
        packet = next;
      }
      this.queueWords[(queue << QUEUE_WORDS_LOG) | HEAD] = 0;
      this.queueWords[(queue << QUEUE_WORDS_LOG) | TAIL] = 0;
      this.queueDoubles[(queue << QUEUE_DOUBLES_LOG) | BACKLOG] = 0;
    }
    this.portWords[(port << PORT_WORDS_LOG) | NON_EMPTY] = 0;
    if (this.toldCount !== 0) this.letGo(port * 8);
  }

  onEgress(port: number, cls: number, stops: boolean): void {
    const local = port - this.base;
    for (const watcher of this.watchers) {
      if (stops) watcher.onPaused?.(local, cls);
      else watcher.onResumed?.(local, cls);
    }
    if (stops) {
      this.buffer.onEgressPaused?.(local, cls);
      this.routing.onStopped?.(local, cls);
    } else {
      this.buffer.onEgressResumed?.(local, cls);
      this.routing.onStarted?.(local, cls);
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

  get nearest(): Nearest {
    const [queue, backlog, threshold] = this.closest;
    return { queue, backlog, threshold };
  }

  /** Finds room for a packet and tells its upstream to stop if it must. False: dropped. */
  private admit(inPort: number, cls: number, size: Bytes, out: number, packet: number): boolean {
    this.queueDoubles[(((inPort << 3) | cls) << QUEUE_DOUBLES_LOG) | RECEIVED] += size;
    if (this.ownMemory !== null && this.ownMemory[inPort - this.base] !== 0)
      return this.admitOwn(inPort, cls, size, packet);
    const local = inPort - this.base;
    const queue = (inPort << 3) | cls;
    const pool = this.pool;
    const buffer = this.buffer;
    if ((this.lossless & (1 << cls)) === 0) {
      // A lossy class is bounded where it waits, at the output.
      const waiting = this.queueDoubles[(((out << 3) | cls) << QUEUE_DOUBLES_LOG) | BACKLOG];
      if (waiting + size > buffer.threshold(out - this.base, cls) || pool.used + size > pool.capacity) {
        this.fabric.drop(inPort, packet, NO_BUFFER);
        return false;
      }
      pool.chargeFootroom(queue, size);
    } else {
      const headroom = this.headroom;
      const segment = headroom.place(local * 8 + cls, size, buffer.threshold(local, cls));
      if (segment === FOOTROOM) pool.chargeFootroom(queue, size);
      else if (segment === HEADROOM) pool.chargeHeadroom(queue, size);
      else if (segment === REFUSED) {
        this.fabric.drop(inPort, packet, NO_HEADROOM);
        return false;
      }
      const threshold = buffer.threshold(local, cls);
      const margin = threshold - pool.shared(queue);
      if (margin < this.closest[3]) this.noteNearest(queue, threshold, margin);
      const verdict = headroom.pauses(local * 8 + cls, threshold);
      if (verdict !== 0) this.tellStop(inPort, cls, verdict, threshold);
    }
    if (this.bufferArrive !== null) this.bufferArrive(local, cls, size);
    if (this.linkHooks) this.fabric.links[inPort].onArrive?.(inPort, cls, size);
    return true;
  }

  private admitOwn(inPort: number, cls: number, size: Bytes, packet: number): boolean {
    const room = this.ownMemory === null ? 0 : this.ownMemory[inPort - this.base];
    const p = inPort << PORT_DOUBLES_LOG;
    if (this.portDoubles[p | OWN_USED] + size > room) {
      this.fabric.drop(inPort, packet, (this.lossless & (1 << cls)) === 0 ? NO_BUFFER : NO_HEADROOM);
      return false;
    }
    this.portDoubles[p | OWN_USED] += size;
    this.queueDoubles[(((inPort << 3) | cls) << QUEUE_DOUBLES_LOG) | OWN] += size;
    if (this.linkHooks) this.fabric.links[inPort].onArrive?.(inPort, cls, size);
    return true;
  }

  /** Gives back the memory of a packet that leaves, sent or lost. */
  private release(queue: number, size: Bytes): void {
    const local = (queue >> 3) - this.base;
    if (this.ownMemory === null || this.ownMemory[local] === 0) {
      this.pool.release(queue, size);
      if (this.bufferDepart !== null) this.bufferDepart(local, queue & 7, size);
      return;
    }
    this.queueDoubles[(queue << QUEUE_DOUBLES_LOG) | OWN] -= size;
    this.portDoubles[((queue >> 3) << PORT_DOUBLES_LOG) | OWN_USED] -= size;
  }

  private enqueue(out: number, cls: number, size: Bytes, packet: number): void {
    const fabric = this.fabric;
    const words = fabric.packets.words;
    const queueWords = this.queueWords;
    const queue = (out << 3) | cls;
    const w = queue << QUEUE_WORDS_LOG;
    const d = (queue << QUEUE_DOUBLES_LOG) | BACKLOG;
    if (fabric.tracer !== null) fabric.tracer.onEnqueue(this.node, out, cls, packet, this.queueDoubles[d]);
    words[(packet << 4) | NEXT] = 0;
    const tail = queueWords[w | TAIL];
    if (tail === 0) {
      queueWords[w | HEAD] = packet;
      this.portWords[(out << PORT_WORDS_LOG) | NON_EMPTY] |= 1 << cls;
    } else words[(tail << 4) | NEXT] = packet;
    queueWords[w | TAIL] = packet;
    const backlog = (this.queueDoubles[d] += size);
    fabric.addQueued(out, size);
    for (let k = 0; k < this.watchers.length; k++) this.watchers[k].onEnqueue?.(out - this.base, cls, backlog);
    if (this.routingHooks?.onEnqueue)
      this.routingHooks.onEnqueue(out - this.base, packet, words[(packet << 4) | FLOW], size);
  }

  private noteNearest(queue: number, threshold: Bytes, margin: Bytes): void {
    this.closest[0] = queue;
    this.closest[1] = this.pool.shared(queue);
    this.closest[2] = threshold;
    this.closest[3] = margin;
  }

  private tellStop(inPort: number, cls: number, verdict: number, threshold: Bytes): void {
    const queue = (inPort << 3) | cls;
    const fabric = this.fabric;
    if ((verdict & QUEUE) !== 0 && this.queueWords[(queue << QUEUE_WORDS_LOG) | TOLD] === 0) {
      this.enlist(queue);
      this.queueWords[(queue << QUEUE_WORDS_LOG) | TOLD] = 1;
      fabric.recorder.onVerdict(inPort, cls, QUEUE, true, this.pool.shared(queue), threshold);
      this.buffer.onPauseSent?.(inPort - this.base, cls);
      fabric.links[inPort].pause(inPort, cls, QUEUE);
    }
    if ((verdict & PORT) !== 0 && this.portWords[(inPort << PORT_WORDS_LOG) | TOLD_PORT] === 0) {
      this.enlist(queue);
      this.portWords[(inPort << PORT_WORDS_LOG) | TOLD_PORT] = 1;
      fabric.recorder.onVerdict(inPort, cls, PORT, true, this.pool.shared(queue), threshold);
      this.buffer.onPauseSent?.(inPort - this.base, cls);
      fabric.links[inPort].pause(inPort, cls, PORT);
    }
  }

  /** A release let stopped queues hope: asks each whether its upstream may go again, in the order in which they stopped. */
  private letGo(released: number): void {
    const told = this.told;
    for (let k = 0; k < this.toldCount;) {
      const queue = told[k];
      if ((this.askAll || queue === released) && this.tellGo(queue)) {
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

  private askLink(port: number, ready: number): number {
    const link = this.fabric.links[port];
    if (!link.maySend) return ready;
    let may = 0;
    for (let cls = 0; cls < 8; cls++) {
      const bit = 1 << cls;
      if ((ready & bit) !== 0 && link.maySend(port, cls, this.headSize((port << 3) | cls))) may |= bit;
    }
    return may;
  }
}

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
