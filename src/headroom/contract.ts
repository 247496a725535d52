/**
 * Headroom: where do packets go that arrive after a PAUSE, and who pauses whom for it?
 *
 * One policy instance per switch. Queues are the switch's own: `port * 8 + class`. The switch keeps the accounts
 * and moves the bytes; the policy names the segment for a packet, and whether a queue or a whole port must stop or may go.
 */
import type { Bps, Bytes, Ps } from "../units.ts";

/** Where a packet is charged. */
export const FOOTROOM = 0; // private segment first, then the shared pool
export const HEADROOM = 1;
export const REFUSED = 2; // no room: in a lossless class a broken promise

/** What a verdict is about; an answer is an OR of these. */
export const NOTHING = 0;
export const QUEUE = 1;
export const PORT = 2;

export interface HeadroomView {
  readonly ports: number;
  readonly lossless: readonly number[];
  /** All memory of the switch. */
  readonly memory: Bytes;
  /** Private bytes of each (port, class) that the MMU accounts. */
  readonly private: Bytes;
  /** Memory less private segments and what `reserved` set aside. */
  readonly pool: { readonly capacity: Bytes; readonly used: Bytes };
  /** Bytes of a queue: private and shared together, and headroom. */
  footroom(queue: number): Bytes;
  headroom(queue: number): Bytes;
  /** Bytes of a port, all classes: in headroom, and in all segments. */
  portHeadroom(port: number): Bytes;
  occupancy(port: number): Bytes;
  /** The buffer policy's threshold for any ingress queue of the switch, now. */
  threshold(queue: number): Bytes;
  /** What the buffer policy lets all lossless queues of a port hold together, when `threshold` is that of one of them. */
  portThreshold(port: number, threshold: Bytes): Bytes;
  /** Memory of a port's own, which needs no headroom from the switch's; 0: none. */
  ownMemory(port: number): Bytes;
  rate(port: number): Bps;
  /** One way, at the longest: what the link's delay may vary by included. */
  delay(port: number): Ps;
  /** The largest frame, buffer bytes, and what it takes on the wire beyond that. */
  readonly maxFrame: Bytes;
  readonly wireOverhead: Bytes;
  /** Wire bytes of a PAUSE frame. */
  readonly pauseFrame: Bytes;
  /** How long an upstream takes to act on a PAUSE it has received, in bytes at the port's rate. */
  readonly reaction: Bytes;
}

interface Kept {
  /** By port: for each lossless queue, or for all of the port's together. */
  readonly bytes: ArrayLike<Bytes>;
  readonly each: "queue" | "port";
}

export interface HeadroomPolicy {
  /** Bytes set aside for headroom, all ports together; the shared pool is what is left. */
  readonly reserved: Bytes;
  /** What it keeps for packets that come after a stop; absent: nothing. It promises that none is lost where this is enough. */
  readonly kept?: Kept;
  /** Shared bytes at which a lossless queue of `port` is told to stop, when `threshold` is the buffer policy's; absent: those. */
  readonly stopsAt?: (port: number, threshold: Bytes) => Bytes;
  /** Segment for a packet of `size` that arrives at `queue`, before it is charged. `threshold` is the buffer policy's. */
  place(queue: number, size: Bytes, threshold: Bytes): number;
  /** Asked after a charge to `queue`: what must stop (QUEUE, PORT). May name what is stopped already. */
  pauses(queue: number, threshold: Bytes): number;
  /** Asked of a stopped `queue` after a release: what may go again. */
  resumes(queue: number, threshold: Bytes): number;
  /**
   * Which stopped queues a release lets ask: every one of the switch, since the pool grew for all,
   * or only the one whose packet left.
   */
  readonly resumeAsks: "every queue" | "own queue";
  /**
   * Bytes that may still come in, by whatever queue, before what all may send after a PAUSE would no longer fit. Of policies that charge
   * such bytes to the pool, where use may then pass its capacity by as much as they reserved. Absent: what is free in the pool.
   */
  readonly spare?: () => Bytes;
  /** A packet of `queue` has left, and its memory is given back; nobody was asked yet whether to go. Told while any queue is stopped. */
  readonly onRelease?: (queue: number) => void;
}
