/**
 * A network ready to run: every part of it, and the clock.
 *
 * `run` takes events until the time is up, every flow is done, or nothing can move any more; what it returns says which.
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
import { recount } from "./recount.ts";
import type { Switch } from "./switch.ts";

/** How a run ended. */
export type Ending =
  "time is up" | "all flows are done" | "all flows that count are done" | "nothing can move" | "deadlock" | "stopped";

/** How often the accounts are looked at, and whether anything can move, ps. */
export const CHECK_EVERY: Ps = 1e9;
/** A count looks at every packet, which costs half as much as a hop where no cache holds them: behind a long link there are half a million. */
const HOPS_A_PACKET_COUNTED = 20;
/** A circle that has stood still for so long does not dissolve: 16 MiB leave by a port of 400G in a third of it. */
export const FOR_GOOD: Ps = 1e9;

export class Network {
  readonly queue: EventQueue;
  readonly handlers: Handlers;
  readonly timers: TimerBoard;
  readonly fabric: Fabric;
  readonly hosts: Hosts;
  readonly flows: Flows;
  /** By node; null for hosts. */
  readonly switches: readonly (Switch | null)[];
  /** Bytes the peer of a port sends between receiving a PAUSE and heeding it. */
  readonly reaction: (port: number) => Bytes;
  /**
   * Flows that are to finish and have not, sends that are yet to begin among them; flows that the end of the run waits for; trains and sends that
   * may still add such.
   */
  unfinished = 0;
  awaited = 0;
  expected = 0;
  /** Ends the run when the last flow that it waits for is done, rather than at its time. */
  stopWhenDone = true;
  /** It waits for flows that begin at or after the first and before the second. Set before flows are added. */
  countFrom: Ps = 0;
  countTo: Ps = Infinity;
  /** Ends the run at a deadlock, although packets move elsewhere. */
  stopAtDeadlock = false;
  /** Ports and classes of a deadlock, each waiting for the next; empty: none was seen. */
  deadlock: readonly number[] = [];
  /** Its onset: since when all of them have stood still, however seldom the watch looks. */
  deadlockSince: Ps = NaN;
  events = 0;
  /** Are all flows done that the run waits for? It ends with this picosecond, then. */
  allDone = false;
  /** Reckons routes anew over the links that work; null: none ever fails. */
  reroute: (() => void) | null = null;
  /** Routes of the fabric as it begins, where faults change them later; null: those that switches have are as good. */
  firstRoutes: { readonly firstPort: (node: number, host: number) => number } | null = null;
  /** Ports by which a host sends to another, queue pair by queue pair in turn; absent: hosts have one. */
  portsFrom?: (host: number, to: number) => readonly number[];
  /** What faults did; null: the scenario has none. */
  faultLog: FaultLog | null = null;
  /** When the run ends at the latest: timers that are due later never fire. */
  end: Ps = Infinity;
  /** The time from which no result can change any more: the run skips the remaining timers. NaN: results may still change. */
  settledAt: Ps = NaN;
  /** True if a result depends on the rate of a flow that has sent everything. Null: for no flow. */
  showsRate: ((flow: number) => boolean) | null = null;
  /** Of a part of a network: who is told of its state each millisecond, and ends the run instead; null: the network is whole. */
  onCheck: ((moved: boolean) => void) | null = null;

  private readonly brake: Brake = { stop: false };
  private readonly loop: Loop;
  private ending: Ending = "time is up";
  private readonly checkKind: number;
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

  /** A flow was added to the table. */
  flowAdded(flow: number): void {
    if (this.flows.size[flow] === Infinity || !this.fabric.owns(this.flows.source[flow])) return;
    this.unfinished++;
    if (this.counts(flow)) this.awaited++;
  }

  /** A flow has its last ACK. */
  flowDone(flow: number): void {
    this.unfinished--;
    if (this.counts(flow)) this.awaited--;
    this.stopIfDone();
  }

  /** A train begins no more flows, or a send has begun, or begins too late to count. */
  expectOneLess(): void {
    this.expected--;
    this.stopIfDone();
  }

  private stopIfDone(): void {
    if (this.awaited > 0 || this.expected > 0 || !this.stopWhenDone) return;
    this.allDone = true;
    this.brake.stop = true;
  }

  /** Does the end of the run wait for it? */
  counts(flow: number): boolean {
    const start = this.flows.start[flow];
    return start >= this.countFrom && start < this.countTo;
  }

  stop(why: Ending): void {
    this.brake.stop = true;
    this.ending = why;
  }

  /** Runs to `until`, ps, at most. May be called again to go on. */
  run(until: Ps): Ending {
    const ending = this.step(until);
    this.recount();
    return ending;
  }

  /** The same without a recount at its end, for whoever stops often. */
  step(until: Ps): Ending {
    this.fabric.begin();
    this.brake.stop = false;
    this.ending = "time is up";
    if (!this.isSettled) this.events += this.loop.all(until);
    if (this.allDone) {
      this.allDone = false;
      // What else happens at this picosecond belongs to the run: no event of it is before another elsewhere.
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

  /** Runs some events at or before `until`, until `pause`. Returns whether none of them is left. */
  batch(until: Ps): boolean {
    if (this.isSettled) return true;
    this.fabric.begin();
    this.brake.stop = false;
    const ran = this.loop.batch(until);
    this.events += ran;
    return ran < BATCH && !this.brake.stop;
  }

  /** Ends a batch with the event that is being run. */
  pause(): void {
    this.brake.stop = true;
  }

  /** Once each simulated millisecond: are the accounts right, and can anything still move? */
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
   * Are only timers left, each of which changes no result or is due after the end of the run? A packet on a wire, a NIC that waits,
   * a flow or a fault to come each have an event of their own. The event of the check is not in the queue when this is called.
   */
  canSettle(): boolean {
    const { queue, timers } = this;
    return queue.now < this.end && queue.size === timers.events && timers.isQuietUntil(this.end);
  }

  /** Skips what is left: the clock alone goes on to the end of the run. */
  private settle(): void {
    this.settledAt = this.queue.now;
    this.brake.stop = true;
  }

  /** Are there flows yet to start that the run waits for, which may move elsewhere whatever is locked here? */
  moreToStart(): boolean {
    const { count, start } = this.flows;
    return this.expected > 0 || start.subarray(0, count).some((at, flow) => at > this.queue.now && this.counts(flow));
  }

  /** Are the accounts right? Not asked again where nothing was sent since the last time and nothing is under way. */
  recount(): void {
    if (this.fabric.hops === this.hopsAtRecount && this.fabric.packets.live === 0) return;
    this.hopsAtRecount = this.fabric.hops;
    recount(this);
  }
}
