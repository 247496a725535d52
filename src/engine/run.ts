/**
 * Takes events in order and hands each to the handler of its kind.
 *
 * Handlers are registered once, at build, by whoever owns the kind; the loop knows nothing of what they do.
 */
import { invariant } from "../invariant.ts";
import type { Ps } from "../units.ts";
import type { EventQueue } from "./event-queue.ts";

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
  const list = handlers.list;
  let ran = 0;
  let before: Ps = queue.now;
  while (!brake.stop && queue.take(until)) {
    if (queue.now < before) invariant(false, "time runs forward", before, queue.now);
    before = queue.now;
    list[queue.kind](queue.subject);
    ran++;
  }
  return ran;
}
