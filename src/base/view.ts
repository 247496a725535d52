/** What several roles share: switches by number, timers, columns that a policy keeps on packets, and the marks that one role leaves and another reads. */
import type { Bps, Ps } from "./units.ts";

/** Marks of a packet. It keeps its highest, so CE outranks UE. */
export const UNMARKED = 0;
/** Passed a port whose state is undetermined (TCD). */
export const UNDETERMINED = 1;
/** Congestion experienced. */
export const CONGESTED = 2;

/** One pending moment per subject (a flow, a port, a class). */
export interface Timer {
  /** Fires for `subject` at `at`, ps, instead of any moment armed before. */
  arm(subject: number, at: Ps): void;
  cancel(subject: number): void;
  /** The moment `subject` is armed for, or Infinity. */
  due(subject: number): Ps;
  /** Is it still to come, in the order of events? What is due at this very picosecond may already have had its turn. */
  pending(subject: number): boolean;
}

/** Makes a timer for `subjects` subjects; `action` runs when one is due. */
export type TimerMaker = (subjects: number, action: (subject: number) => void) => Timer;

/** What a sender that sends single packets again keeps of each flow: recovery's to decide, the NIC reads it. */
export interface Repeats {
  /** First byte of the packet that goes next, before anything new and whatever the window says; -1: none. */
  readonly next: Float64Array;
  /** Bytes behind the first one missing that have arrived all the same: a window does not count them as in flight. */
  readonly landed: Float64Array;
  /** No new packet begins this far beyond `sndUna`, whatever the window says; Infinity: no such limit. */
  readonly reach: Float64Array;
  /** Called of each flow that the NIC considers, before it is asked for bytes to send; null: recovery has nothing to do then. */
  look: ((flow: number) => void) | null;
}

/** `width` 32-bit words a packet, at [packet * width] of an array that stays the same as long as the network does. */
export interface PacketWords {
  readonly at: Int32Array;
  readonly width: number;
}

/**
 * The switches of a network, to a policy that serves all of them: nodes, ports and queues carry their network-wide numbers, hosts' among
 * them, so that an array by node or by port holds what a policy keeps of each switch.
 */
export interface SwitchesView {
  readonly nodes: number;
  /** Ports of all nodes. Node n has those from firstPort[n] to firstPort[n + 1] - 1. */
  readonly ports: number;
  readonly firstPort: Int32Array;
  /** The node that a port belongs to. */
  readonly nodeOf: Int32Array;
  /** The nodes that are switches, ascending. Nothing is asked about the others. */
  readonly switches: readonly number[];
  /** Classes that PFC protects. */
  readonly lossless: readonly number[];
  rate(port: number): Bps;
  /** One-way propagation delay of the port's link. */
  delay(port: number): Ps;
}
