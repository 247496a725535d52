/**
 * The event loop: takes events in order and calls the handler of each event's kind. Handlers are registered once, while
 * the network is built.
 */
import { invariant } from "../../base/invariant.ts";
import type { Ps } from "../../base/units.ts";
import { KIND, SUBJECT, UNTIL } from "./clock.ts";
import type { EventQueue } from "./event-queue.ts";

export type Handler = (subject: number) => void;

/**
 * The type of an event, for error messages about a policy. The type says what the event's number means:
 *
 * - "port": a port
 * - "link": the port at which a link begins
 * - "timer": one subject of a timer, such as a flow
 */
export type EventOf = "port" | "link" | "timer";

export class Handlers {
  readonly list: Handler[] = [];
  readonly of: (EventOf | undefined)[] = [];

  /** Registers `handler`. Returns the new kind of event that runs it. */
  add(handler: Handler, of?: EventOf): number {
    this.of.push(of);
    invariant(this.list.length < 127, "at most 127 kinds of event", this.list.length);
    return this.list.push(handler) - 1;
  }
}

/** Stops a run early: a handler sets `stop`, and the loop reads it after each event. */
export interface Brake {
  stop: boolean;
}

/**
 * The maximum number of events of one call of the inner loop. V8 optimises a function that is called often better than
 * a function that runs long.
 */
const BATCH_EVENTS = 1024;
// `BATCH_EVENTS` for other modules. The loop does not use this export, because V8 reads an exported variable from
// memory at each use.
export const BATCH: number = BATCH_EVENTS;

export interface Loop {
  /**
   * Runs all events at or before `until`, in ps. Stops early if the brake is set. Returns the number of events that
   * ran.
   */
  readonly all: (until: Ps) => number;
  /** Runs all events of the next picosecond that has events, if it is at or before `until`. Returns the number that ran. */
  readonly moment: (until: Ps) => number;
  /** Runs at most `BATCH` events at or before `until`. Returns the number of events that ran. */
  readonly batch: (until: Ps) => number;
}

export function loop(queue: EventQueue, handlers: Handlers, brake: Brake): Loop {
  const { list } = handlers;
  const { takeNext, clock, state } = queue;

  function batch(until: Ps): number {
    // The two most frequent kinds of events have a call statement each. V8 thus knows the handler that each statement
    // calls.
    const [first, second] = list;
    let ran = 0;
    clock[UNTIL] = until;
    // The comparison with `true` is faster: without it V8 tests the result for every falsy value of JavaScript.
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

  function moment(until: Ps): number {
    let ran = 0;
    for (let end = until; !brake.stop && queue.take(end); ran++) {
      end = queue.now;
      list[state[KIND]](state[SUBJECT]);
    }
    return ran;
  }

  return {
    batch,
    moment,
    all: (until) => {
      for (let ran = 0; ;) {
        const more = batch(until);
        ran += more;
        if (more < BATCH_EVENTS) return ran;
      }
    },
  };
}
