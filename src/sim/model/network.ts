/**
 * A complete network, ready to run.
 *
 * `run` processes events until the end time, until every flow is done, or until no packet can move. It returns which of
 * these ended it.
 */
import { BATCH, loop, type Brake, type Handlers, type Loop } from "../engine/run.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import { TimerBoard } from "../engine/timers.ts";
import { invariant } from "../../base/invariant.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import type { FaultLog } from "./fault-log.ts";
import { findDeadlock, stuckSince } from "./deadlock.ts";
import type { Fabric } from "./fabric.ts";
import type { Flows } from "./flows.ts";
import type { Hosts } from "./hosts.ts";
import { checkConservation } from "./conservation-check.ts";
import type { Switch } from "./switch.ts";

/** The reason why a run ended. */
export type Ending =
  "time is up" | "all flows are done" | "all flows that count are done" | "nothing can move" | "deadlock" | "stopped";

/** The time between two checks, in ps. A check looks for deadlocks and for the end of the run, and may recount the bytes. */
export const CHECK_EVERY: Ps = 1e9;
/**
 * A check recounts the bytes of all packets in the network and compares the sums with the counters. It runs when the
 * packet-hops since the last recount are at least this multiple of the number of packets. A recount visits every packet,
 * and a long link may hold half a million. A visit costs at most half as much as a hop. So recounts add at most
 * 0.5 / 20 = 2.5% to the time of a run.
 */
const HOPS_A_PACKET_COUNTED = 20;
/**
 * The duration after which a deadlock counts as permanent, in ps. A port of 400G drains 16 MiB in a third of this time.
 */
export const FOR_GOOD: Ps = 1e9;

/** The egress ports of a flow's data packets and of its ACKs, in order. */
export interface FlowPath {
  readonly data: readonly number[];
  readonly acks: readonly number[];
  /**
   * True: the lists have all ports of the path. False: they have only the first and the last one, because packets of the
   * flow may take several paths between them.
   */
  readonly isWhole: boolean;
}

export class Network {
  readonly queue: EventQueue;
  readonly handlers: Handlers;
  readonly timers: TimerBoard;
  readonly fabric: Fabric;
  readonly hosts: Hosts;
  readonly flows: Flows;
  /** By node: the switch, or null for a host. */
  readonly switches: readonly (Switch | null)[];
  /** The bytes that the peer of a port sends between receiving a PAUSE frame and reacting to it. */
  readonly reaction: (port: number) => Bytes;
  /**
   * Counters that decide when the run is done:
   * - `unfinished`: the finite flows that are not done. Sends (flows that wait for other flows) count even before they begin.
   * - `awaited`: the flows in the table of flows that must still be done before the run ends.
   * - `expected`: the trains (series of flows) and the sends not yet begun that may still add an awaited flow.
   */
  unfinished = 0;
  awaited = 0;
  expected = 0;
  /** True: the run ends when the last awaited flow is done. False: it ends at its end time. */
  stopWhenDone = true;
  /** With `stopWhenDone`, the end of the run waits only for flows that begin at or after this time. Set it before flows are added. */
  countFrom: Ps = 0;
  /** With `stopWhenDone`, the end of the run waits only for flows that begin before this time. Set it before flows are added. */
  countTo: Ps = Infinity;
  /** True: a permanent deadlock ends the run, even if packets elsewhere still move. */
  stopAtDeadlock = false;
  /**
   * The queues of the deadlock that the last check found, as `8 * port + class`. Each queue waits for the next one in
   * the list. Empty if there is no deadlock. If a scheduling policy has several queues in a class, the numbers are those of
   * `QueuePauses.nameOf` instead.
   */
  deadlock: readonly number[] = [];
  /** The time since which all queues of the deadlock are paused. It is exact, although checks find a deadlock later. */
  deadlockSince: Ps = NaN;
  events = 0;
  /** True if all awaited flows are done and `stopWhenDone` is set. The run then ends after the events of this picosecond. */
  allDone = false;
  /** Recomputes the routes over the links that work. Null if no link of the scenario can fail. */
  reroute: (() => void) | null = null;
  /** The routes at the start of the run, for runs whose faults change the routes. Null: the routes never change. */
  firstRoutes: { readonly firstPort: (node: number, host: number) => number } | null = null;
  /**
   * The ports through which `host` reaches host `to`. Its queue pairs use them in turn. Absent: hosts have one port.
   */
  portsFrom?: (host: number, to: number) => readonly number[];
  /**
   * Called when fast-forward skips an interval of `by` picoseconds. The run's clock does not count this interval. So each
   * function must subtract `by` from the future times that it manages.
   */
  readonly onSkip: ((by: Ps) => void)[] = [];
  /**
   * The tasks of the plan. `waitsFor` counts the events that a task still waits for. `ready` is the time of the latest
   * of these events so far. When `waitsFor` reaches 0, the task begins at `ready`. `waitsFor` falls below 0 if more events
   * occur than the task needs. Null: the plan has no tasks.
   */
  tasks: { readonly host: Int32Array; readonly ready: Float64Array; readonly waitsFor: Int32Array } | null = null;
  /** Returns the path of a flow. Null: packets of a flow take several paths. */
  flowPath: ((flow: number) => FlowPath) | null = null;
  /** The log of the scenario's faults. Null: it has none. */
  faultLog: FaultLog | null = null;
  /** The time at which the run ends at the latest. Timers that are due later never fire. */
  end: Ps = Infinity;
  /**
   * The time since which no result can change any more. The run then skips the remaining timers. NaN: results may still
   * change.
   */
  settledAt: Ps = NaN;
  /**
   * Returns true if some result shows the rate of `flow` even after the flow has sent all its bytes. Null: no result
   * does.
   */
  showsRate: ((flow: number) => boolean) | null = null;
  /**
   * In a partition: called each simulated millisecond, in place of the checks for deadlock and for the end of the run.
   * `moved` is true if packets moved since the last call. Null: the network is not partitioned.
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

  /** Updates the counters for a flow that was added to the table. */
  flowAdded(flow: number): void {
    if (this.flows.size[flow] === Infinity || !this.fabric.owns(this.flows.source[flow])) return;
    this.unfinished++;
    if (this.counts(flow)) this.awaited++;
  }

  /** Updates the counters when the sender of a flow has its last ACK. */
  flowDone(flow: number): void {
    this.unfinished--;
    if (this.counts(flow)) this.awaited--;
    this.stopIfDone();
  }

  /**
   * Decrements `expected`, the number of trains and sends that may still add a flow for which the run waits. Called:
   * - for each train (a series of flows), when it can add no more such flows
   * - for each send (a flow that waits for other flows), when it begins
   * - at time `countTo` for each send that has not begun, because the run does not wait for later flows
   */
  expectOneLess(): void {
    this.expected--;
    this.stopIfDone();
  }

  private stopIfDone(): void {
    if (this.awaited > 0 || this.expected > 0 || !this.stopWhenDone) return;
    this.allDone = true;
    this.brake.stop = true;
  }

  /** True if the end of the run waits for this flow (`countFrom`). */
  counts(flow: number): boolean {
    const start = this.flows.start[flow];
    return start >= this.countFrom && start < this.countTo;
  }

  stop(why: Ending): void {
    this.brake.stop = true;
    this.ending = why;
  }

  /** Runs the events up to `until`, in ps. A later call continues the run. */
  run(until: Ps): Ending {
    const ending = this.step(until);
    this.recount();
    return ending;
  }

  /**
   * Runs the events up to `until`, as `run` does, but without the check of the byte accounts at the end (`recount`). The
   * check visits every packet, so callers that stop often use this method.
   */
  step(until: Ps): Ending {
    this.fabric.begin();
    this.brake.stop = false;
    this.ending = "time is up";
    if (!this.isSettled && !this.allDone) this.events += this.loop.all(until);
    if (this.allDone) {
      this.allDone = false;
      // The loop stopped when no awaited flow was left. The remaining events of this picosecond are run as well, so
      // that results do not depend on the order of these events.
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

  /**
   * Runs at most `BATCH` events at or before `until`. A call of the method `pause` ends the batch early. Returns true if no
   * event at or before `until` is left.
   */
  batch(until: Ps): boolean {
    if (this.isSettled) return true;
    this.fabric.begin();
    this.brake.stop = false;
    const ran = this.loop.batch(until);
    this.events += ran;
    return ran < BATCH && !this.brake.stop;
  }

  /**
   * Runs all events of the next picosecond that has events, if it is at or before `until`. Returns "time is up" if
   * there is none, and undefined if the run continues.
   */
  moment(until: Ps): Ending | undefined {
    if (this.isSettled || this.allDone) return this.step(until);
    this.fabric.begin();
    this.brake.stop = false;
    const ran = this.loop.moment(until);
    this.events += ran;
    if (this.allDone) return this.step(this.queue.now);
    if (this.brake.stop) return this.ending;
    return ran === 0 ? "time is up" : undefined;
  }

  /** Makes the running call of `batch` return after the current event. A later call continues the run. */
  pause(): void {
    this.brake.stop = true;
  }

  /** Runs once each simulated millisecond: checks the byte accounts, and whether packets can still move. */
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
    this.deadlockSince = cycle.length === 0 ? NaN : Math.max(...cycle.map((queue) => stuckSince(this, queue)));
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
   * True if only timers are left, and no timer can change a result before the end of the run. Any other activity has an
   * event of its own: a packet on a wire, a waiting NIC, a future flow or fault. The event of `check`
   * does not count, because it is not in the queue when `check` calls this.
   */
  canSettle(): boolean {
    const { queue, timers } = this;
    return queue.now < this.end && queue.size === timers.events && timers.isQuietUntil(this.end);
  }

  /** Skips the remaining events. Only the clock advances to the end of the run. */
  private settle(): void {
    this.settledAt = this.queue.now;
    this.brake.stop = true;
  }

  /**
   * True if awaited flows have not started yet. Such flows may find free paths although a deadlock blocks all current
   * flows.
   */
  moreToStart(): boolean {
    const { count, start } = this.flows;
    return this.expected > 0 || start.subarray(0, count).some((at, flow) => at > this.queue.now && this.counts(flow));
  }

  /**
   * Checks the byte accounts. The check is skipped if no packet was sent since the last check and none is in the
   * network.
   */
  recount(): void {
    if (this.fabric.hops === this.hopsAtRecount && this.fabric.packets.live === 0) return;
    this.hopsAtRecount = this.fabric.hops;
    checkConservation(this);
  }
}
