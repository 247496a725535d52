/**
 * Fidelity: what a byte costs and how a flow begins.
 *
 * It answers every difference between xoff's own model and HPCC's ns-3 simulator that belongs to no role. The model never knows which of
 * the two it runs.
 */
import type { TimerMaker } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** Bytes of each kind of frame in buffers. On the wire `wireOverhead` (preamble and gap) is added. */
export interface Frames {
  /** Headers and trailers of a data packet, in-band telemetry included. */
  readonly dataHeader: Bytes;
  readonly ack: Bytes;
  readonly cnp: Bytes;
  readonly pause: Bytes;
  readonly wireOverhead: Bytes;
  /** The class with memory of its own, which link policies neither see nor pause; undefined: no such class. */
  readonly controlClass: number | undefined;
  /** Class of ACK, NACK and CNP; undefined: the class of their flow's data. */
  readonly ackClass: number | undefined;
  /** Queues of ACKs, NACKs and CNPs at a host's port: 1 or 8. Eight queues are one for each class. A PAUSE of a class pauses its queue. */
  readonly ackQueues: 1 | 8;
}

export interface Fidelity {
  readonly frames: Frames;
  /** Time for which a frame of `size` buffer bytes occupies a port of `rate`. */
  wireTime(size: Bytes, rate: Bps): Ps;
  /** Time between the starts of a frame of `size` and the next, for a flow paced at `rate`. */
  paceTime(size: Bytes, rate: Bps): Ps;
  /** Whole bytes that a flow at `rate` may use of a `window` meant for the line rate; at least 1. */
  scaleWindow(window: Bytes, rate: Bps, lineRate: Bps): Bytes;
}

/** True if a frame of `size` sent by `port` arrives damaged. Called once for each frame, in order of arrival. */
export interface ErrorModel {
  damaged(port: number, size: Bytes): boolean;
}

export interface LaunchView {
  readonly timer: TimerMaker;
  readonly now: Ps;
  /** The number of flows that wait to start. Flow i starts at start[i], ps. */
  readonly planned: number;
  readonly start: Float64Array;
  /** The flows whose senders are in this partition, ordered by start time. No other flow begins here. */
  readonly acting: ArrayLike<number>;
  begin(flow: number): void;
}

/** Starts planned flows at their times. The fidelity decides the events between the planned time and `begin`. */
export type Launch = (view: LaunchView) => void;
