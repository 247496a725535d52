/**
 * Transmission times by kind of link and frame size, and the lanes for frames that arrive in sending order across all links. These are full
 * data packets and ACKs on links of one rate and delay; each such group has a lane of the event queue.
 */
import type { EventQueue } from "../engine/event-queue.ts";
import type { Fidelity } from "../../contracts/fidelity.ts";
import type { Bytes } from "../../base/units.ts";

/** In the table of a kind of link: the index of its delay, in ps. The value -1 means that the delay varies. */
export const LINK_DELAY = 0;

export interface WireTimes {
  /** By port: the index at which its kind of link begins in the tables below (WIRE_BASE in `ports.ts`). */
  readonly base: Int32Array;
  /**
   * By kind of link and size: the time on the wire in ps, and the lane of the queue or -1. Index LINK_DELAY, which is the size 0, has the
   * link's delay instead of a time.
   */
  readonly times: Float64Array;
  readonly laneOf: Int8Array;
  /** The lane of the ends of their transmissions, or -1. */
  readonly laneOfEnds: Int8Array;
  /** The lane for such frames that arrive from another partition, or -1. */
  readonly laneAcross: Int8Array;
}

/**
 * `rate` and `delay` are by port. On links for which `varies` is true the delay varies, so a later packet may arrive earlier than one on
 * another link.
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
  // The remaining lanes go to ends of transmissions. Arrivals come first, because more of them are events.
  for (const size of usual)
    kinds.forEach((_, row) => {
      laneOfEnds[row * stride + size] = queue.lanes.open();
    });
  const base = Int32Array.from(kindOf, (kind) => (rowOf.get(kind) as number) * stride);
  return { base, times, laneOf, laneOfEnds, laneAcross };
}
