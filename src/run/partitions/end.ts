/** Determines the end of a partitioned run, or the failure that stopped it. */
import type { Ending } from "../../sim/model/network.ts";
import type { Ps } from "../../base/units.ts";
import type { Clocks } from "./clocks.ts";
import type { End } from "./gather.ts";
import type { Termination } from "./termination.ts";

/**
 * Returns how a partitioned run ended: the time, the reason (`ending`), and the deadlock if there was one. Call it after
 * all partitions have ended. `unfinished` is the number of flows that are not done.
 */
export function endOf(
  clocks: Clocks,
  termination: Termination,
  until: number,
  unfinished: number,
): End & { readonly ending: Ending } {
  const { deadlock, deadlockSince, settledAt } = termination;
  const at = clocks.heldAt ?? until;
  const all = Array.from({ length: clocks.parts }, (_, part) => part);
  const isDone = all.every((part) => !clocks.isOpen(part)) && all.some((part) => clocks.doneAt(part) === at);
  const done: Ending = unfinished === 0 ? "all flows are done" : "all flows that count are done";
  return { at, deadlock, deadlockSince, settledAt, ending: termination.ending ?? (isDone ? done : "time is up") };
}

/** A failure of a partition: its time, and the number of the event that failed. */
export interface Failure {
  readonly at: Ps;
  readonly event: number;
}

/**
 * The failure that would have come first in a run without partitions. It is valid only if all partitions have run up to
 * the same time.
 */
export function firstOf<Failed extends Failure>(failures: readonly Failed[]): Failed | undefined {
  return [...failures].sort((a, b) => a.at - b.at || a.event - b.event)[0];
}
