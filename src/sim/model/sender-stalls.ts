/**
 * Measures why a flow waits at its sender. When the flow sends, the time since its previous transmission (the gap) is
 * divided into parts.
 *
 * The parts of a gap, in order:
 *
 * 1. no bytes to send, window-limited, or waiting for a retransmission timeout
 * 2. rate-limited
 * 3. paused: the class of the flow is paused at the NIC
 * 4. paused by queue: the switch paused this flow alone
 * 5. the NIC sends for other flows
 *
 * The parts do not cover all time between the flow's start and its last byte. Two times are not counted here: the
 * transmission of the flow's own bytes, and waits that end when an ACK or NACK reports a loss.
 * `run/measure/fct-breakdown.ts` computes these times as the remainder.
 *
 * This file has functions over constant arrays (docs/decisions/0016-closures-over-constant-arrays.md). They are created once
 * for each network.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { NOW } from "../engine/clock.ts";
import type { Ps } from "../../base/units.ts";
import type { EventQueue } from "../engine/event-queue.ts";
import type { Repeats } from "../../base/view.ts";
import type { FlowPauses } from "./flow-pauses.ts";
import type { Flows } from "./flows.ts";
import type { PauseTimes } from "./pause-times.ts";

/**
 * Base-2 logarithm of the fields per flow. A field is at `(flow << STALL_DOUBLES_LOG) | FIELD`. All fields are in ps.
 * The fields of a flow fill one cache line.
 */
export const STALL_DOUBLES_LOG = 3;
/** Field: the end of the flow's last transmission. Before the first transmission: the start of the flow. */
export const END = 0;
/**
 * Field: the time since which the flow has had bytes to send and room in its window. Infinity if bytes or room are missing.
 */
export const OPEN = 1;
/** Field: the total time for which the flow was window-limited or had no bytes to send, up to its last transmission. */
export const WINDOW = 2;
/** Field: the total time for which the flow was rate-limited. */
export const RATE = 3;
/** Field: the total time for which the class of the flow was paused at the NIC. */
export const STOPPED = 4;
/** Field: the total time for which the NIC sent for other flows. */
export const NIC = 5;
/** Field: the total of waiting times that ended with a retransmission timeout. */
export const TIMEOUT = 6;
/** Field: the waiting time before the first byte, such as TCP's handshake. */
export const OPENING = 7;

/** The event that ends a flow's wait: its window got room, or it got bytes to send. */
export const ROOM = 0;
/** The event that ends a flow's wait: an answer (an ACK or NACK) reported a loss, so the flow can retransmit. */
export const ANSWER = 1;
/** The event that ends a flow's wait: a retransmission timeout expired. */
export const TIMED_OUT = 2;

export interface SenderStalls {
  readonly at: Float64Array;
  /**
   * By flow: the total time in ps for which the flow waited because this flow alone was paused, not its class. At a host,
   * each flow is a queue. Null if no policy pauses single flows.
   */
  readonly byQueue: Float64Array | null;
  /** By flow: the event that ended its latest wait for room in the window or for data. */
  readonly why: Uint8Array;
  /** The flow begins. */
  readonly begin: (flow: number) => void;
  /** Call this when the flow sends. Divides the gap since its last transmission into parts, by the cause of waiting. */
  readonly sends: (flow: number) => void;
  /** True if the flow has something to send and may send it (`isAble`). Its rate and the NIC are not considered. */
  readonly able: (flow: number) => boolean;
  /** Call this when the window of the flow, or its bytes to send, changed because of event `why`. */
  readonly look: (flow: number, why: number) => void;
  /**
   * For a flow that still waits: writes its waiting times up to now to `into`, by field. Returns the time for which it
   * waited because a pause stopped this single flow and not its class. That time has no field in `into`.
   */
  readonly upToNow: (flow: number, into: Float64Array) => Ps;
  /**
   * Called when the time since a flow's last transmission (the gap) is divided among the causes of waiting. It is called only
   * if the flow's class was paused in the gap. `from` is the time from which the flow could have sent without the pause.
   * Null: no observer is registered.
   */
  onStopped: ((flow: number, from: Ps) => void) | null;
  /** Called with each wait that is added to the field WINDOW of the flow. Null: no observer is registered. */
  onWindow: ((flow: number, from: Ps, until: Ps) => void) | null;
}

interface StalledFabric {
  readonly queue: EventQueue;
  readonly pauseTimes: PauseTimes;
  readonly flowPauses: FlowPauses | null;
}

/**
 * Creates the functions that measure waits at senders. `repeats` has the retransmissions requested by a recovery policy. It
 * is null if the policy never retransmits single packets. A transport policy gives `isAble`, which decides whether a flow
 * can send. By default, a flow can send if it has bytes to send and room in its window, or a packet of `repeats`.
 */
export function senderStalls(
  { queue, pauseTimes, flowPauses }: StalledFabric,
  flows: Flows,
  repeats: Repeats | null,
  isAble?: (flow: number) => boolean,
): SenderStalls {
  const { clock } = queue;
  const { over } = pauseTimes;
  const { size, sndNxt, sndUna, limit, nextSend, sendCls, port } = flows;
  const at = new Float64Array(flows.capacity << STALL_DOUBLES_LOG);
  const why = new Uint8Array(flows.capacity);
  const byQueue = flowPauses === null ? null : new Float64Array(flows.capacity);

  /**
   * Divides the time since the flow's previous transmission (the gap) into parts. Adds these to the fields from
   * `to[base]` on.
   */
  function split(flow: number, to: Float64Array, base: number): void {
    const record = flow << STALL_DOUBLES_LOG;
    const now = clock[NOW];
    let from = at[record | END];
    // The NIC is still sending the flow's last packet, so there is no gap.
    if (from >= now) return;
    let until = at[record | OPEN];
    if (until > from) {
      const field = stalledBy(flow, until);
      if (until > now) until = now;
      if (field >= 0) to[base + field] += until - from;
      if (field === WINDOW && stalls.onWindow !== null) stalls.onWindow(flow, from, until);
      from = until;
    }
    until = nextSend[flow];
    if (until > from) {
      if (until > now) until = now;
      to[base + RATE] += until - from;
      from = until;
    }
    if (from === now) return;
    const allowed = from;
    const queue = (port[flow] << CLASS_BITS) | sendCls[flow];
    if (over[queue] > from) from = stoppedFor(flow, queue, from, to, base);
    if (byQueue !== null && flowPauses !== null && flowPauses.over[flow] > allowed) {
      // If the class and the single flow are paused at the same time, the time counts for the class.
      const alone = Math.min(flowPauses.within(flow, allowed, now), now - from);
      byQueue[flow] += alone;
      from += alone;
    }
    to[base + NIC] += now - from;
  }

  /**
   * Computes the duration for which `queue` was paused between time `from` and now. Adds this duration to the flow's
   * field STOPPED in the array `to`. Returns `from` plus the duration. The caller assigns the time from there to now
   * to other causes.
   */
  function stoppedFor(flow: number, queue: number, from: Ps, to: Float64Array, base: number): Ps {
    const stopped = pauseTimes.within(queue, from, clock[NOW]);
    to[base + STOPPED] += stopped;
    if (stopped > 0 && stalls.onStopped !== null) stalls.onStopped(flow, from);
    return from + stopped;
  }

  /**
   * Returns the field to which a wait of the flow is added. `open` is the end of the wait, or Infinity while it lasts. Two
   * kinds of waits are added to no field, so the result is -1:
   * - the wait has not ended, and the flow has sent all bytes
   * - an answer (an ACK or NACK) that reported a loss ended the wait
   *
   * `run/measure/fct-breakdown.ts` computes the waits of these two kinds as a remainder.
   */
  function stalledBy(flow: number, open: Ps): number {
    if (sndNxt[flow] === 0 && sndUna[flow] === 0 && at[(flow << STALL_DOUBLES_LOG) | END] === flows.start[flow])
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
  const able = isAble ?? (repeats === null ? hasRoom : hasRoomOrRepeat);

  const stalls: SenderStalls = {
    at,
    why,
    begin(flow) {
      const record = flow << STALL_DOUBLES_LOG;
      at[record | END] = clock[NOW];
      at[record | OPEN] = able(flow) ? clock[NOW] : Infinity;
    },
    sends(flow) {
      split(flow, at, flow << STALL_DOUBLES_LOG);
    },
    byQueue,
    able,
    look(flow, reason) {
      const open = (flow << STALL_DOUBLES_LOG) | OPEN;
      if (!able(flow)) at[open] = Infinity;
      else if (at[open] === Infinity) {
        at[open] = clock[NOW];
        why[flow] = reason;
      }
    },
    upToNow(flow, into) {
      const record = flow << STALL_DOUBLES_LOG;
      into.set(at.subarray(record, record + (1 << STALL_DOUBLES_LOG)));
      const before = byQueue?.[flow] ?? 0;
      split(flow, into, 0);
      if (byQueue === null) return 0;
      const after = byQueue[flow];
      byQueue[flow] = before;
      return after;
    },
    onStopped: null,
    onWindow: null,
  };
  return stalls;
}
