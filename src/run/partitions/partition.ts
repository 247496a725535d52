/**
 * One partition of a network: runs the events of its own nodes as far as the clocks of its neighbours permit.
 *
 * A neighbour at time c, over links of delay d, sends no packet that arrives before c + d. So no unknown event occurs before that. This is
 * the method of Chandy and Misra (1979), with clocks that are read instead of null messages. A partition without awaited flows runs no
 * further than the farthest one that has some, because the run may end there.
 *
 * `turn` never waits, so partitions can take turns in one thread or run in separate threads.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Border } from "../../sim/model/partition-border.ts";
import { stuckQueues, waitsFor } from "../../sim/model/deadlock.ts";
import { CHECK_EVERY, type Network } from "../../sim/model/network.ts";
import type { Ps } from "../../base/units.ts";
import { END, HOLD, NEVER, SETTLED, type Clocks } from "./clocks.ts";
import { drain, Outbox } from "./mailbox.ts";
import { take, type Measured, type Taken } from "./gather.ts";
import type { PartitionState } from "./termination.ts";
import type { Ring } from "./ring.ts";

/**
 * Another partition with a common link: the shortest time from sending a frame there to its arrival here, and the rings of both directions.
 */
export interface Neighbour {
  readonly part: number;
  readonly delay: Ps;
  readonly from: Ring;
  readonly to: Ring;
}

export interface PartitionOptions {
  readonly part: number;
  /** By node: its partition. */
  readonly partOf: Int32Array;
  readonly clocks: Clocks;
  readonly neighbours: readonly Neighbour[];
  /** The latest end of the run, in ps. */
  readonly until: Ps;
  readonly tell: (state: PartitionState) => void;
}

/** Takes samples of the network at `next`, in ps, after all events of that picosecond. */
export interface Sampler {
  readonly next: Ps;
  sample(): void;
}

/** The result of a turn. "ran": some events ran. "waits": other partitions must run first. "ended": all partitions are at the end. */
export type Turn = "ran" | "waits" | "ended";

/** The latest time before `time` that a double can represent. */
const before = (time: Ps): Ps => time * (1 - Number.EPSILON);

export class Partition {
  /** The border of this partition. The `Fabric`, which is created later, uses it. */
  readonly border: Border;
  private readonly options: PartitionOptions;
  private outboxes: Outbox[] = [];
  /** By port of a link to another partition. */
  private outboxOf: (Outbox | undefined)[] = [];
  private network!: Network;
  private sampler!: Sampler;
  private takenOver = 0;
  /** All events up to this time have run. */
  private reached: Ps = -1;
  /** The clock that the other partitions may read after all earlier packets were published. */
  private clock: Ps = 0;
  private isShown = true;
  private isClosed = false;
  private holds = false;
  private isOver = false;
  /** The partition continues past this millisecond only after the referee has judged it. */
  private verdict = 0;

  constructor(options: PartitionOptions) {
    const { part, partOf } = options;
    this.options = options;
    this.border = {
      owns: Uint8Array.from(partOf, (of) => (of === part ? 1 : 0)),
      handOver: (port, packet, arrives) => {
        (this.outboxOf[port] as Outbox).add(port, packet, arrives);
      },
    };
  }

  /** Sets the network that was built with the border, and its sampler. */
  adopt(network: Network, sampler: Sampler): void {
    const { clocks, neighbours, part, partOf } = this.options;
    const { node, peer } = network.fabric;
    this.network = network;
    this.sampler = sampler;
    this.outboxes = neighbours.map(({ to }) => new Outbox(to, network.fabric));
    const boxes = new Map(neighbours.map((neighbour, k) => [neighbour.part, this.outboxes[k]]));
    this.outboxOf = Array.from(peer, (at) => boxes.get(partOf[node[at]]));
    network.onCheck = (moved) => {
      this.check(moved);
    };
    if (network.awaited === 0 && network.expected === 0) {
      this.isClosed = true;
      clocks.close(part, -Infinity);
    }
  }

  turn(): Turn {
    const { clocks, neighbours, part } = this.options;
    const { network } = this;
    if (!this.isShown) this.show();
    // Clocks are read first: packets sent before them are in the rings by then.
    const horizon = this.horizon();
    for (const neighbour of neighbours) {
      const taken = drain(neighbour.from, network);
      this.takenOver += taken;
      // The neighbour may wait for room in the ring.
      if (taken > 0) clocks.ring(neighbour.part);
    }
    // This partition is over. It still takes packets from the rings, so that others can continue.
    if (this.isOver) return clocks.allOver ? "ended" : "waits";
    if (!this.isShown) return "waits";
    const { order } = clocks;
    if (order === HOLD) {
      if (!this.holds) clocks.holdsAt(part, Math.ceil(network.queue.now));
      this.holds = true;
      return "waits";
    }
    if (order === SETTLED) network.settledAt = clocks.endTime;
    else if (this.verdict > clocks.judged && order !== END) return "waits";
    const end = this.end();
    const to = Math.min(end.at, network.isSettled ? Infinity : before(horizon), this.sampler.next);
    if (to <= this.reached) return end.isFinal && this.reached >= end.at ? this.finish(end.at) : "waits";
    const isThrough = network.batch(to);
    if (network.allDone && !this.isClosed) this.close();
    else if (isThrough) this.reach(to);
    this.clock = Math.floor(!isThrough ? network.queue.now : to === before(horizon) ? horizon : to);
    this.show();
    return "ran";
  }

  /** Called after an error: the other partitions run up to the same time, to find whether one fails earlier. */
  giveUp(): void {
    this.clock = Math.floor(this.network.queue.now);
    this.show();
    this.isOver = true;
    this.options.clocks.noteOver();
  }

  /** The state of the partition after all have ended. Packets in the rings are first put on their links. */
  take(measured: Measured): Taken {
    for (const { from } of this.options.neighbours) drain(from, this.network);
    return take(measured);
  }

  private reach(time: Ps): void {
    this.reached = time;
    if (time !== this.sampler.next) return;
    this.network.queue.now = time;
    this.sampler.sample();
  }

  /** Called when the last awaited flow of this partition is done. Finishes the picosecond, then publishes that. */
  private close(): void {
    const { network } = this;
    while (!network.batch(network.queue.now));
    this.isClosed = true;
    this.options.clocks.close(this.options.part, network.queue.now);
  }

  private finish(at: Ps): Turn {
    const { clocks, part } = this.options;
    this.network.queue.now = at;
    clocks.setClock(part, NEVER);
    if (!this.holds) clocks.holdsAt(part, at);
    this.holds = true;
    this.isOver = true;
    clocks.noteOver();
    return "ran";
  }

  /** The time to which it may run, including that picosecond, and whether that is the end of the run. */
  private end(): { readonly at: Ps; readonly isFinal: boolean } {
    const { clocks, part, until } = this.options;
    if (clocks.order === END) return { at: clocks.endTime, isFinal: true };
    if (this.network.isSettled) return { at: until, isFinal: true };
    if (!this.isClosed || !this.network.stopWhenDone) return { at: until, isFinal: true };
    let latest = clocks.doneAt(part);
    let isFinal = true;
    for (let other = 0; other < clocks.parts; other++) {
      if (other === part) continue;
      // Read before `isOpen`: the clock then belongs to a partition that was open.
      const clock = clocks.clock(other);
      const isOpen = clocks.isOpen(other);
      if (isOpen) isFinal = false;
      latest = Math.max(latest, isOpen ? clock : clocks.doneAt(other));
    }
    if (latest === -Infinity || latest >= until) return { at: until, isFinal: true };
    return { at: latest, isFinal };
  }

  private horizon(): Ps {
    const { clocks, neighbours } = this.options;
    let horizon = Infinity;
    for (const { part, delay } of neighbours) horizon = Math.min(horizon, clocks.clock(part) + delay);
    return horizon;
  }

  private show(): void {
    const { clocks, part, neighbours } = this.options;
    this.isShown = true;
    this.outboxes.forEach((outbox, k) => {
      if (outbox.flush()) return;
      this.isShown = false;
      // The neighbour may wait for this clock while the ring is full.
      clocks.ring(neighbours[k].part);
    });
    if (this.isShown) clocks.setClock(part, Math.min(this.clock, NEVER));
  }

  private check(moved: boolean): void {
    const { tell, part } = this.options;
    const { network } = this;
    const { fabric, queue, unfinished } = network;
    const millisecond = queue.now / CHECK_EVERY;
    const stuck = stuckQueues(network);
    tell({
      ...{ part, millisecond, moved, unfinished, stuck },
      idle: queue.size === 0,
      settles: network.canSettle(),
      moreToStart: network.moreToStart(),
      handedOver: this.outboxes.reduce((sum, { packets }) => sum + packets, 0),
      takenOver: this.takenOver,
      since: stuck.map((queue) => fabric.stoppedSince[queue]),
      waits: this.waits(stuck),
    });
    if (moved && !network.stopAtDeadlock) return;
    this.verdict = millisecond;
    network.pause();
  }

  /**
   * By queue upstream of this partition's stuck queues: the queues here in which its bytes wait. Whether that upstream queue is stuck, only
   * its own partition knows.
   */
  private waits(stuck: readonly number[]): Map<number, readonly number[]> {
    const { fabric, switches } = this.network;
    const { owns } = this.border;
    const found = new Map<number, readonly number[]>();
    const own = new Set(stuck);
    const asked = new Set(
      stuck.map((queue) => (fabric.node[queue >> CLASS_BITS] << CLASS_BITS) | (queue & CLASS_MASK)),
    );
    for (const name of asked) {
      const at = switches[name >> CLASS_BITS];
      if (at === null) continue;
      for (let port = at.base; port < at.base + at.ports; port++) {
        const from = fabric.peer[port];
        const queue = (from << CLASS_BITS) | (name & CLASS_MASK);
        if (owns[fabric.node[from]] === 0 || own.has(queue)) found.set(queue, waitsFor(this.network, queue));
      }
    }
    return found;
  }
}
