/** A network in parts that take turns in one thread: what tests compare with a network that is whole. */
import type { Ending } from "../model/network.ts";
import type { Board } from "./board.ts";
import type { End } from "./gather.ts";
import type { Turn } from "./part.ts";
import type { Referee } from "./referee.ts";

/** How a run in parts ended, once all of them have: `unfinished` flows are left. */
export function endOf(
  board: Board,
  referee: Referee,
  until: number,
  unfinished: number,
): End & { readonly ending: Ending } {
  const { deadlock, deadlockSince } = referee;
  const at = board.heldAt ?? until;
  const all = Array.from({ length: board.parts }, (_, part) => part);
  const isDone = all.every((part) => !board.isOpen(part)) && all.some((part) => board.doneAt(part) === at);
  const done: Ending = unfinished === 0 ? "all flows are done" : "all flows that count are done";
  return { at, deadlock, deadlockSince, ending: referee.ending ?? (isDone ? done : "time is up") };
}

/** Takes turns until all have ended. */
export function takeTurns(parts: readonly { readonly turn: () => Turn }[]): void {
  const ended = new Set<number>();
  while (ended.size < parts.length) {
    let ran = false;
    parts.forEach(({ turn }, part) => {
      if (ended.has(part)) return;
      const what = turn();
      if (what === "ended") ended.add(part);
      if (what !== "waits") ran = true;
    });
    if (!ran) throw new Error("all parts wait for each other");
  }
}
