/** Types that the contracts of several roles share, such as ECN marks, timers and the view of all switches. */
import type { Bps, Ps } from "./units.ts";

/** The marks of a packet. A higher mark replaces a lower one, so CONGESTED replaces UNDETERMINED. */
export const UNMARKED = 0;
/** The packet passed a port whose state is undetermined (TCD). */
export const UNDETERMINED = 1;
/** Congestion experienced. */
export const CONGESTED = 2;

/** A timer with one pending time for each subject (a flow, a port, a class). */
export interface Timer {
  /** Sets the timer of `subject` to fire at time `at`, in ps. An earlier setting is replaced. */
  arm(subject: number, at: Ps): void;
  cancel(subject: number): void;
  /** The time at which the timer of `subject` fires, in ps. Infinity if it is not armed. */
  due(subject: number): Ps;
  /**
   * True if the timer of `subject` is armed and has not fired. If the timer is due at the current picosecond, the order of events decides
   * whether it has already fired.
   */
  pending(subject: number): boolean;
}

/** Creates a timer for `subjects` subjects, such as ports or flows. `action` runs when the timer of a subject fires. */
export type TimerMaker = (subjects: number, action: (subject: number) => void) => Timer;

/**
 * Columns with a value for each flow, for senders that retransmit single packets. The recovery policy writes them, and the NIC reads them.
 */
export interface Repeats {
  /**
   * The first byte of the packet that the flow retransmits next. The NIC sends this packet before new packets, and the window
   * does not limit it. -1: none.
   */
  readonly next: Float64Array;
  /** Bytes that have arrived beyond the first missing byte. The window does not count them as in flight. */
  readonly landed: Float64Array;
  /** A new packet must begin less than this many bytes beyond `sndUna`, independent of the window. Infinity: no such limit. */
  readonly reach: Float64Array;
  /**
   * A hook of the recovery policy. The NIC calls it for each flow that may send next, before checking whether the flow has bytes to
   * send. Null if the recovery policy has no such hook.
   */
  look: ((flow: number) => void) | null;
}

/**
 * `width` 32-bit words for each packet. The words of packet p begin at index p * `width` of the array `at`. This array is never replaced.
 */
export interface PacketWords {
  readonly at: Int32Array;
  readonly width: number;
}

/**
 * The view of all switches for a policy that serves the whole network. Nodes, ports and queues have network-wide numbers, which include
 * hosts. So a policy stores the state of all switches in arrays by node or port.
 */
export interface SwitchesView {
  readonly nodes: number;
  /** The number of ports of all nodes. */
  readonly ports: number;
  /** By node: the number of its first port. Node n has the ports firstPort[n] to firstPort[n + 1] - 1. */
  readonly firstPort: Int32Array;
  /** The node of each port. */
  readonly nodeOf: Int32Array;
  /** The nodes that are switches, in ascending order. The policy is never called for other nodes. */
  readonly switches: readonly number[];
  /** Classes that PFC protects. */
  readonly lossless: readonly number[];
  rate(port: number): Bps;
  /** One-way propagation delay of the port's link. */
  delay(port: number): Ps;
}
