/** The end of a partitioned run, or the failure that stopped it. */
import type { Ending } from "../../sim/model/network.ts";
import type { Ps } from "../../base/units.ts";
import type { Board } from "./board.ts";
import type { End } from "./gather.ts";
import type { Referee } from "./referee.ts";

/** The ending of a partitioned run after all partitions have ended. `unfinished` is the number of flows left. */
export function endOf(
  board: Board,
  referee: Referee,
  until: number,
  unfinished: number,
): End & { readonly ending: Ending } {
  const { deadlock, deadlockSince, settledAt } = referee;
  const at = board.heldAt ?? until;
  const all = Array.from({ length: board.parts }, (_, part) => part);
  const isDone = all.every((part) => !board.isOpen(part)) && all.some((part) => board.doneAt(part) === at);
  const done: Ending = unfinished === 0 ? "all flows are done" : "all flows that count are done";
  return { at, deadlock, deadlockSince, settledAt, ending: referee.ending ?? (isDone ? done : "time is up") };
}

/** A failure of a partition: its time, and the number of the event. */
export interface Failure {
  readonly at: Ps;
  readonly event: number;
}

/** The failure that an undivided network would have met first. All partitions must have reached the same time. */
export function firstOf<Failed extends Failure>(failures: readonly Failed[]): Failed | undefined {
  return [...failures].sort((a, b) => a.at - b.at || a.event - b.event)[0];
}
