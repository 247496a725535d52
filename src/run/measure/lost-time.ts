/**
 * Measures the time that flows lose because of PAUSEs, by PAUSE and by origin of the congestion. `xoff why` repeats a
 * run for this measurement. Other runs do not record it.
 *
 * A flow loses time at a paused port while it has data there that could otherwise leave. At a switch these are
 * packets in the egress queue. At a NIC they are bytes that window and rate permit. The lost time is added to the
 * PAUSE that pauses the port.
 *
 * Only the time of victims of a PAUSE is measured (docs/results.md, "Time lost"). A flow is a victim if both
 * conditions hold:
 *
 * - None of its packets has reached the port where the chain of PAUSEs began, by the end of the pause.
 * - Some shortest path of the flow avoids that port.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Ps } from "../../base/units.ts";
import { END, STALL_DOUBLES_LOG, OPEN } from "../../sim/model/sender-stalls.ts";
import type { Network } from "../../sim/model/network.ts";
import { DATA, FLOW, KIND_MASK, META, NEXT } from "../../sim/model/packet-record.ts";
import type { Tracer } from "../../sim/model/recorder.ts";
import { addTracer } from "./add-tracer.ts";
import { originAtHost, originInLinks, type Origin } from "./faults.ts";
import { bytesByFlow } from "./queued-flows.ts";
import { PauseIndex } from "./pause-index.ts";
import type { PauseRecord } from "./pause-record.ts";
import type { Watcher } from "./run-recorder.ts";
import { Spans } from "./spans.ts";

/** The place where a chain of PAUSEs began. */
export interface ChainRoot {
  /** The row of the PAUSE that began the chain, in the record of PAUSEs. */
  readonly row: number;
  /**
   * The network-wide number of the port: the overloaded port of a switch, or the switch port that a host's NIC paused.
   * -1: unknown.
   */
  readonly port: number;
  /** True if a host's NIC sent the PAUSE that began the chain. */
  readonly isHost: boolean;
  /**
   * True if the overloaded port was itself paused, but the record of PAUSEs has no row for the PAUSE that paused it.
   */
  readonly isHeld: boolean;
}

/**
 * A pause that has not ended: of a class at a port, of one of several queues of a class, or of a single flow. `row` is
 * the row of its PAUSE in the record of PAUSEs. `from` is the start of the pause.
 */
interface Stop {
  readonly row: number;
  readonly from: Ps;
  /**
   * By flow: the time since which the flow has packets in the paused queue of a switch. Undefined if the queue is at a
   * NIC.
   */
  readonly since: Map<number, Ps> | undefined;
}

/** The flows of one host port, in the order of their starts. */
interface Senders {
  readonly all: number[];
  /** The flows of the port that have begun. A flow that is done is removed at the next use of the list. */
  active: number[];
  /** The number of flows in `all` that have begun. */
  begun: number;
}

export class LostTime implements Tracer, Watcher {
  readonly pauses: PauseRecord;
  private readonly network: Network;
  private readonly index: PauseIndex;
  /** By row of the table of PAUSEs: the place where the chain of this PAUSE began. */
  private readonly roots = new Map<number, ChainRoot>();
  /** By row of the table of PAUSEs: the time in ps that victims lost because of this PAUSE. */
  private readonly byRow = new Map<number, Ps>();
  /**
   * By row of the table of PAUSEs, for the rows that were passed to the constructor: the time that each victim (a
   * flow) lost.
   */
  private readonly kept = new Map<number, Map<number, Ps>>();
  /** By origin (a key of `keyOf`): the spans in which each victim lost time. */
  private readonly byOrigin = new Map<string, Map<number, Spans>>();
  /** By place where chains of PAUSEs began (a key of `keyOf`): the scenario's fault that explains the congestion there. */
  private readonly faults = new Map<string, Origin>();
  /** The pauses of classes at ports. The key is 8 times port, plus class. */
  private readonly open = new Map<number, Stop>();
  /**
   * The pauses of single queues of switches, where a class of a port has several queues. The outer key names port and
   * class (8 times port, plus class). The inner key is the number of the queue within the class.
   */
  private readonly openWithin = new Map<number, Map<number, Stop>>();
  /** The pauses of single flows at their hosts, by flow. */
  private readonly openFlows = new Map<number, Stop>();
  /** By switch port: a bit mask of flows. The bit of a flow is set if one of its packets was queued at the port. */
  private readonly passed = new Map<number, Uint32Array>();
  private readonly senders = new Map<number, Senders>();
  private indexedFlows = 0;
  /** Caches the results of `mustPass`. It is cleared when routes change. */
  private readonly bound = new Map<number, boolean>();
  private boundAt: Ps = 0;

  /** Must be created before the run. `rows`: the PAUSEs whose victims are listed one by one. */
  constructor(network: Network, pauses: PauseRecord, rows: readonly number[] = []) {
    this.network = network;
    this.pauses = pauses;
    this.index = new PauseIndex(pauses);
    for (const row of rows) this.kept.set(row, new Map());
    addTracer(network, this);
  }

  /** The time in ps that victims lost because of the PAUSE in this row. */
  of(row: number): Ps {
    return this.byRow.get(row) ?? 0;
  }

  /** The victims of a PAUSE, with the time that each lost. The row must be one of those passed to the constructor. */
  victimsOf(row: number): ReadonlyMap<number, Ps> {
    return this.kept.get(row) ?? new Map<number, Ps>();
  }

  /**
   * The victims of an origin, with the time that each lost. If several ports delay a flow at the same time, that time
   * counts once.
   */
  hurtBy(origin: string): Map<number, Ps> {
    return new Map(Array.from(this.byOrigin.get(origin) ?? [], ([flow, spans]) => [flow, spans.total]));
  }

  faultOf(origin: string): Origin | undefined {
    return this.faults.get(origin);
  }

  /** True if the PAUSE of this row currently pauses a port. */
  holds(row: number): boolean {
    const all = [this.open, this.openFlows, ...this.openWithin.values()];
    return all.some((stops) => [...stops.values()].some((stop) => stop.row === row));
  }

  /** Counts the time of pauses that have not ended by the end of the run. Call it after the run. */
  close(): void {
    for (const [queue, stop] of this.open) this.count(queue, stop);
    this.open.clear();
    for (const [queue, stops] of this.openWithin) for (const stop of stops.values()) this.count(queue, stop);
    this.openWithin.clear();
    for (const [flow, stop] of this.openFlows) this.countFlow(flow, stop);
    this.openFlows.clear();
  }

  /**
   * The root of the chain to which a PAUSE belongs. Call it only after the picosecond of the PAUSE, because within that
   * picosecond rows of the record may still move.
   */
  rootOf(row: number): ChainRoot {
    const known = this.roots.get(row);
    if (known !== undefined) return known;
    const { fabric } = this.network;
    const cause = this.index.causeOf(row, fabric.peer, fabric.delay);
    const root = cause >= 0 ? this.rootOf(cause) : this.beginning(row);
    this.roots.set(row, root);
    return root;
  }

  /** The place where a chain of PAUSEs began. `row`: the row of the chain's first PAUSE in the record of PAUSEs. */
  beginning(row: number): ChainRoot {
    const { fabric, switches } = this.network;
    const port = this.pauses.queue[row] >> CLASS_BITS;
    const stopped = this.pauses.stopped[row];
    if (switches[fabric.node[port]] === null) return { row, port: fabric.peer[port], isHost: true, isHeld: false };
    const isHeld = stopped >= 0;
    return { row, port: isHeld ? stopped : this.pauses.egress[row], isHost: false, isHeld };
  }

  /** A text that identifies the origin of a chain: its port and class, or its NIC. */
  keyOf({ row, port, isHost }: ChainRoot): string {
    return isHost
      ? `host ${port}`
      : `${port < 0 ? `ingress ${this.pauses.queue[row] >> CLASS_BITS}` : port} ${this.pauses.queue[row] & CLASS_MASK}`;
  }

  onPaused(port: number, cls: number, egress: number, stopped: number): void {
    const { fabric, queue, switches, faultLog } = this.network;
    const isHost = switches[fabric.node[port]] === null;
    if (stopped >= 0 && !isHost) return;
    const key = isHost ? `host ${fabric.peer[port]}` : `${egress} ${cls}`;
    if (this.faults.has(key)) return;
    const links = fabric.wiring.links.some(({ failsAt = 0 }) => failsAt > 0);
    const origin = isHost
      ? originAtHost(this.network, port, queue.now)
      : faultLog !== null || links
        ? originInLinks(this.network, bytesByFlow(this.network, egress, [cls]), queue.now)
        : undefined;
    if (origin !== undefined) this.faults.set(key, origin);
  }

  onStopped(port: number, classes: number): void {
    const { fabric, queue, switches } = this.network;
    for (let cls = 0; cls < 8; cls++) {
      const name = (port << CLASS_BITS) | cls;
      if ((classes & (1 << cls)) === 0 || this.open.has(name)) continue;
      const row = this.index.inEffect(fabric.peer[port], cls, queue.now, fabric.delay[port]);
      const atSwitch = switches[fabric.node[port]] !== null;
      const held = atSwitch ? Array.from(bytesByFlow(this.network, port, [cls]).keys()) : [];
      const since = atSwitch ? new Map(held.map((flow) => [flow, queue.now])) : undefined;
      this.open.set(name, { row, from: queue.now, since });
    }
  }

  onStarted(port: number): void {
    const stopped = this.network.fabric.stopped(port);
    for (let cls = 0; cls < 8; cls++) {
      const name = (port << CLASS_BITS) | cls;
      const stop = this.open.get(name);
      if (stop === undefined || (stopped & (1 << cls)) !== 0) continue;
      this.open.delete(name);
      this.count(name, stop);
    }
  }

  onQueueStopped(port: number, cls: number, queue: number, stops: boolean): void {
    const { fabric, queue: events, switches } = this.network;
    const row = stops ? this.index.inEffect(fabric.peer[port], cls, events.now, fabric.delay[port], queue) : -1;
    if (switches[fabric.node[port]] === null) {
      const stop = this.openFlows.get(queue);
      if (!stops && stop !== undefined) {
        this.openFlows.delete(queue);
        this.countFlow(queue, stop);
      } else if (stops && stop === undefined) this.openFlows.set(queue, { row, from: events.now, since: undefined });
      return;
    }
    const name = (port << CLASS_BITS) | cls;
    const within = this.openWithin.get(name) ?? new Map<number, Stop>();
    this.openWithin.set(name, within);
    const stop = within.get(queue);
    if (!stops && stop !== undefined) {
      within.delete(queue);
      this.count(name, stop);
    } else if (stops && stop === undefined) {
      const since = new Map<number, Ps>();
      const { words } = fabric.packets;
      const first = fabric.classQueues?.first(port, cls, queue) ?? 0;
      for (let packet = first; packet !== 0; packet = words[(packet << 4) | NEXT])
        if ((words[(packet << 4) | META] & KIND_MASK) === DATA) since.set(words[(packet << 4) | FLOW], events.now);
      within.set(queue, { row, from: events.now, since });
    }
  }

  onEnqueue(node: number, port: number, cls: number, packet: number): void {
    const { fabric, switches, queue, flows } = this.network;
    const { words } = fabric.packets;
    if (switches[node] === null || (words[(packet << 4) | META] & KIND_MASK) !== DATA) return;
    const flow = words[(packet << 4) | FLOW];
    let bits = this.passed.get(port);
    if (bits === undefined) this.passed.set(port, (bits = new Uint32Array((flows.capacity + 31) >> 5)));
    bits[flow >> 5] |= 1 << (flow & 31);
    // The class may have several queues. The loop visits those that are paused. If the packet is at the tail of such a
    // queue, it has just been enqueued there. Its flow then waits from now on.
    for (const [within, stop] of this.openWithin.get((port << CLASS_BITS) | cls) ?? [])
      if (fabric.classQueues?.last(port, cls, within) === packet && stop.since?.has(flow) === false)
        stop.since.set(flow, queue.now);
    if ((fabric.stopped(port) & (1 << cls)) === 0) return;
    const since = this.open.get((port << CLASS_BITS) | cls)?.since;
    if (since !== undefined && !since.has(flow)) since.set(flow, queue.now);
  }

  onReceive(): void {
    // Nothing to do when a packet arrives: its flow begins to wait only when the packet is enqueued (`onEnqueue`).
  }

  onDequeue(): void {
    // Nothing to do: no packet leaves a paused queue.
  }

  /** Counts the lost time of a pause that ends now. */
  private count(queue: number, { row, from, since }: Stop): void {
    if (row < 0) return;
    for (const [flow, at] of since ?? this.heldAtHost(queue, from)) this.add(row, queue >> CLASS_BITS, flow, at);
  }

  /** Counts the time that a flow has lost at its host because a PAUSE paused this single flow. Call it when the pause ends. */
  private countFlow(flow: number, { row, from }: Stop): void {
    const { flows } = this.network;
    if (row < 0 || !Number.isNaN(flows.acked[flow])) return;
    this.add(row, flows.port[flow], flow, this.waitingSince(flow, from));
  }

  private add(row: number, port: number, flow: number, since: Ps): void {
    const { queue, fabric } = this.network;
    const time = queue.now - since;
    const root = this.rootOf(row);
    if (time <= 0 || !this.isVictim(flow, fabric.node[fabric.peer[port]], root.port)) return;
    this.byRow.set(row, this.of(row) + time);
    const kept = this.kept.get(row);
    kept?.set(flow, (kept.get(flow) ?? 0) + time);
    const key = this.keyOf(root);
    let hurt = this.byOrigin.get(key);
    if (hurt === undefined) this.byOrigin.set(key, (hurt = new Map<number, Spans>()));
    let spans = hurt.get(flow);
    if (spans === undefined) hurt.set(flow, (spans = new Spans()));
    spans.add(since, queue.now);
  }

  /**
   * True if the flow is a victim by the definition at the top of this file. `next` is the node at the other end of the
   * paused port's link.
   */
  private isVictim(flow: number, next: number, root: number): boolean {
    const bits = this.passed.get(root);
    if (bits !== undefined && (bits[flow >> 5] & (1 << (flow & 31))) !== 0) return false;
    if (this.network.reroute !== null && this.boundAt !== this.network.queue.now) this.bound.clear();
    this.boundAt = this.network.queue.now;
    return !this.mustPass(next, this.network.flows.destination[flow], root);
  }

  /** True if every shortest path from `node` to `host` passes `port`. */
  private mustPass(node: number, host: number, port: number): boolean {
    const { fabric, switches } = this.network;
    const at = switches[node];
    if (at === null || port < 0) return false;
    const key = (port * fabric.nodes + node) * fabric.nodes + host;
    let must = this.bound.get(key);
    if (must === undefined) {
      const next = at.candidates(host);
      must =
        next.length > 0 &&
        next.every((out) => out === port || this.mustPass(fabric.node[fabric.peer[out]], host, port));
      this.bound.set(key, must);
    }
    return must;
  }

  /**
   * The flows that wait at the NIC because of a pause that began at `from`, each with the start of its wait. As in
   * `sim/model/sender-stalls.ts`, a wait starts only when window and rate permit the flow to send.
   */
  private *heldAtHost(queue: number, from: Ps): Generator<[flow: number, since: Ps]> {
    const { flows } = this.network;
    for (const flow of this.sendersAt(queue >> CLASS_BITS)) {
      if (flows.sendCls[flow] !== (queue & CLASS_MASK)) continue;
      yield [flow, this.waitingSince(flow, from)];
    }
  }

  private waitingSince(flow: number, from: Ps): Ps {
    const { flows, hosts } = this.network;
    const record = flow << STALL_DOUBLES_LOG;
    const { at } = hosts.stalls;
    return Math.max(from, at[record | END], at[record | OPEN], flows.nextSend[flow], flows.start[flow]);
  }

  private sendersAt(port: number): readonly number[] {
    const { flows, queue } = this.network;
    for (; this.indexedFlows < flows.count; this.indexedFlows++) {
      const at = flows.port[this.indexedFlows];
      const known = this.senders.get(at);
      if (known === undefined) this.senders.set(at, { all: [this.indexedFlows], active: [], begun: 0 });
      else known.all.push(this.indexedFlows);
    }
    const here = this.senders.get(port);
    if (here === undefined) return [];
    while (here.begun < here.all.length && flows.start[here.all[here.begun]] <= queue.now)
      here.active.push(here.all[here.begun++]);
    here.active = here.active.filter((flow) => Number.isNaN(flows.acked[flow]));
    return here.active;
  }
}
