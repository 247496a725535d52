/**
 * Fidelity: what a byte costs and how a flow begins. Everything in which xoff's own model and HPCC's ns-3 simulator
 * differ, and that is nobody's role, is answered here; the model never asks which of the two it runs.
 */
import type { TimerMaker } from "../base/view.ts";
import type { Bps, Bytes, Ps } from "../base/units.ts";

/** Bytes of each kind of frame as buffers count them; `wireOverhead` (preamble and gap) comes on top on the wire. */
export interface Frames {
  /** Headers and trailers of a data packet, in-band telemetry included. */
  readonly dataHeader: Bytes;
  readonly ack: Bytes;
  readonly cnp: Bytes;
  readonly pause: Bytes;
  readonly wireOverhead: Bytes;
  /** Class with memory of its own, which link policies neither see nor pause; undefined: there is none. */
  readonly controlClass: number | undefined;
  /** Class of ACK, NACK and CNP; undefined: the class of their flow's data. */
  readonly ackClass: number | undefined;
  /** Queues of ACKs, NACKs and CNPs at a host's port: 1, or 8, one for each class, which a PAUSE of its class stops. */
  readonly ackQueues: 1 | 8;
}

export interface Fidelity {
  readonly frames: Frames;
  /** Time a frame of `size` buffer bytes occupies a port of `rate`. */
  wireTime(size: Bytes, rate: Bps): Ps;
  /** Time between the starts of a frame of `size` and the next, for a flow paced at `rate`. */
  paceTime(size: Bytes, rate: Bps): Ps;
  /** Whole bytes of a `window` meant for the line rate that a flow at `rate` may use; at least 1. */
  scaleWindow(window: Bytes, rate: Bps, lineRate: Bps): Bytes;
}

/** Does a frame of `size` that `port` has sent arrive damaged? Asked once for each frame, in order of arrival. */
export interface ErrorModel {
  damaged(port: number, size: Bytes): boolean;
}

export interface LaunchView {
  readonly timer: TimerMaker;
  readonly now: Ps;
  /** How many flows wait to start; flow i starts at start[i], ps. */
  readonly planned: number;
  readonly start: Float64Array;
  /** Those whose senders act here, ordered by start time: no others are begun. */
  readonly acting: ArrayLike<number>;
  begin(flow: number): void;
}

/** Starts planned flows at their time; what happens between the two is the fidelity's. */
export type Launch = (view: LaunchView) => void;
