/**
 * Max-min: every sender immediately has its max-min fair rate. No real sender can know this rate.
 *
 *   When a flow begins, or has sent its last byte, all rates are recomputed by water-filling over the links of all flows and their
 *   ACKs (base/water-filling.ts). The new rates take effect at once.
 *
 * A flow takes part in this computation until its last packet has left at the flow's rate, not until its last ACK. Senders
 * at these rates fill the bottleneck of each flow, and load no link beyond its rate.
 *
 * Role     It is the congestion control of the ideal `rates` (docs/ideals.md). It knows all flows and has no delay.
 * Needs    a routing policy with paths known before packets leave, such as ecmp, pinned or spray. drill over all queues works too.
 * Differs  In contrast to a fluid model, short queues remain. The reasons are whole packets, the delay until new rates reach distant
 *          links, and the first packet of a flow, which leaves at once. A link that fails changes rates only at the next start or end
 *          of a flow.
 */
import { defineParams, ParamError, type Signal } from "../../base/params.ts";
import type { Bytes, Ps } from "../../base/units.ts";
import { WaterFilling } from "../../base/water-filling.ts";
import type { CongestionPolicy, CongestionView, LinkLoad } from "../../contracts/congestion.ts";

export const about = "the max-min fair rate of every flow at once, as if senders knew all flows";

export const params = defineParams({});

export const reads = (): readonly Signal[] => [];

export function create(_: unknown, view: CongestionView): CongestionPolicy {
  const { loads, payload, packetOnWire, size, sndNxt } = view;
  if (loads === null)
    throw new ParamError(
      "",
      "a routing policy with fixed paths, such as ecmp or spray",
      "one that reacts to the state of the network",
      "Set routing: ecmp, or choose another congestion policy.",
    );
  const filling = new WaterFilling((port) => view.portRate(port));
  /** The flows that have bytes left to send, in the order of their starts, each with its links. */
  const active = new Map<number, readonly LinkLoad[]>();
  /** By flow: the bytes on the wire that the flow still had to send at time `since`. */
  const left = new Float64Array(view.flows);
  const since = new Float64Array(view.flows);
  let isStale = false;

  const onWire = (bytes: Bytes): Bytes => bytes + Math.ceil(bytes / payload) * (packetOnWire - payload);

  function fill(): void {
    if (!isStale) return;
    isStale = false;
    const flows = [...active.keys()];
    const rates = filling.rates([...active.values()]);
    flows.forEach((flow, k) => {
      const rate = Math.min(view.lineRate[flow], Math.max(1, rates[k]));
      if (rate !== view.rate[flow]) {
        spend(flow);
        view.changeRate(flow, rate);
      }
      if (left[flow] < Infinity) ends.arm(flow, Math.max(view.now, Math.ceil(since[flow] + timeOf(left[flow], rate))));
    });
  }

  const timeOf = (bytes: Bytes, rate: number): Ps => (bytes * 8e12) / rate;

  function spend(flow: number): void {
    left[flow] = Math.max(0, left[flow] - (view.rate[flow] * (view.now - since[flow])) / 8e12);
    since[flow] = view.now;
  }

  function enter(flow: number, bytes: Bytes): void {
    active.set(flow, (loads as NonNullable<typeof loads>)(flow));
    left[flow] = bytes;
    since[flow] = view.now;
    isStale = true;
    // The timer fires at the current time, after all flows of this time have begun. They thus cause only one
    // computation.
    starts.arm(flow, view.now);
  }

  function leave(flow: number): void {
    starts.cancel(flow);
    ends.cancel(flow);
    if (active.delete(flow)) isStale = true;
  }

  const starts = view.timer(fill);
  const ends = view.timer((flow) => {
    const rest = size[flow] - sndNxt[flow];
    if (rest > 0) {
      // The flow should have sent all bytes by now. It has bytes left because a PAUSE or another flow of its host
      // delayed it.
      left[flow] = onWire(rest);
      since[flow] = view.now;
      ends.arm(flow, Math.ceil(view.now + timeOf(left[flow], view.rate[flow])));
      return;
    }
    leave(flow);
    fill();
  });

  return {
    whole: true,
    onStart(flow) {
      if (view.window[flow] !== 0) view.setWindow(flow, 0);
      enter(flow, onWire(size[flow]));
    },
    onAck() {
      // An ACK changes no rate, because rates change only at starts and ends of flows.
    },
    onLoss(flow) {
      if (!active.has(flow)) enter(flow, packetOnWire);
    },
    onFinish(flow) {
      leave(flow);
      if (isStale) fill();
    },
  };
}
