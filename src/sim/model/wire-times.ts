/**
 * Tables of transmission times by kind of link and frame size. They also assign lanes of the event queue
 * (`engine/lanes.ts`) to frequent frames: full data packets and ACKs. If frames of one
 * size leave on several links of equal rate and delay, they arrive in the order in which they left. So one lane serves all these links for
 * one frame size, as long as lanes are free.
 */
import type { EventQueue } from "../engine/event-queue.ts";
import type { Fidelity } from "../../contracts/fidelity.ts";
import type { Bytes } from "../../base/units.ts";

/**
 * Offset in a row of `times` (one row for each kind of link): the propagation delay in ps, or -1 if the delay varies. The
 * other offsets are frame sizes in bytes, from 1 on.
 */
export const LINK_DELAY = 0;

export interface WireTimes {
  /**
   * By port: the index at which the row for the port's link begins in the following tables (WIRE_BASE in `ports.ts`).
   * Links of one kind (equal rate and delay) share a row.
   */
  readonly base: Int32Array;
  /**
   * By kind of link and frame size: the time on the wire, ps. The element at offset LINK_DELAY is the delay of the
   * link.
   */
  readonly times: Float64Array;
  /**
   * By kind of link (its rate and delay) and frame size: the lane of the event queue for arrivals of such frames, or -1
   * (`engine/lanes.ts`).
   */
  readonly laneOf: Int8Array;
  /** By kind of link and frame size: the lane of the event queue for the ends of transmissions. -1: no lane. */
  readonly laneOfEnds: Int8Array;
  /** By kind of link and frame size: the lane of the event queue for arrivals from another partition. -1: no lane. */
  readonly laneAcross: Int8Array;
}

/**
 * Computes the tables of transmission times, and opens lanes of the event queue. A lane is a queue for events with equal
 * delays. `rate` and `delay` are by port. Links for which `varies` is true get no lane for arrivals, because their packets
 * may not arrive in the order in which they were sent. `isCut` is true in a partitioned network.
 */
export function wireTimes(
  queue: EventQueue,
  fidelity: Fidelity,
  { maxFrame, fullFrame }: { readonly maxFrame: Bytes; readonly fullFrame: Bytes },
  { rate, delay }: { readonly rate: Float64Array; readonly delay: Float64Array },
  varies: (port: number) => boolean,
  isCut: boolean,
): WireTimes {
  const kindOf = Array.from(rate, (bps, port) => `${bps} ${varies(port) ? "varies" : delay[port]}`);
  const kinds = [...new Set(kindOf)];
  const rowOf = new Map(kinds.map((kind, row) => [kind, row]));
  const stride = maxFrame + 1;
  const times = new Float64Array(kinds.length * stride);
  const laneOf = new Int8Array(kinds.length * stride).fill(-1);
  const laneAcross = new Int8Array(laneOf);
  const laneOfEnds = new Int8Array(laneOf);
  const usual = new Set([fullFrame, fidelity.frames.ack]);
  kinds.forEach((kind, row) => {
    const port = kindOf.indexOf(kind);
    for (let size = 1; size < stride; size++) times[row * stride + size] = fidelity.wireTime(size, rate[port]);
    times[row * stride + LINK_DELAY] = varies(port) ? -1 : delay[port];
    if (varies(port)) return;
    for (const size of usual) {
      laneOf[row * stride + size] = queue.lanes.open();
      if (isCut) laneAcross[row * stride + size] = queue.lanes.openForOthers();
    }
  });
  // A lane is a queue for events with one delay. Lanes that are still free serve the ends of transmissions. Arrivals get
  // lanes first, because every arrival is an event. The end of a transmission is an event only if the port has more to send.
  for (const size of usual)
    kinds.forEach((_, row) => {
      laneOfEnds[row * stride + size] = queue.lanes.open();
    });
  const base = Int32Array.from(kindOf, (kind) => (rowOf.get(kind) as number) * stride);
  return { base, times, laneOf, laneOfEnds, laneAcross };
}
