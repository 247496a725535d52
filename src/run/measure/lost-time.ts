/**
 * The time that flows lose behind PAUSEs, by PAUSE and by origin. It is for `xoff why`, which repeats the run. No other run records it.
 *
 * A flow loses time at a paused port while it has data there that could leave otherwise. At a switch these are packets in the egress queue,
 * at a NIC the bytes that window and rate permit. Each pause of a port counts for the PAUSE that causes it.
 *
 * A flow is a victim of a PAUSE under two conditions. By the end of the pause, none of its packets has come to the port where the chain of
 * PAUSEs began. And a shortest path avoids that port. Time counts for victims only (docs/results.md, "Time lost").
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Ps } from "../../base/units.ts";
import { END, STALL_DOUBLES_LOG, OPEN } from "../../sim/model/sender-stalls.ts";
import type { Network } from "../../sim/model/network.ts";
import { DATA, FLOW, KIND_MASK, META } from "../../sim/model/packet-record.ts";
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
  /** The row of its first PAUSE. */
  readonly row: number;
  /** The overloaded port of a switch, or the port that a host's NIC paused. It is a network-wide number. -1: unknown. */
  readonly port: number;
  /** True if a NIC decided on the first PAUSE. */
  readonly isHost: boolean;
  /** True if the cause that paused the port has no row among the PAUSEs. */
  readonly isHeld: boolean;
}

/** A current pause of a queue (port * 8 + class). */
interface Stop {
  readonly row: number;
  readonly from: Ps;
  /** At a switch, by flow: the time since which it has packets there. */
  readonly since: Map<number, Ps> | undefined;
}

/** Flows of a host's port, in order of their starts. */
interface Senders {
  readonly all: number[];
  /** Flows that have begun. Completed ones are removed later. */
  active: number[];
  begun: number;
}

export class LostTime implements Tracer, Watcher {
  readonly pauses: PauseRecord;
  private readonly network: Network;
  private readonly index: PauseIndex;
  /** By row. */
  private readonly roots = new Map<number, ChainRoot>();
  private readonly byRow = new Map<number, Ps>();
  /** By requested row: the time of each victim. */
  private readonly kept = new Map<number, Map<number, Ps>>();
  /** By origin (`keyOf`): the spans in which each victim lost time, and the fault behind the origin. */
  private readonly byOrigin = new Map<string, Map<number, Spans>>();
  private readonly faults = new Map<string, Origin>();
  private readonly open = new Map<number, Stop>();
  /** By port of a switch: a bit for each flow that had a packet there. */
  private readonly passed = new Map<number, Uint32Array>();
  private readonly senders = new Map<number, Senders>();
  private indexedFlows = 0;
  /** Caches whether every shortest path from a node to a host passes a port. Cleared when routes change. */
  private readonly bound = new Map<number, boolean>();
  private boundAt: Ps = 0;

  /** Created before the run. `rows`: the PAUSEs whose victims are listed one by one. */
  constructor(network: Network, pauses: PauseRecord, rows: readonly number[] = []) {
    this.network = network;
    this.pauses = pauses;
    this.index = new PauseIndex(pauses);
    for (const row of rows) this.kept.set(row, new Map());
    addTracer(network, this);
  }

  /** The time in ps that victims lost behind the PAUSE of a row. */
  of(row: number): Ps {
    return this.byRow.get(row) ?? 0;
  }

  /** The victims of a requested row, with the time of each. */
  victimsOf(row: number): ReadonlyMap<number, Ps> {
    return this.kept.get(row) ?? new Map<number, Ps>();
  }

  /** The victims of an origin with their times. Time counts once while several ports delay a flow. */
  hurtBy(origin: string): Map<number, Ps> {
    return new Map(Array.from(this.byOrigin.get(origin) ?? [], ([flow, spans]) => [flow, spans.total]));
  }

  faultOf(origin: string): Origin | undefined {
    return this.faults.get(origin);
  }

  /** True if the PAUSE of this row currently pauses a port. */
  holds(row: number): boolean {
    for (const stop of this.open.values()) if (stop.row === row) return true;
    return false;
  }

  /** Counts the pauses that still last up to now. Call it after the run. */
  close(): void {
    for (const [queue, stop] of this.open) this.count(queue, stop);
    this.open.clear();
  }

  /** The root of the chain of a PAUSE. Call it after the picosecond of the PAUSE. */
  rootOf(row: number): ChainRoot {
    const known = this.roots.get(row);
    if (known !== undefined) return known;
    const { fabric } = this.network;
    const cause = this.index.causeOf(row, fabric.peer, fabric.delay);
    const root = cause >= 0 ? this.rootOf(cause) : this.beginning(row);
    this.roots.set(row, root);
    return root;
  }

  /** The root of a chain that begins with this PAUSE. */
  beginning(row: number): ChainRoot {
    const { fabric, switches } = this.network;
    const port = this.pauses.queue[row] >> CLASS_BITS;
    const stopped = this.pauses.stopped[row];
    if (switches[fabric.node[port]] === null) return { row, port: fabric.peer[port], isHost: true, isHeld: false };
    const isHeld = stopped >= 0;
    return { row, port: isHeld ? stopped : this.pauses.egress[row], isHost: false, isHeld };
  }

  /** The common key of the PAUSEs of one origin: the port and the class, or the NIC. */
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

  onEnqueue(node: number, port: number, cls: number, packet: number): void {
    const { fabric, switches, queue, flows } = this.network;
    const { words } = fabric.packets;
    if (switches[node] === null || (words[(packet << 4) | META] & KIND_MASK) !== DATA) return;
    const flow = words[(packet << 4) | FLOW];
    let bits = this.passed.get(port);
    if (bits === undefined) this.passed.set(port, (bits = new Uint32Array((flows.capacity + 31) >> 5)));
    bits[flow >> 5] |= 1 << (flow & 31);
    if ((fabric.stopped(port) & (1 << cls)) === 0) return;
    const since = this.open.get((port << CLASS_BITS) | cls)?.since;
    if (since !== undefined && !since.has(flow)) since.set(flow, queue.now);
  }

  onReceive(): void {
    // Nothing to do: a packet counts from the time when it is enqueued.
  }

  onDequeue(): void {
    // Nothing to do: no packet leaves a paused queue.
  }

  /** A pause ends now. */
  private count(queue: number, { row, from, since }: Stop): void {
    if (row < 0) return;
    for (const [flow, at] of since ?? this.heldAtHost(queue, from)) this.add(row, queue >> CLASS_BITS, flow, at);
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

  /** `next` is the node at the other end of the paused port's link. */
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
   * The flows that wait at the NIC because of a pause since `from`, each with the start of its wait. It follows the rule of
   * `sim/model/sender-stalls.ts`.
   */
  private *heldAtHost(queue: number, from: Ps): Generator<[flow: number, since: Ps]> {
    const { flows, hosts } = this.network;
    for (const flow of this.sendersAt(queue >> CLASS_BITS)) {
      if (flows.sendCls[flow] !== (queue & CLASS_MASK)) continue;
      const record = flow << STALL_DOUBLES_LOG;
      const { at } = hosts.stalls;
      yield [flow, Math.max(from, at[record | END], at[record | OPEN], flows.nextSend[flow], flows.start[flow])];
    }
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
