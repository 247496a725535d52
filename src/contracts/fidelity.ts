/**
 * Fidelity: a way to compute frame sizes, transmission times and flow starts. One fidelity is xoff's own, and another
 * imitates HPCC's ns-3 simulator.
 *
 * xoff's own model and the imitation of HPCC's simulator differ only in their fidelity and in policies. All other code
 * is common.
 */
import type { TimerMaker } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/**
 * Bytes that each kind of frame occupies in a buffer. On the wire `wireOverhead` (preamble and inter-frame gap) is
 * added.
 */
export interface Frames {
  /** Headers and trailers of a data packet, in-band telemetry included. */
  readonly dataHeader: Bytes;
  readonly ack: Bytes;
  readonly cnp: Bytes;
  readonly pause: Bytes;
  readonly wireOverhead: Bytes;
  /**
   * The class that has memory outside the shared buffer. Link policies neither see nor pause it. Undefined: no such
   * class.
   */
  readonly controlClass: number | undefined;
  /** Class of ACKs, NACKs and CNPs. Undefined: they use the class of their flow's data. */
  readonly ackClass: number | undefined;
  /**
   * The number of queues for ACKs, NACKs and CNPs at a host's port: 1, or 8 for one per class. A PAUSE of a class
   * pauses only the queue of that class.
   */
  readonly ackQueues: 1 | 8;
}

export interface Fidelity {
  readonly frames: Frames;
  /**
   * Time for which a frame occupies a link of rate `rate`. `size` is the size of the frame in a buffer. On the wire the
   * frame may be larger.
   */
  wireTime(size: Bytes, rate: Bps): Ps;
  /** Time from the start of a frame of `size` bytes to the start of the next frame, for a flow paced at `rate`. */
  paceTime(size: Bytes, rate: Bps): Ps;
  /**
   * Scales `window`, which is computed for the line rate, to a flow that sends at `rate`. Returns whole bytes, at least
   * 1.
   */
  scaleWindow(window: Bytes, rate: Bps, lineRate: Bps): Bytes;
}

/**
 * Decides which frames arrive damaged. `damaged` is called once for each frame that `port` sent, in order of arrival.
 */
export interface ErrorModel {
  damaged(port: number, size: Bytes): boolean;
}

export interface LaunchView {
  readonly timer: TimerMaker;
  readonly now: Ps;
  /** The number of flows with a planned start. */
  readonly planned: number;
  /** By planned flow: its start, ps. */
  readonly start: Float64Array;
  /** The planned flows whose senders are in this partition, ordered by start time. Only these flows may begin here. */
  readonly acting: ArrayLike<number>;
  begin(flow: number): void;
}

/**
 * Arms timers that begin the planned flows. A fidelity that imitates another simulator may use several events between
 * the planned time and `begin`, as that simulator does.
 */
export type Launch = (view: LaunchView) => void;
