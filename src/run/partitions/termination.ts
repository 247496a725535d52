/**
 * Decides once each simulated millisecond whether a partitioned network can still make progress.
 *
 * Each partition reports its state at the end of the millisecond. A partition in which no packet moved then waits for
 * the decision, because the run may end here. A partition in which a packet moved does not wait, because the run
 * continues in any case. With `onDeadlock: stop` every partition waits. So the run ends at the same time as without
 * partitions (`Network.check`).
 */
import { cycleAmong } from "../../sim/model/deadlock.ts";
import { FOR_GOOD, CHECK_EVERY, type Ending } from "../../sim/model/network.ts";
import type { Ps } from "../../base/units.ts";
import type { Clocks } from "./clocks.ts";

/** The state of a partition at the end of a simulated millisecond. */
export interface PartitionState {
  readonly part: number;
  readonly millisecond: number;
  /** True if packets were sent since the previous report, one simulated millisecond earlier. */
  readonly moved: boolean;
  /** True if no events are left. */
  readonly idle: boolean;
  /** True if the only remaining events are timers that change no result (`Network.canSettle`). */
  readonly settles: boolean;
  readonly moreToStart: boolean;
  readonly unfinished: number;
  /** The number of packets sent to other partitions since the start. */
  readonly handedOver: number;
  /** The number of packets received from other partitions since the start. */
  readonly takenOver: number;
  /** The paused queues of this partition that may be deadlocked (`sim/model/deadlock.ts`). */
  readonly stuck: readonly number[];
  /** By index in `stuck`: the start of the pause of that queue, in ps. */
  readonly since: readonly Ps[];
  /**
   * By paused queue whose next hop is in this partition: the egress queues of the next hop that contain packets from the
   * paused queue.
   */
  readonly waits: ReadonlyMap<number, readonly number[]>;
}

export class Termination {
  ending: Ending | undefined;
  deadlock: readonly number[] = [];
  deadlockSince: Ps = NaN;
  settledAt: Ps = NaN;
  private readonly clocks: Clocks;
  private readonly stopAtDeadlock: boolean;
  private readonly reported = new Map<number, PartitionState[]>();
  private next = 1;

  constructor(clocks: Clocks, stopAtDeadlock: boolean) {
    this.clocks = clocks;
    this.stopAtDeadlock = stopAtDeadlock;
  }

  tell(state: PartitionState): void {
    const states = this.reported.get(state.millisecond) ?? [];
    this.reported.set(state.millisecond, [...states, state]);
    for (; this.ending === undefined && Number.isNaN(this.settledAt); this.next++) {
      const all = this.reported.get(this.next);
      if (all?.length !== this.clocks.parts) return;
      this.reported.delete(this.next);
      this.judge(all, this.next * CHECK_EVERY);
      if (this.ending !== undefined) this.clocks.endAt(this.next * CHECK_EVERY);
      else if (!Number.isNaN(this.settledAt)) this.clocks.settleAt(this.settledAt);
      else this.clocks.judge(this.next);
    }
  }

  private judge(states: readonly PartitionState[], now: Ps): void {
    const waits = new Map(states.flatMap((state) => [...state.waits]));
    const since = new Map(states.flatMap((state) => state.stuck.map((queue, k) => [queue, state.since[k]] as const)));
    const stuck = new Map([...since.keys()].sort((a, b) => a - b).map((queue) => [queue, waits.get(queue) ?? []]));
    this.deadlock = cycleAmong(stuck);
    this.deadlockSince =
      this.deadlock.length === 0 ? NaN : Math.max(...this.deadlock.map((queue) => since.get(queue) as Ps));
    const sum = (of: (state: PartitionState) => number): number => states.reduce((all, state) => all + of(state), 0);
    const isAllHere = sum((state) => state.handedOver - state.takenOver) === 0;
    const isIdle = isAllHere && states.every(({ idle }) => idle);
    const settles = isAllHere && states.every((state) => state.settles);
    const isStill = !states.some(({ moved }) => moved);
    if (this.stopAtDeadlock && now - this.deadlockSince >= FOR_GOOD) this.ending = "deadlock";
    else if (isStill && this.deadlock.length > 0 && !states.some((state) => state.moreToStart))
      this.ending = "nothing can move";
    else if (isIdle) this.ending = sum(({ unfinished }) => unfinished) > 0 ? "nothing can move" : "all flows are done";
    else if (settles && (this.deadlock.length === 0 || (isStill && !this.stopAtDeadlock))) this.settledAt = now;
  }
}
