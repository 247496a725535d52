/**
 * What holds a flow at its sender: the time between two of its transmissions, taken apart as it passes.
 *
 * A gap is split in order: until the flow has bytes to send and its window room for them; until its rate lets it; as long as its class is
 * stopped; the rest it waits for the NIC, which sends for others. What is not counted here, between its start and its last byte, is its
 * own bytes on the wire, and what recovery does without a timeout: `run/measure/flow-parts.ts` has it as what is left.
 *
 * Functions over arrays that never change (docs/decisions/0016-closures-over-constant-arrays.md), made once for a network.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import * as clockRecord from "../engine/clock.ts";
import type { Ps } from "../../base/units.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Repeats } from "../../base/view.ts";
import type { Flows } from "./flows.ts";
import type { Stops } from "./stops.ts";

// Local name: an engine folds a module's own constants into its code, and reads imported ones from memory each time.
const { NOW } = clockRecord;

/** A field's place: `(flow << HOLD_DOUBLES_LOG) | FIELD`, ps: a cache line a flow. */
export const HOLD_DOUBLES_LOG = 3;
/** When its last transmission ended; before the first one, its start. */
export const END = 0;
/** Since when it has bytes to send and its window room for them; Infinity: it has not. */
export const OPEN = 1;
/** WINDOW to OPENING: how long it was held, up to its last transmission: by its window, by its rate, by a stop of its class at the NIC, by the NIC's other work. */
export const WINDOW = 2;
export const RATE = 3;
export const STOPPED = 4;
export const NIC = 5;
/** With nothing to send until a timeout told that something was lost; before its first byte, as by TCP's handshake. */
export const TIMEOUT = 6;
export const OPENING = 7;

/** Why a flow may send again: its window has room, an answer told of a loss, a timeout did. */
export const ROOM = 0;
export const ANSWER = 1;
export const TIMED_OUT = 2;

export interface Holds {
  readonly at: Float64Array;
  /** By flow, why it could send again when it last could not. */
  readonly why: Uint8Array;
  /** The flow begins. */
  readonly begin: (flow: number) => void;
  /** It sends at this time, which is not the end of its last transmission: what held it meanwhile? */
  readonly sends: (flow: number) => void;
  /** May it send, its rate and its NIC apart? */
  readonly able: (flow: number) => boolean;
  /** Its window, or what it has to send, has changed, for this reason. */
  readonly look: (flow: number, why: number) => void;
  /** The holds up to now into `into`, by field, of a flow that has not sent again. */
  readonly upToNow: (flow: number, into: Float64Array) => void;
  /** Told of each gap in which a class was stopped, from when on the flow could have sent; null: nobody asks. */
  onStopped: ((flow: number, from: Ps) => void) | null;
  /** Called with each gap in which the window of a flow was full; null: no observer is registered. */
  onWindow: ((flow: number, from: Ps, until: Ps) => void) | null;
}

/** `repeats`: of recovery that sends single packets again. */
export function holds(
  { queue, stops }: { readonly queue: EventQueue; readonly stops: Stops },
  flows: Flows,
  repeats: Repeats | null,
): Holds {
  const { clock } = queue;
  const { over } = stops;
  const { size, sndNxt, sndUna, limit, nextSend, cls, port } = flows;
  const at = new Float64Array(flows.capacity << HOLD_DOUBLES_LOG);
  const why = new Uint8Array(flows.capacity);

  /** Adds the gap that ends now to the fields from `to[base]` on. */
  function split(flow: number, to: Float64Array, base: number): void {
    const record = flow << HOLD_DOUBLES_LOG;
    const now = clock[NOW];
    let from = at[record | END];
    if (from >= now) return; // its last packet is still being sent
    let until = at[record | OPEN];
    if (until > from) {
      const field = heldBy(flow, until);
      if (until > now) until = now;
      if (field >= 0) to[base + field] += until - from;
      if (field === WINDOW && holder.onWindow !== null) holder.onWindow(flow, from, until);
      from = until;
    }
    until = nextSend[flow];
    if (until > from) {
      if (until > now) until = now;
      to[base + RATE] += until - from;
      from = until;
    }
    if (from === now) return;
    const queue = (port[flow] << CLASS_BITS) | cls[flow];
    if (over[queue] > from) from = stoppedFor(flow, queue, from, to, base);
    to[base + NIC] += now - from;
  }

  /** Adds how long `queue` was stopped from `from` on. Returns the time that many later. */
  function stoppedFor(flow: number, queue: number, from: Ps, to: Float64Array, base: number): Ps {
    const stopped = stops.within(queue, from, clock[NOW]);
    to[base + STOPPED] += stopped;
    if (stopped > 0 && holder.onStopped !== null) holder.onStopped(flow, from);
    return from + stopped;
  }

  /** What held it until it opened; -1: it had to learn of a loss first. */
  function heldBy(flow: number, open: Ps): number {
    if (sndNxt[flow] === 0 && sndUna[flow] === 0 && at[(flow << HOLD_DOUBLES_LOG) | END] === flows.start[flow])
      return OPENING;
    if (open === Infinity) return sndNxt[flow] >= size[flow] ? -1 : WINDOW;
    if (why[flow] === ROOM) return WINDOW;
    return why[flow] === ANSWER ? -1 : TIMEOUT;
  }

  const hasRoom = (flow: number): boolean => sndNxt[flow] < size[flow] && sndNxt[flow] - sndUna[flow] < limit[flow];
  const hasRoomOrRepeat = (flow: number): boolean => {
    if (repeats === null) return hasRoom(flow);
    if (repeats.next[flow] >= 0) return true;
    const ahead = sndNxt[flow] - sndUna[flow];
    return sndNxt[flow] < size[flow] && ahead < repeats.reach[flow] && ahead - repeats.landed[flow] < limit[flow];
  };
  const able = repeats === null ? hasRoom : hasRoomOrRepeat;

  const holder: Holds = {
    at,
    why,
    begin(flow) {
      const record = flow << HOLD_DOUBLES_LOG;
      at[record | END] = clock[NOW];
      at[record | OPEN] = able(flow) ? clock[NOW] : Infinity;
    },
    sends(flow) {
      split(flow, at, flow << HOLD_DOUBLES_LOG);
    },
    able,
    look(flow, reason) {
      const open = (flow << HOLD_DOUBLES_LOG) | OPEN;
      if (!able(flow)) at[open] = Infinity;
      else if (at[open] === Infinity) {
        at[open] = clock[NOW];
        why[flow] = reason;
      }
    },
    upToNow(flow, into) {
      const record = flow << HOLD_DOUBLES_LOG;
      into.set(at.subarray(record, record + (1 << HOLD_DOUBLES_LOG)));
      split(flow, into, 0);
    },
    onStopped: null,
    onWindow: null,
  };
  return holder;
}
