/**
 * Scheduling: which class next?
 *
 * One policy instance serves all switches of a network; ports have network-wide numbers. Frames of the link policy bypass scheduling: they
 * go first. The answers for a port depend only on the earlier calls for that port.
 */
import type { Bytes } from "../base/units.ts";

/** The state of the egress ports that a scheduling policy may read. */
export interface SchedulingView {
  readonly ports: number;
  /** Classes with strict priority over all others, lowest number first. */
  readonly strict: readonly number[];
  /** Bytes of the packet at the head of a queue. */
  headSize(port: number, cls: number): Bytes;
}

/** The hot hooks are functions, not methods: the switches call them without `this`. */
export interface SchedulingPolicy {
  /** Chooses one class of `ready`, a bit mask of classes with a packet that may leave, never 0. The switch sends that packet next. */
  readonly next: (port: number, ready: number) => number;
  /** Set this if the policy calls `headSize`. Every packet is then queued before `next`, even at an idle port. */
  readonly looksAtHeads?: true;
  /** The last packet of the class left its queue. */
  readonly onEmpty?: (port: number, cls: number) => void;
}
