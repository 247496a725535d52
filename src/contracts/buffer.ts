/**
 * Buffer: above which occupancy does an ingress queue pause its upstream?
 *
 * One policy instance serves all switches of a network, so that what runs for each packet is there once and is compiled with its arrays
 * (docs/decisions/0029-one-memory-policy-a-network.md). What it keeps of a switch stands at its node number or at its ports', and no
 * other switch's answers depend on it. Ports carry their network-wide numbers.
 *
 * A switch's answers hang on what stands and happens at that switch, and on what is the same since the build: other switches may run in
 * another part of the network, with another instance of the policy. A timer of a switch is armed in hooks of that switch alone, never as the
 * policy is made.
 */
import type { ParamError } from "../base/params.ts";
import type { SwitchesView, TimerMaker } from "../base/view.ts";
import type { Bytes, Ps } from "../base/units.ts";

/** What a policy may read. The switches own these numbers and keep them current; the arrays stay the same. */
export interface BufferView extends SwitchesView {
  /** By node, the shared pool: memory less headroom and private segments. */
  readonly capacity: Float64Array;
  /** By node, the part of `capacity` in use, all queues together; more than it where headroom counts there too (`headroom/one-counter.ts`). */
  readonly used: Float64Array;
  /** Bytes that may come in before memory could fail somebody's PAUSE: what is free in the pool, or what the headroom policy says; >= 0. */
  spare(node: number): Bytes;
  /** Shared bytes held by an ingress queue; its private segment is not counted, nor headroom that has an account of its own. */
  backlog(port: number, cls: number): Bytes;
  /** By port: bytes that came in by it and have left, sent or lost, since the start. Counted only where a policy asks for it as it is made. */
  departures(): Float64Array;
  /** Bytes of an ingress port in all segments, all classes. */
  occupancy(port: number): Bytes;
  /** Longest round trip between two hosts of the network when it is idle: a full data packet there, its ACK back. */
  readonly baseRtt: Ps;
  readonly now: Ps;
  readonly timer: TimerMaker;
}

/**
 * Asked for every packet: answer in constant time, allocate nothing. What is asked so often is a function, not a method: the switches call
 * it without the policy.
 */
export interface BufferPolicy {
  /** Shared bytes that the ingress queue (port, class) may hold before its upstream is told to stop. */
  readonly threshold: (port: number, cls: number) => Bytes;
  /**
   * Shared bytes that all lossless queues of a port may hold together, where headroom guards ports as a whole (DSH).
   * Absent: as many times `threshold` as there are lossless classes.
   */
  readonly portThreshold?: (port: number) => Bytes;
  /**
   * May a packet that came in by `port` and is to wait at `out` have memory at all? Asked before anything else decides, in lossy classes too;
   * absent: yes.
   */
  readonly admits?: (port: number, cls: number, size: Bytes, out: number) => boolean;
  /** What `admits` keeps for each ingress queue of a port that comes after a stop; absent: nothing. */
  readonly kept?: ArrayLike<Bytes>;
  /**
   * Why `admits` may refuse a packet of a lossless class that came in by `port`, though its upstream obeyed every stop and `kept` is enough;
   * `isMixed`: lossy classes have traffic too. Paths start at the policy's parameters. Absent or undefined: it never does.
   */
  leak?(port: number, isMixed: boolean): ParamError | undefined;
  /** By node: use of memory up to which it admits what comes in; a switch has more than 0. Absent: all memory. */
  readonly limit?: Float64Array;
  // Only policies that keep state name these; the build wires none that is absent.
  /** It came in and has its memory; it has left by `out`, sent or lost. */
  readonly onArrive?: (port: number, cls: number, size: Bytes, out: number) => void;
  readonly onDepart?: (port: number, cls: number, size: Bytes, out: number) => void;
  /** The switch told the upstream of a port to stop, or to go: for the sake of class `cls`, or of the port as a whole. */
  onPauseSent?(port: number, cls: number): void;
  onResumeSent?(port: number, cls: number): void;
  /** The peer of an egress port has stopped the class, or let it go. */
  onEgressPaused?(port: number, cls: number): void;
  onEgressResumed?(port: number, cls: number): void;
}
