/**
 * One partition of a network. It runs the events of its own nodes as far as the clocks of its neighbours permit.
 *
 * A neighbour at time c, over links of delay d, sends no packet that arrives before c + d. So the partition knows all
 * events before that time. This is the method of Chandy and Misra (1979), except that partitions read clocks instead of
 * sending null messages.
 *
 * With `stopWhenDone`, the run ends with its last awaited flow (a flow for which the run waits). Such a run ends no
 * earlier than any awaited flow that is done. If a partition still has awaited flows, the run also ends no earlier than
 * that partition's clock. A partition whose awaited flows are all done runs up to the latest of these times.
 *
 * `turn` never waits, so partitions can take turns in one thread or run in separate threads.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Border } from "../../sim/model/partition-border.ts";
import { classNumber, isLocalWait, pausedBy, stuckQueues, stuckSince, waitsFor } from "../../sim/model/deadlock.ts";
import { CHECK_EVERY, type Network } from "../../sim/model/network.ts";
import type { Ps } from "../../base/units.ts";
import { END, HOLD, NEVER, SETTLED, type Clocks } from "./clocks.ts";
import { drain, Outbox } from "./mailbox.ts";
import { take, type Measured, type Taken } from "./gather.ts";
import type { PartitionState } from "./termination.ts";
import type { Ring } from "./ring.ts";

/**
 * Another partition with a common link. `delay` is the shortest time in ps from sending a frame there to its arrival
 * here. `from` and `to` are the rings of the two directions.
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
  /** The time at which the run ends at the latest, in ps. */
  readonly until: Ps;
  readonly tell: (state: PartitionState) => void;
}

/**
 * Takes samples of the network. `next` is the time of the next sample in ps, which is taken after all events of that
 * picosecond.
 */
export interface Sampler {
  readonly next: Ps;
  sample(): void;
}

/**
 * The result of a turn.
 *
 * - "ran": some events ran.
 * - "waits": other partitions must run first.
 * - "ended": all partitions have reached the end.
 */
export type Turn = "ran" | "waits" | "ended";

/**
 * A time just before `time`: a run up to it leaves out the events at `time`. It is the first or second double below
 * `time`.
 */
const before = (time: Ps): Ps => time * (1 - Number.EPSILON);

export class Partition {
  /** The border of this partition. It is created before the `Fabric`, because the `Fabric` is built with it. */
  readonly border: Border;
  private readonly options: PartitionOptions;
  private outboxes: Outbox[] = [];
  /**
   * By port: the outbox for the partition at the other end of its link. Undefined: the link does not leave this
   * partition.
   */
  private outboxOf: (Outbox | undefined)[] = [];
  private network!: Network;
  private sampler!: Sampler;
  private takenOver = 0;
  /** All events of this partition up to this time have run. */
  private reached: Ps = -1;
  /**
   * The clock to publish. Other partitions may read it only after all packets sent up to this time are in the rings
   * (shared memory) to them.
   */
  private clock: Ps = 0;
  private isShown = true;
  private isClosed = false;
  private holds = false;
  private isOver = false;
  /**
   * A simulated time in whole milliseconds. At this time the partition stops until `Termination` has checked the state
   * of all partitions and has decided whether the run continues.
   */
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

  /** Sets the network, which was built with `border`, and the sampler of its measurements. */
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
    // The clocks must be read before the rings. Then the rings contain all packets sent before these clock values.
    const horizon = this.horizon();
    for (const neighbour of neighbours) {
      const taken = drain(neighbour.from, network);
      this.takenOver += taken;
      // The neighbour may be waiting for room in the ring, so it is woken.
      if (taken > 0) clocks.ring(neighbour.part);
    }
    // A partition that is at its end still empties its rings, because other partitions may wait for room in them.
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

  /**
   * Call it after `turn` has thrown. This partition stops, and the other partitions run up to the time of the error. By
   * then it is known whether one of them fails earlier.
   */
  giveUp(): void {
    this.clock = Math.floor(this.network.queue.now);
    this.show();
    this.isOver = true;
    this.options.clocks.noteOver();
  }

  /**
   * Returns the state of the partition. Call it after all partitions have ended. Packets that are still in the rings
   * are first put on their links.
   */
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

  /**
   * Called when the last awaited flow of this partition has ended. Runs the remaining events of the same picosecond, then
   * publishes the end of the flow.
   */
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

  /** The time up to which this partition may run, including that picosecond. `isFinal`: the run ends at that time. */
  private end(): { readonly at: Ps; readonly isFinal: boolean } {
    const { clocks, part, until } = this.options;
    if (clocks.order === END) return { at: clocks.endTime, isFinal: true };
    if (this.network.isSettled) return { at: until, isFinal: true };
    if (!this.isClosed || !this.network.stopWhenDone) return { at: until, isFinal: true };
    let latest = clocks.doneAt(part);
    let isFinal = true;
    for (let other = 0; other < clocks.parts; other++) {
      if (other === part) continue;
      // The clock is read before `isOpen`. A partition is open while it has flows for which the run waits, and it never
      // opens again. So if the other partition is open now, it was open when its clock had the value `clock`. The run
      // then ends no earlier than at `clock`.
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
      // The ring buffer for packets to this neighbour is full. The neighbour must empty the buffer, but it may be waiting for
      // this partition's clock. So it is woken.
      clocks.ring(neighbours[k].part);
    });
    if (this.isShown) clocks.setClock(part, Math.min(this.clock, NEVER));
  }

  private check(moved: boolean): void {
    const { tell, part } = this.options;
    const { network } = this;
    const { queue, unfinished } = network;
    const millisecond = queue.now / CHECK_EVERY;
    const stuck = stuckQueues(network);
    tell({
      ...{ part, millisecond, moved, unfinished, stuck },
      idle: queue.size === 0,
      settles: network.canSettle(),
      moreToStart: network.moreToStart(),
      handedOver: this.outboxes.reduce((sum, { packets }) => sum + packets, 0),
      takenOver: this.takenOver,
      since: stuck.map((queue) => stuckSince(network, queue)),
      waits: this.waits(stuck),
    });
    if (moved && !network.stopAtDeadlock) return;
    this.verdict = millisecond;
    network.pause();
  }

  /**
   * Returns edges of the graph of waiting queues, for the search for a deadlock over all partitions. A key is a paused
   * egress queue. Its value lists egress queues at the next hop: those that hold packets from the paused queue. The
   * paused queue waits for them. Only next hops at which this partition has a stuck queue are examined.
   *
   * The key may be a queue of a neighbouring partition, because only the partition of the next hop knows the waits. But
   * only the neighbour knows whether its queue is stuck. So `Termination` drops the keys that no partition reports as
   * stuck.
   *
   * If classes have several queues, PAUSEs are nodes of the graph, too. A stuck queue then waits for the PAUSE that blocks
   * it, and its own partition has received this PAUSE (`isLocalWait`). So this partition also returns the waits of its own
   * stuck queues.
   */
  private waits(stuck: readonly number[]): Map<number, readonly number[]> {
    const { network } = this;
    const { fabric, switches } = network;
    const { owns } = this.border;
    const found = new Map<number, readonly number[]>();
    const own = new Set(stuck);
    for (const queue of stuck) if (isLocalWait(network, queue)) found.set(queue, waitsFor(network, queue));
    const asked = new Set(
      stuck.map((queue) => {
        const of = classNumber(network, queue);
        return (fabric.node[of >> CLASS_BITS] << CLASS_BITS) | (of & CLASS_MASK);
      }),
    );
    for (const name of asked) {
      const at = switches[name >> CLASS_BITS];
      if (at === null) continue;
      for (let port = at.base; port < at.base + at.ports; port++)
        for (const queue of pausedBy(network, port, name & CLASS_MASK))
          if (owns[fabric.node[fabric.peer[port]]] === 0 || own.has(queue)) found.set(queue, waitsFor(network, queue));
    }
    return found;
  }
}
