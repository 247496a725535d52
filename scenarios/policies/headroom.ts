/**
 * A headroom policy of your own: where do packets go that arrive after a PAUSE, and who pauses whom?
 *
 * Rule     each lossless queue has `factor` times its worst case set aside
 * Run it   xoff run my.yaml --set headroom=./FILE     Test it   xoff test ./FILE
 */
import {
  defineParams,
  FOOTROOM,
  HEADROOM,
  NOTHING,
  QUEUE,
  REFUSED,
  setAside,
  type HeadroomPolicy,
  type HeadroomView,
  type Values,
} from "xoff/policy";

export const role = "headroom";
export const about = "the worst case set aside, times a factor";

/** What a scenario may set, with units: help, checks and reports read it. */
export const params = defineParams({
  factor: { unit: "ratio", default: 1, min: 1, max: 4, source: "my own", about: "Headroom over what is needed." },
});

/** Called once for a network: one policy serves all of its switches. A queue is port * 8 + class. */
export function create({ factor }: Values<typeof params>, view: HeadroomView): HeadroomPolicy {
  const { capacity, footroom, headroom, lossless, nodeOf, used } = view;
  /** What may still come in by a port once its peer was told to stop: what is on the cable, on the wires, and sent until it reacts. */
  const need = (port: number): number => {
    const wire = view.maxFrame + view.wireOverhead;
    const cable = (2 * view.rate(port) * view.delay(port)) / 8e12;
    const bytes = view.maxFrame + ((2 * wire + view.pauseFrame + cable + view.reaction(port)) * view.maxFrame) / wire;
    return view.ownMemory(port) > 0 ? 0 : Math.ceil(factor * bytes);
  };
  const limits = Float64Array.from({ length: view.ports }, (_, port) => need(port));
  return {
    /** By node: bytes taken from the shared pool for headroom. */
    reserved: setAside(view, limits, lossless.length),
    /** What is kept for packets after a stop: where this is enough none is lost. */
    kept: { bytes: limits, each: "queue" },
    /** Who is asked `resumes` when a packet leaves: every stopped queue of the switch, or its "own queue" alone. */
    resumeAsks: "every queue",

    /** For every packet: FOOTROOM (private, then shared memory), HEADROOM, or REFUSED, which in a lossless class is a loss. */
    place(queue, size, threshold) {
      const over = footroom(queue) + size - view.private;
      if (over <= 0) return FOOTROOM;
      const here = nodeOf[queue >> 3];
      const fits = used[here] + Math.min(over, size) <= capacity[here];
      if (headroom(queue) === 0 && over <= threshold && fits) return FOOTROOM;
      return headroom(queue) + size <= limits[queue >> 3] ? HEADROOM : REFUSED;
    },
    /** After a packet got its memory: who must stop, QUEUE or PORT (the whole port)? */
    pauses: (queue, threshold) =>
      headroom(queue) > 0 || footroom(queue) - view.private >= threshold ? QUEUE : NOTHING,
    /** After memory came free: may this stopped queue go again? */
    resumes: (queue, threshold) =>
      headroom(queue) === 0 && footroom(queue) - view.private <= Math.max(0, threshold - 3072) ? QUEUE : NOTHING,
  };
}
