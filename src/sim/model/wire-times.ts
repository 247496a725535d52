/**
 * How long frames take on the wires of a network, by kind of link and size, and which of them arrive in the order in which they are sent anywhere:
 * full data packets and ACKs, on links of one rate and delay, each in a lane of the event queue.
 */
import type { EventQueue } from "../engine/event-queue.ts";
import type { Fidelity } from "../../contracts/fidelity.ts";
import type { Bytes } from "../../base/units.ts";

/** In a kind's times of frames: the delay of its links, ps; -1: light is not always equally fast. */
export const LINK_DELAY = 0;

export interface WireTimes {
  /** By port: where its kind of link begins in the tables below (WIRE_BASE in `ports.ts`). */
  readonly base: Int32Array;
  /** By kind of link and size: time on the wire, ps, and the lane of the queue, or -1. In place of the time of no bytes, at LINK_DELAY, is the link's delay. */
  readonly times: Float64Array;
  readonly laneOf: Int8Array;
  /** The lane of the ends of their transmissions, or -1. */
  readonly laneOfEnds: Int8Array;
  /** The lane in which such frames arrive that another part of the network has sent, or -1. */
  readonly laneAcross: Int8Array;
}

/** `rate` and `delay` by port; on links of `varies` light is not always equally fast, so that what is sent later may arrive earlier elsewhere. */
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
  // What lanes are left: an arrival saves more than an end does, of which fewer are events.
  for (const size of usual)
    kinds.forEach((_, row) => {
      laneOfEnds[row * stride + size] = queue.lanes.open();
    });
  const base = Int32Array.from(kindOf, (kind) => (rowOf.get(kind) as number) * stride);
  return { base, times, laneOf, laneOfEnds, laneAcross };
}
