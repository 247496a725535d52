/**
 * Your own headroom policy: which memory do packets get after a PAUSE, and which queues pause?
 *
 * Rule: reserve `factor` times the worst case for each lossless queue.
 *
 *   xoff run my.yaml --set headroom=./FILE    run it
 *   xoff test ./FILE                          test it
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
export const about = "reserves the worst case, times a factor";

/** The parameters for scenarios, with units. Help, checks and reports read this table. */
export const params = defineParams({
  factor: {
    unit: "ratio",
    default: 1,
    min: 1,
    max: 4,
    source: "my own",
    about: "Headroom relative to the worst case.",
  },
});

/** Called once for a network: one policy serves all switches. The number of a queue is port * 8 + class. */
export function create({ factor }: Values<typeof params>, view: HeadroomView): HeadroomPolicy {
  const { capacity, footroom, headroom, lossless, nodeOf, used } = view;
  /**
   * The worst case of a port: bytes that may still arrive after its PAUSE. They are in flight on the cable, in begun
   * frames, or sent during the peer's reaction time.
   */
  const need = (port: number): number => {
    const wire = view.maxFrame + view.wireOverhead;
    const cable = (2 * view.rate(port) * view.delay(port)) / 8e12;
    const bytes = view.maxFrame + ((2 * wire + view.pauseFrame + cable + view.reaction(port)) * view.maxFrame) / wire;
    return view.ownMemory(port) > 0 ? 0 : Math.ceil(factor * bytes);
  };
  const limits = Float64Array.from({ length: view.ports }, (_, port) => need(port));
  return {
    /** For each node: bytes that are taken from the shared pool for headroom. */
    reserved: setAside(view, limits, lossless.length),
    /** The bytes reserved for packets after a PAUSE. If they suffice, no packet is lost. */
    kept: { bytes: limits, each: "queue" },
    /** A leaving packet calls `resumes` for every paused queue of the switch. "own queue" calls it for the packet's queue only. */
    resumeAsks: "every queue",

    /**
     * Called for every packet. Returns FOOTROOM (private memory, then shared memory), HEADROOM or REFUSED. In a lossless
     * class REFUSED means a loss.
     */
    place(queue, size, threshold) {
      const over = footroom(queue) + size - view.private;
      if (over <= 0) return FOOTROOM;
      const here = nodeOf[queue >> 3];
      const fits = used[here] + Math.min(over, size) <= capacity[here];
      if (headroom(queue) === 0 && over <= threshold && fits) return FOOTROOM;
      return headroom(queue) + size <= limits[queue >> 3] ? HEADROOM : REFUSED;
    },
    /** Called after a packet got its memory. Returns QUEUE or PORT (the whole port) to pause, or NOTHING. */
    pauses: (queue, threshold) =>
      headroom(queue) > 0 || footroom(queue) - view.private >= threshold ? QUEUE : NOTHING,
    /** Called for a paused queue after memory was freed. Returns QUEUE or PORT to resume, or NOTHING. */
    resumes: (queue, threshold) =>
      headroom(queue) === 0 && footroom(queue) - view.private <= Math.max(0, threshold - 3072) ? QUEUE : NOTHING,
  };
}
