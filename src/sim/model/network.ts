/**
 * A complete network, ready to run, and its clock.
 *
 * `run` takes events until the end time, until every flow is done, or until no packet can move. It returns the reason.
 */
import { BATCH, loop, type Brake, type Handlers, type Loop } from "../engine/run.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import { TimerBoard } from "../engine/timers.ts";
import { invariant } from "../../base/invariant.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { FaultLog } from "./fault-log.ts";
import { findDeadlock } from "./deadlock.ts";
import type { Fabric } from "./fabric.ts";
import type { Flows } from "./flows.ts";
import type { Hosts } from "./hosts.ts";
import { checkConservation } from "./conservation-check.ts";
import type { Switch } from "./switch.ts";

/** The reason why a run ended. */
export type Ending =
  "time is up" | "all flows are done" | "all flows that count are done" | "nothing can move" | "deadlock" | "stopped";

/** The interval of the checks of accounts and deadlocks, in ps. */
export const CHECK_EVERY: Ps = 1e9;
/**
 * The hops per packet in the network between two recounts. A recount visits every packet, which costs half a hop if the packets exceed the
 * cache. A long link has half a million of them.
 */
const HOPS_A_PACKET_COUNTED = 20;
/** A deadlock that has lasted this long, in ps, counts as permanent. A port of 400G drains 16 MiB in a third of this time. */
export const FOR_GOOD: Ps = 1e9;

export class Network {
  readonly queue: EventQueue;
  readonly handlers: Handlers;
  readonly timers: TimerBoard;
  readonly fabric: Fabric;
  readonly hosts: Hosts;
  readonly flows: Flows;
  /** The switches, by node. Null for hosts. */
  readonly switches: readonly (Switch | null)[];
  /** Bytes that the peer of a port sends between receiving a PAUSE and reacting to it. */
  readonly reaction: (port: number) => Bytes;
  /**
   * `unfinished`: flows with an end that are not done, including sends that have not begun. `awaited`: those that the end of the run waits
   * for. `expected`: trains and sends that may still add such flows.
   */
  unfinished = 0;
  awaited = 0;
  expected = 0;
  /** True ends the run when the last awaited flow is done, not at its end time. */
  stopWhenDone = true;
  /** The run waits for flows that begin at or after `countFrom` and before `countTo`. Both are set before flows are added. */
  countFrom: Ps = 0;
  countTo: Ps = Infinity;
  /** True ends the run at a deadlock, even if packets move elsewhere. */
  stopAtDeadlock = false;
  /** The queues (port * 8 + class) of a deadlock, each waiting for the next one. Empty: no deadlock was found. */
  deadlock: readonly number[] = [];
  /** The onset of the deadlock: the time since which all its queues are paused. It does not depend on the interval of the checks. */
  deadlockSince: Ps = NaN;
  events = 0;
  /** True if all awaited flows are done. The run then ends with the current picosecond. */
  allDone = false;
  /** Recomputes the routes over the links that work. Null: no link ever fails. */
  reroute: (() => void) | null = null;
  /** The routes at the start of the run, if faults change them later. Null: the routes of the switches never change. */
  firstRoutes: { readonly firstPort: (node: number, host: number) => number } | null = null;
  /** The ports by which a host sends to another, one queue pair after the other. Absent: hosts have one port. */
  portsFrom?: (host: number, to: number) => readonly number[];
  /** Called when the run skips `by` picoseconds: times that the scenario plans come earlier on the run's clock. */
  readonly onSkip: ((by: Ps) => void)[] = [];
  /** The log of faults. Null: the scenario has none. */
  faultLog: FaultLog | null = null;
  /** The latest end of the run. Timers that are due later never fire. */
  end: Ps = Infinity;
  /** The time from which no result can change any more: the run skips the remaining timers. NaN: results may still change. */
  settledAt: Ps = NaN;
  /** True if a result depends on the rate of a flow that has sent everything. Null: for no flow. */
  showsRate: ((flow: number) => boolean) | null = null;
  /**
   * In a partition: called with its state each millisecond instead of the checks, and decides about the end. Null: the network is not
   * partitioned.
   */
  onCheck: ((moved: boolean) => void) | null = null;

  private readonly brake: Brake = { stop: false };
  private readonly loop: Loop;
  private ending: Ending = "time is up";
  readonly checkKind: number;
  private hopsAtCheck = -1;
  private hopsAtRecount = -1;

  constructor(parts: Pick<Network, "queue" | "handlers" | "fabric" | "hosts" | "flows" | "switches" | "reaction">) {
    this.queue = parts.queue;
    this.handlers = parts.handlers;
    this.timers = new TimerBoard(parts.queue, parts.handlers);
    this.fabric = parts.fabric;
    this.hosts = parts.hosts;
    this.flows = parts.flows;
    this.switches = parts.switches;
    this.reaction = parts.reaction;
    this.loop = loop(this.queue, this.handlers, this.brake);
    this.checkKind = this.handlers.add(() => {
      this.check();
    });
    this.queue.schedule(CHECK_EVERY, this.checkKind, 0);
  }

  /** Counts a flow that was added to the table. */
  flowAdded(flow: number): void {
    if (this.flows.size[flow] === Infinity || !this.fabric.owns(this.flows.source[flow])) return;
    this.unfinished++;
    if (this.counts(flow)) this.awaited++;
  }

  /** Called when the sender of a flow has its last ACK. */
  flowDone(flow: number): void {
    this.unfinished--;
    if (this.counts(flow)) this.awaited--;
    this.stopIfDone();
  }

  /** One awaited source of flows less: a train ended, or a send has begun, or it begins too late to count. */
  expectOneLess(): void {
    this.expected--;
    this.stopIfDone();
  }

  private stopIfDone(): void {
    if (this.awaited > 0 || this.expected > 0 || !this.stopWhenDone) return;
    this.allDone = true;
    this.brake.stop = true;
  }

  /** True if the end of the run waits for this flow. */
  counts(flow: number): boolean {
    const start = this.flows.start[flow];
    return start >= this.countFrom && start < this.countTo;
  }

  stop(why: Ending): void {
    this.brake.stop = true;
    this.ending = why;
  }

  /** Runs up to `until`, in ps. Call it again to continue. */
  run(until: Ps): Ending {
    const ending = this.step(until);
    this.recount();
    return ending;
  }

  /** `run` without the recount at its end, for callers that stop often. */
  step(until: Ps): Ending {
    this.fabric.begin();
    this.brake.stop = false;
    this.ending = "time is up";
    if (!this.isSettled && !this.allDone) this.events += this.loop.all(until);
    if (this.allDone) {
      this.allDone = false;
      // All events of this picosecond still run, so the results do not depend on their order.
      this.brake.stop = false;
      this.events += this.loop.all(this.queue.now);
      this.settledAt = NaN;
      this.stop(this.unfinished === 0 ? "all flows are done" : "all flows that count are done");
    } else if (this.isSettled) {
      invariant(until <= this.end, "a run is not continued beyond its end", until, this.end);
      this.brake.stop = false;
    }
    if (!this.brake.stop) this.queue.now = until === Infinity ? this.queue.now : until;
    return this.ending;
  }

  /** Runs some events at or before `until`, or stops at `pause`. Returns true if none of them is left. */
  batch(until: Ps): boolean {
    if (this.isSettled) return true;
    this.fabric.begin();
    this.brake.stop = false;
    const ran = this.loop.batch(until);
    this.events += ran;
    return ran < BATCH && !this.brake.stop;
  }

  /** Runs the events of the next picosecond that has any, at or before `until`. "time is up": there is none. Undefined: the run continues. */
  moment(until: Ps): Ending | undefined {
    if (this.isSettled || this.allDone) return this.step(until);
    this.brake.stop = false;
    const ran = this.loop.moment(until);
    this.events += ran;
    if (this.allDone) return this.step(this.queue.now);
    if (this.brake.stop) return this.ending;
    return ran === 0 ? "time is up" : undefined;
  }

  /** Ends a batch after the current event. */
  pause(): void {
    this.brake.stop = true;
  }

  /** Once each simulated millisecond: checks the accounts, and whether a packet can still move. */
  private check(): void {
    if (this.fabric.hops - this.hopsAtRecount >= HOPS_A_PACKET_COUNTED * this.fabric.packets.live) this.recount();
    const moved = this.fabric.hops - this.fabric.linkFrames.count;
    const still = moved === this.hopsAtCheck;
    this.hopsAtCheck = moved;
    if (this.onCheck !== null) {
      this.onCheck(!still);
      this.queue.schedule(this.queue.now + CHECK_EVERY, this.checkKind, 0);
      return;
    }
    const cycle = findDeadlock(this);
    this.deadlock = cycle;
    this.deadlockSince = cycle.length === 0 ? NaN : Math.max(...cycle.map((queue) => this.fabric.stoppedSince[queue]));
    if (this.stopAtDeadlock && this.queue.now - this.deadlockSince >= FOR_GOOD) this.stop("deadlock");
    else if (still && cycle.length > 0 && !this.moreToStart()) this.stop("nothing can move");
    else if (this.queue.size === 0) this.stop(this.unfinished > 0 ? "nothing can move" : "all flows are done");
    else if ((cycle.length === 0 || (still && !this.stopAtDeadlock)) && this.canSettle()) this.settle();
    else this.queue.schedule(this.queue.now + CHECK_EVERY, this.checkKind, 0);
  }

  get isSettled(): boolean {
    return !Number.isNaN(this.settledAt);
  }

  /**
   * True if only timers are left, and each of them changes no result or is due after the end of the run. Everything else has an event of
   * its own: a packet on a wire, a waiting NIC, a future flow or fault. The event of the check itself is not in the queue during this call.
   */
  canSettle(): boolean {
    const { queue, timers } = this;
    return queue.now < this.end && queue.size === timers.events && timers.isQuietUntil(this.end);
  }

  /** Skips the remaining events: only the clock continues to the end of the run. */
  private settle(): void {
    this.settledAt = this.queue.now;
    this.brake.stop = true;
  }

  /** True if awaited flows have not started yet. They may still move elsewhere during a local deadlock. */
  moreToStart(): boolean {
    const { count, start } = this.flows;
    return this.expected > 0 || start.subarray(0, count).some((at, flow) => at > this.queue.now && this.counts(flow));
  }

  /** Checks the accounts. Skipped if no packet was sent since the last time and none is in the network. */
  recount(): void {
    if (this.fabric.hops === this.hopsAtRecount && this.fabric.packets.live === 0) return;
    this.hopsAtRecount = this.fabric.hops;
    checkConservation(this);
  }
}
