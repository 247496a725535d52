/**
 * Records data about one flow while `xoff why --flow` repeats the run. The data are the flow's waits at the NIC, the
 * PAUSE that caused each pause, and the flow's lost packets. Other runs do not record them.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Network } from "../../sim/model/network.ts";
import { DATA, FLOW, KIND_MASK, LAST_BYTE, META, NEXT } from "../../sim/model/packet-record.ts";
import type { Ps } from "../../base/units.ts";
import { PauseIndex } from "./pause-index.ts";
import type { PauseRecord } from "./pause-record.ts";
import type { Watcher } from "./run-recorder.ts";
import { WindowWaits } from "./window-waits.ts";

/**
 * The maximum number of pauses that are recorded. If a flow waits during a later pause, the waiting time is shown
 * without its PAUSE.
 */
const MAX_STOPS = 2_000_000;

/** A span in which the flow waited at a port. The class of the flow was paused there for at least a part of the span. */
export interface Wait {
  readonly port: number;
  readonly from: Ps;
  readonly to: Ps;
}

/**
 * A pause of one queue of a switch, or of the flow alone at its NIC. `delays`: the pause delayed the flow, so the
 * duration of the pause counts as paused time of the flow. `delays` is always true at the NIC. At a switch, it is true
 * if the flow's last byte was in the queue at the end of the pause.
 */
interface Alone {
  readonly port: number;
  readonly cls: number;
  readonly queue: number;
  readonly row: number;
  readonly from: Ps;
  to: Ps;
  delays: boolean;
}

export class FlowWatch implements Watcher {
  readonly flow: number;
  /** The flow's waits at its NIC. */
  readonly waits: Wait[] = [];
  /** The flow's lost packets, by port and cause. The causes are those of `sim/model/recorder.ts`. */
  readonly losses = new Map<string, { readonly port: number; readonly cause: number; packets: number }>();

  readonly windows: WindowWaits;
  private readonly network: Network;
  private readonly index: PauseIndex;
  /** Of each pause in the network: its queue, as 8 times port, plus class. Pauses are in the order of their starts. */
  private readonly queues: number[] = [];
  /** Of each pause: its start. */
  private readonly from: number[] = [];
  /** Of each pause: its end. Infinity: it has not ended. */
  private readonly to: number[] = [];
  /**
   * Of each pause of a queue: a row in the record of PAUSEs. The row is the PAUSE (the peer's decision to pause) that
   * caused the pause. -1: the record has no such PAUSE.
   */
  private readonly rows: number[] = [];
  /** By paused queue: the index of its current pause in `queues`, `from`, `to` and `rows`. */
  private readonly open = new Map<number, number>();
  /** Pauses of less than a class: of one queue of a class at a switch, or of the watched flow alone at its NIC. */
  private readonly alone: Alone[] = [];

  /** Records data about `flow`, which may be created later. */
  constructor(network: Network, pauses: PauseRecord, flow: number) {
    this.network = network;
    this.index = new PauseIndex(pauses);
    this.flow = flow;
    this.windows = new WindowWaits(network, flow);
    network.fabric.lastBytes.keepsPaths = true;
    network.hosts.stalls.onStopped = (held, from) => {
      if (held === flow) this.waits.push({ port: network.flows.port[flow], from, to: network.queue.now });
    };
  }

  onStopped(port: number, classes: number): void {
    const { fabric, queue } = this.network;
    for (let cls = 0; cls < 8; cls++) {
      const name = (port << CLASS_BITS) | cls;
      if ((classes & (1 << cls)) === 0 || this.open.has(name) || this.rows.length === MAX_STOPS) continue;
      this.open.set(name, this.rows.length);
      this.queues.push(name);
      this.from.push(queue.now);
      this.to.push(Infinity);
      this.rows.push(this.index.inEffect(fabric.peer[port], cls, queue.now, fabric.delay[port]));
    }
  }

  onStarted(port: number): void {
    const { fabric, queue } = this.network;
    const stopped = fabric.stopped(port);
    for (let cls = 0; cls < 8; cls++) {
      const at = this.open.get((port << CLASS_BITS) | cls);
      if (at === undefined || (stopped & (1 << cls)) !== 0) continue;
      this.to[at] = queue.now;
      this.open.delete((port << CLASS_BITS) | cls);
    }
  }

  onQueueStopped(port: number, cls: number, queue: number, stops: boolean): void {
    const { fabric, queue: events, switches } = this.network;
    const atHost = switches[fabric.node[port]] === null;
    if (atHost && queue !== this.flow) return;
    const { now } = events;
    if (!stops) {
      const last = this.alone.findLast(
        (one) => one.port === port && one.queue === queue && (atHost || one.cls === cls),
      );
      if (last === undefined || last.to !== Infinity) return;
      last.to = now;
      last.delays = atHost || this.holdsLastByte(last);
    } else if (this.alone.length < MAX_STOPS) {
      const row = this.index.inEffect(fabric.peer[port], cls, now, fabric.delay[port], queue);
      this.alone.push({ port, cls, queue, row, from: now, to: Infinity, delays: atHost });
    }
  }

  /**
   * Returns how long PAUSEs of a single queue, or of only the watched flow, delayed the flow. The key is the row of such a
   * PAUSE in the record of PAUSEs. -1: the record has no row for it. The value is the delay in ps. It includes only time
   * within the spans `waits`.
   */
  stoppedAlone(waits: readonly Wait[]): Map<number, Ps> {
    const by = new Map<number, Ps>();
    for (const one of this.alone) {
      if (!one.delays && !(one.to === Infinity && this.holdsLastByte(one))) continue;
      for (const { port, from, to } of waits) {
        const held = one.port === port ? Math.min(to, one.to) - Math.max(from, one.from) : 0;
        if (held > 0) by.set(one.row, (by.get(one.row) ?? 0) + held);
      }
    }
    return by;
  }

  /** True if the flow's last byte waits in the paused queue. */
  private holdsLastByte({ port, cls, queue }: Alone): boolean {
    const { classQueues, packets } = this.network.fabric;
    const { words } = packets;
    let packet = classQueues?.first(port, cls, queue) ?? 0;
    for (; packet !== 0; packet = words[(packet << 4) | NEXT]) {
      const meta = words[(packet << 4) | META];
      if (words[(packet << 4) | FLOW] === this.flow && meta >= LAST_BYTE && (meta & KIND_MASK) === DATA) return true;
    }
    return false;
  }

  onDrop(port: number, packet: number, cause: number): void {
    this.windows.onDrop(packet);
    const { words } = this.network.fabric.packets;
    const at = packet << 4;
    if (words[at | FLOW] !== this.flow || (words[at | META] & KIND_MASK) !== DATA) return;
    const key = `${port} ${cause}`;
    const before = this.losses.get(key);
    if (before === undefined) this.losses.set(key, { port, cause, packets: 1 });
    else before.packets++;
  }

  /**
   * The key is the row of a PAUSE in the record of PAUSEs. The value is the time in ps for which this PAUSE paused class
   * `cls` during the spans in `waits`. Key -1: the time of PAUSEs without a row in the record. It also
   * includes the time for which the class had no credits and therefore stood still without a PAUSE.
   */
  stoppedBy(waits: readonly Wait[], cls: number): Map<number, Ps> {
    const by = new Map<number, Ps>();
    const ports = new Map<number, Wait[]>();
    for (const wait of waits) ports.set(wait.port, [...(ports.get(wait.port) ?? []), wait]);
    this.queues.forEach((name, k) => {
      if ((name & CLASS_MASK) !== cls) return;
      for (const { from, to } of ports.get(name >> CLASS_BITS) ?? []) {
        const held = Math.min(to, this.to[k]) - Math.max(from, this.from[k]);
        if (held > 0) by.set(this.rows[k], (by.get(this.rows[k]) ?? 0) + held);
      }
    });
    return by;
  }
}
