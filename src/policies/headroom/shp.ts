/**
 * Shared headroom pool: like `sih`, but all ports of a switch share one pool for the packets that arrive after a PAUSE.
 * The pool is smaller than the sum of the headroom of all ports.
 *
 *   pool = (sum of h over ports and lossless classes) / overSubscribe        unless `pool` gives the size
 *
 * h is the headroom of one queue under `sih`. All ports rarely use all of their headroom at once. If they do, the pool
 * is full and packets are lost. So each queue is guaranteed only its share of the pool: h * pool / (sum of all h).
 *
 * Defined in  SONiC: xoff of the ingress pool, over_subscribe_ratio.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { defineParams, type Idle, type Unread, type Values } from "../../base/params.ts";
import type { Bytes } from "../../base/units.ts";
import { HEADROOM, REFUSED, setAside, type HeadroomPolicy, type HeadroomView } from "../../contracts/headroom.ts";
import { headroomByPort, profileLists, type Profiles } from "./need.ts";
import * as sih from "./sih.ts";

export const about = "one pool of headroom for all ports of a switch";

export const idle: Idle = "no lossless class";

export const params = defineParams({
  ...sih.params,
  overSubscribe: {
    unit: "ratio",
    default: 2,
    min: 1,
    max: 1000,
    source: "SONiC: over_subscribe_ratio",
    about: "Sum of the headroom of all queues, divided by the size of the pool.",
  },
  pool: {
    unit: "bytes",
    derived: "the headroom of all queues together, divided by `overSubscribe`",
    min: 0,
    max: 2 ** 40,
    source: "SONiC: xoff of ingress_lossless_pool",
    about: "Headroom pool of a switch, for all its ports together.",
  },
});

export const lists = profileLists;

export const unread = (p: Values<typeof params>): Unread => ({
  ...sih.unread(p),
  ...(p.pool !== undefined && { overSubscribe: "pool overrides it" }),
});

export function create(p: Values<typeof params> & Profiles, view: HeadroomView): HeadroomPolicy {
  const { headroom, lossless, nodeOf } = view;
  const limits = headroomByPort(p, view);
  const most = setAside(view, limits, lossless.length);
  const reserved = most.map((bytes) => Math.min(bytes, p.pool ?? Math.ceil(bytes / p.overSubscribe)));
  const alone = sih.create(p, view);
  /** By node: bytes in the headroom pool. */
  const used = new Float64Array(view.nodes);
  /** By queue: bytes in the headroom pool, updated when a packet of the queue arrives or leaves. */
  const held = new Float64Array(view.ports * 8);

  function hold(queue: number, bytes: Bytes): void {
    used[nodeOf[queue >> CLASS_BITS]] += bytes - held[queue];
    held[queue] = bytes;
  }

  return {
    ...alone,
    reserved,
    kept: {
      each: "queue",
      bytes: limits.map((bytes, port) => {
        const node = nodeOf[port];
        return most[node] === 0 ? bytes : Math.floor((bytes * reserved[node]) / most[node]);
      }),
    },
    place(queue, size, threshold) {
      const segment = alone.place(queue, size, threshold);
      if (segment !== HEADROOM) return segment;
      const here = nodeOf[queue >> CLASS_BITS];
      if (used[here] + size > reserved[here]) return REFUSED;
      hold(queue, headroom(queue) + size);
      return HEADROOM;
    },
    onRelease(queue) {
      if (held[queue] > 0) hold(queue, headroom(queue));
    },
  };
}
