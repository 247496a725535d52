/**
 * Scheduling: which class next?
 *
 * One policy instance serves all switches of a network; ports carry their network-wide numbers. Frames of the link policy never ask: they
 * go first. A port's answers hang on what was asked and told of that port.
 */
import type { Bytes } from "../base/units.ts";

/** What a scheduling policy may read of the egress ports. */
export interface SchedulingView {
  readonly ports: number;
  /** Classes that go before all others, lowest number first. */
  readonly strict: readonly number[];
  /** Bytes of the packet at the head of a queue. */
  headSize(port: number, cls: number): Bytes;
}

/** What is asked for every packet is a function, not a method: the switches call it without the policy. */
export interface SchedulingPolicy {
  /** One class out of `ready`, a bit mask of classes with a packet that may go; never 0. The packet is then sent. */
  readonly next: (port: number, ready: number) => number;
  /** Does it ask `headSize`? Then a packet is queued before `next` is asked, even one that goes at once. */
  readonly looksAtHeads?: true;
  /** The class has no packet any more. */
  readonly onEmpty?: (port: number, cls: number) => void;
}
