/** How a run in parts ended, or why it could not go on. */
import type { Ending } from "../../sim/model/network.ts";
import type { Ps } from "../../base/units.ts";
import type { Board } from "./board.ts";
import type { End } from "./gather.ts";
import type { Referee } from "./referee.ts";

/** How a run in parts ended, once all of them have: `unfinished` flows are left. */
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

/** Where a part could not go on: the time, the number of the event, and why. */
export interface Failure {
  readonly at: Ps;
  readonly event: number;
}

/** Of failures of parts that have all come as far, the one that a network which is whole would have met. */
export function firstOf<Failed extends Failure>(failures: readonly Failed[]): Failed | undefined {
  return [...failures].sort((a, b) => a.at - b.at || a.event - b.event)[0];
}
