/**
 * Buffer: above which occupancy does an ingress queue pause its upstream?
 *
 * One policy instance per switch. Ports are the switch's own, counted from 0.
 */
import type { TimerMaker } from "../view.ts";
import type { Bps, Bytes, Ps } from "../units.ts";

/** What a policy may read. The switch owns these numbers and keeps them current. */
export interface BufferView {
  readonly ports: number;
  /** Classes that PFC protects. */
  readonly lossless: readonly number[];
  /** The shared pool: memory less headroom and private segments. */
  readonly capacity: Bytes;
  /** Part of `capacity` in use, all queues together; more than it where headroom counts there too (`headroom/one-counter.ts`). */
  readonly used: Bytes;
  /** Bytes that may come in before memory could fail somebody's PAUSE: what is free in the pool, or what the headroom policy says; >= 0. */
  readonly spare: Bytes;
  /** Shared bytes held by an ingress queue; its private segment is not counted, nor headroom that has an account of its own. */
  backlog(port: number, cls: number): Bytes;
  /** Bytes that came in by each port and have left, sent or lost, since the start; the array stays the same. */
  readonly departed: Float64Array;
  /** Bytes of an ingress port in all segments, all classes. */
  occupancy(port: number): Bytes;
  rate(port: number): Bps;
  /** One-way propagation delay of the port's link. */
  delay(port: number): Ps;
  /** Longest round trip between two hosts of the network when it is idle: a full data packet there, its ACK back. */
  readonly baseRtt: Ps;
  readonly now: Ps;
  readonly timer: TimerMaker;
}

/** Asked for every packet: answer in constant time, allocate nothing. */
export interface BufferPolicy {
  /** Shared bytes that the ingress queue (port, class) may hold before its upstream is told to stop. */
  threshold(port: number, cls: number): Bytes;
  /**
   * Shared bytes that all lossless queues of a port may hold together, where headroom guards ports as a whole (DSH).
   * Absent: as many times `threshold` as there are lossless classes.
   */
  portThreshold?(port: number): Bytes;
  /**
   * May a packet that came in by `port` and is to wait at `out` have memory at all? Asked before anything else decides, in lossy classes too;
   * absent: yes.
   */
  readonly admits?: (port: number, cls: number, size: Bytes, out: number) => boolean;
  /** What `admits` keeps for each ingress queue of a port that comes after a stop; absent: nothing. */
  readonly kept?: ArrayLike<Bytes>;
  /** Use of memory up to which it admits what comes in; a switch has more than 0. Absent: all memory. */
  readonly limit?: Bytes;
  // Only policies that keep state name these; the build wires none that is absent.
  /** It came in and has its memory; it has left by `out`, sent or lost. */
  onArrive?(port: number, cls: number, size: Bytes, out: number): void;
  readonly onDepart?: (port: number, cls: number, size: Bytes, out: number) => void;
  /** The switch told the upstream of a port to stop, or to go: for the sake of class `cls`, or of the port as a whole. */
  onPauseSent?(port: number, cls: number): void;
  onResumeSent?(port: number, cls: number): void;
  /** The peer of an egress port has stopped the class, or let it go. */
  onEgressPaused?(port: number, cls: number): void;
  onEgressResumed?(port: number, cls: number): void;
}
