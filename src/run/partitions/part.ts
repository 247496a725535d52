/**
 * One part of a network that is cut: runs the events of its own nodes as far as what its neighbours have said allows.
 *
 * A neighbour that has come to time c, over links that take d, sends nothing that arrives before c + d: up to there nothing unknown can happen.
 * (Chandy and Misra 1979, with clocks that are read instead of null messages that are sent.) A part that has no flows left that the run waits for goes no
 * further than the furthest of those that have, since the run may end there.
 *
 * `turn` never waits, so that parts can take turns in one thread as well as run in threads of their own.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Border } from "../../sim/model/border.ts";
import { stuckQueues, waitsFor } from "../../sim/model/deadlock.ts";
import { CHECK_EVERY, type Network } from "../../sim/model/network.ts";
import type { Ps } from "../../base/units.ts";
import { END, HOLD, NEVER, SETTLED, type Board } from "./board.ts";
import { drain, Outbox } from "./crossing.ts";
import { take, type Measured, type Taken } from "./gather.ts";
import type { State } from "./referee.ts";
import type { Ring } from "./ring.ts";

/** Another part with which it has links: the shortest time from the sending of a frame there to its arrival here, and the rings both ways. */
export interface Neighbour {
  readonly part: number;
  readonly delay: Ps;
  readonly from: Ring;
  readonly to: Ring;
}

export interface PartOptions {
  readonly part: number;
  /** By node: its part. */
  readonly partOf: Int32Array;
  readonly board: Board;
  readonly neighbours: readonly Neighbour[];
  /** When the run ends at the latest, ps. */
  readonly until: Ps;
  readonly tell: (state: State) => void;
}

/** Who looks at the network at `next`, ps, once all that happens then has. */
export interface Sampler {
  readonly next: Ps;
  sample(): void;
}

/** It ran some events, cannot go on before others have, and with all others is at the end. */
export type Turn = "ran" | "waits" | "ended";

/** The latest time before `time`, as far as doubles tell. */
const before = (time: Ps): Ps => time * (1 - Number.EPSILON);

export class Part {
  /** For `Fabric`, which is made after it. */
  readonly border: Border;
  private readonly options: PartOptions;
  private outboxes: Outbox[] = [];
  /** By port of a link to another part. */
  private outboxOf: (Outbox | undefined)[] = [];
  private network!: Network;
  private sampler!: Sampler;
  private takenOver = 0;
  /** All events up to then have run. */
  private reached: Ps = -1;
  /** What the others are to know of it, once they can have all that was sent before. */
  private clock: Ps = 0;
  private isShown = true;
  private isClosed = false;
  private holds = false;
  private isOver = false;
  /** The millisecond after which it goes on only if the referee says so. */
  private verdict = 0;

  constructor(options: PartOptions) {
    const { part, partOf } = options;
    this.options = options;
    this.border = {
      owns: Uint8Array.from(partOf, (of) => (of === part ? 1 : 0)),
      handOver: (port, packet, arrives) => {
        (this.outboxOf[port] as Outbox).add(port, packet, arrives);
      },
    };
  }

  /** The network that was built with its border, and who looks at it now and then. */
  adopt(network: Network, sampler: Sampler): void {
    const { board, neighbours, part, partOf } = this.options;
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
      board.close(part, -Infinity);
    }
  }

  turn(): Turn {
    const { board, neighbours, part } = this.options;
    const { network } = this;
    if (!this.isShown) this.show();
    // Clocks first: what was sent before them is in the rings by then.
    const horizon = this.horizon();
    for (const neighbour of neighbours) {
      const taken = drain(neighbour.from, network);
      this.takenOver += taken;
      if (taken > 0) board.ring(neighbour.part); // which may wait for room
    }
    if (this.isOver) return board.allOver ? "ended" : "waits"; // it takes what comes, so that others can go on
    if (!this.isShown) return "waits";
    const { order } = board;
    if (order === HOLD) {
      if (!this.holds) board.holdsAt(part, Math.ceil(network.queue.now));
      this.holds = true;
      return "waits";
    }
    if (order === SETTLED) network.settledAt = board.endTime;
    else if (this.verdict > board.judged && order !== END) return "waits";
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

  /** It cannot go on, since something failed: others are to come as far, to see whether anything fails before. */
  giveUp(): void {
    this.clock = Math.floor(this.network.queue.now);
    this.show();
    this.isOver = true;
    this.options.board.noteOver();
  }

  /** What it leaves behind, once all parts have ended: packets that are still on their way here have been put on their links. */
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

  /** The last of its flows that the run waits for is done: the picosecond is finished before others hear of it. */
  private close(): void {
    const { network } = this;
    while (!network.batch(network.queue.now));
    this.isClosed = true;
    this.options.board.close(this.options.part, network.queue.now);
  }

  private finish(at: Ps): Turn {
    const { board, part } = this.options;
    this.network.queue.now = at;
    board.setClock(part, NEVER);
    if (!this.holds) board.holdsAt(part, at);
    this.holds = true;
    this.isOver = true;
    board.noteOver();
    return "ran";
  }

  /** Up to when it may run, that picosecond included, and whether that is the end of the run. */
  private end(): { readonly at: Ps; readonly isFinal: boolean } {
    const { board, part, until } = this.options;
    if (board.order === END) return { at: board.endTime, isFinal: true };
    if (this.network.isSettled) return { at: until, isFinal: true };
    if (!this.isClosed || !this.network.stopWhenDone) return { at: until, isFinal: true };
    let latest = board.doneAt(part);
    let isFinal = true;
    for (let other = 0; other < board.parts; other++) {
      if (other === part) continue;
      const clock = board.clock(other); // before it is asked whether it is open: it was, then
      const isOpen = board.isOpen(other);
      if (isOpen) isFinal = false;
      latest = Math.max(latest, isOpen ? clock : board.doneAt(other));
    }
    if (latest === -Infinity || latest >= until) return { at: until, isFinal: true };
    return { at: latest, isFinal };
  }

  private horizon(): Ps {
    const { board, neighbours } = this.options;
    let horizon = Infinity;
    for (const { part, delay } of neighbours) horizon = Math.min(horizon, board.clock(part) + delay);
    return horizon;
  }

  private show(): void {
    const { board, part, neighbours } = this.options;
    this.isShown = true;
    this.outboxes.forEach((outbox, k) => {
      if (outbox.flush()) return;
      this.isShown = false;
      board.ring(neighbours[k].part); // which may wait for our clock, with a full ring
    });
    if (this.isShown) board.setClock(part, Math.min(this.clock, NEVER));
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
   * Of queues whose next hop is a switch here with stuck queues, and that may be stuck themselves: in which of its queues their bytes wait.
   * Whether one of another part is stuck is not known here.
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
