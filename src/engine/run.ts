/**
 * Takes events in order and hands each to the handler of its kind.
 *
 * Handlers are registered once, at build, by whoever owns the kind; the loop knows nothing of what they do.
 */
import { invariant } from "../invariant.ts";
import type { Ps } from "../units.ts";
import * as clock from "./clock.ts";
import type { EventQueue } from "./event-queue.ts";

// Local names: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { KIND, SUBJECT } = clock;

export type Handler = (subject: number) => void;

export class Handlers {
  readonly list: Handler[] = [];

  /** Returns the kind to schedule `handler` under. */
  add(handler: Handler): number {
    invariant(this.list.length < 127, "at most 127 kinds of event", this.list.length);
    return this.list.push(handler) - 1;
  }
}

/** Stops a run early; a handler sets it, the loop reads it after each event. */
export interface Brake {
  stop: boolean;
}

/** Runs every event at or before `until`, ps, or until the brake. Returns how many ran. */
export function run(queue: EventQueue, handlers: Handlers, until: Ps, brake: Brake): number {
  const { list } = handlers;
  const { take, state } = queue;
  let ran = 0;
  while (!brake.stop && take(until)) {
    list[state[KIND]](state[SUBJECT]);
    ran++;
  }
  return ran;
}
