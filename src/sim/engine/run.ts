/**
 * Takes events in order and hands each to the handler of its kind.
 *
 * Handlers are registered once, at build, by whoever owns the kind; the loop knows nothing of what they do.
 */
import { invariant } from "../../base/invariant.ts";
import type { Ps } from "../../base/units.ts";
import { KIND, SUBJECT, UNTIL } from "./clock.ts";
import type { EventQueue } from "./event-queue.ts";

export type Handler = (subject: number) => void;

/** What the subject of an event is, to whoever tells of a mistake in its handler: a port, the port that a link comes from, a timer's subject. */
export type EventOf = "port" | "link" | "timer";

export class Handlers {
  readonly list: Handler[] = [];
  readonly of: (EventOf | undefined)[] = [];

  /** Returns the kind to schedule `handler` under. */
  add(handler: Handler, of?: EventOf): number {
    this.of.push(of);
    invariant(this.list.length < 127, "at most 127 kinds of event", this.list.length);
    return this.list.push(handler) - 1;
  }
}

/** Stops a run early; a handler sets it, the loop reads it after each event. */
export interface Brake {
  stop: boolean;
}

/** Events that run between two calls of the inner loop: V8 knows more of a function that is called often than of one that runs long. */
const BATCH_EVENTS = 1024;
export const BATCH: number = BATCH_EVENTS; // the loop reads the other: what a module exports is read from memory each time

export interface Loop {
  /** Runs every event at or before `until`, ps, or until the brake, and returns how many ran. */
  readonly all: (until: Ps) => number;
  /** The same of `BATCH` events at most. */
  readonly batch: (until: Ps) => number;
}

export function loop(queue: EventQueue, handlers: Handlers, brake: Brake): Loop {
  const { list } = handlers;
  const { takeNext, clock, state } = queue;

  function batch(until: Ps): number {
    // Each of the first two kinds, by far the most frequent ones, has a call of its own, of which V8 knows the target.
    const [first, second] = list;
    let ran = 0;
    clock[UNTIL] = until;
    // Compared, since V8 tests what a call returns for all that is false in JavaScript.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-boolean-literal-compare
    while (ran < BATCH_EVENTS && !brake.stop && takeNext() === true) {
      const kind = state[KIND];
      if (kind === 0) first(state[SUBJECT]);
      else if (kind === 1) second(state[SUBJECT]);
      else list[kind](state[SUBJECT]);
      ran++;
    }
    return ran;
  }

  return {
    batch,
    all: (until) => {
      for (let ran = 0; ;) {
        const more = batch(until);
        ran += more;
        if (more < BATCH_EVENTS) return ran;
      }
    },
  };
}
