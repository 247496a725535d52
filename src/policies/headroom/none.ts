/**
 * No headroom: a packet that the buffer policy admits is stored as long as memory is free. A queue above its threshold
 * pauses its upstream.
 *
 * Packets that arrive after a PAUSE use the same memory, so the buffer policy must leave room for them. With `buffer:
 * dt` and little memory, packets are lost, and the first loss ends the run. With `onDrop: count` the run continues.
 *
 * Source  ConWeave's simulator. There the buffer policy (`ingress-egress`) keeps the headroom, so no headroom policy is
 *         needed. There is no paper.
 */
import { CLASS_BITS } from "../../base/queue-number.ts";
import { defineParams, type Idle, type Values } from "../../base/params.ts";
import { FOOTROOM, NOTHING, QUEUE, REFUSED, type HeadroomPolicy, type HeadroomView } from "../../contracts/headroom.ts";

export const about = "none reserved: a packet that the buffer policy admits is stored while there is memory";

export const steady = true;

export const idle: Idle = "no lossless class";

export const params = defineParams({
  resumeOffset: {
    unit: "bytes",
    default: 0,
    min: 0,
    max: 2 ** 40,
    source: "lab: a queue resumes as soon as it is below its threshold",
    about: "How far below the threshold a queue must fall before its upstream resumes.",
  },
});

export function create({ resumeOffset }: Values<typeof params>, view: HeadroomView): HeadroomPolicy {
  const { capacity, footroom, nodeOf, used } = view;
  const privateBytes = view.private;
  return {
    reserved: new Float64Array(view.nodes),
    goesAt: (_, threshold) => Math.max(0, threshold - resumeOffset),
    resumeAsks: "own queue",
    place(queue, size) {
      const over = footroom(queue) + size - privateBytes;
      const fromPool = over < size ? over : size;
      const here = nodeOf[queue >> CLASS_BITS];
      return fromPool <= 0 || used[here] + fromPool <= capacity[here] ? FOOTROOM : REFUSED;
    },
    pauses: (queue, threshold) => (footroom(queue) - privateBytes > threshold ? QUEUE : NOTHING),
    resumes: (queue, threshold) =>
      footroom(queue) - privateBytes + resumeOffset < Math.max(threshold, resumeOffset + 1) ? QUEUE : NOTHING,
  };
}
