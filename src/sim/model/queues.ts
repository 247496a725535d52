/**
 * Every (port, class) of the network as an egress queue, 16 bytes, and as an ingress queue's accounts, 32 bytes.
 *
 * Queues are numbered `port * 8 + class`, ports network-wide. Records lie class by class, since a scenario uses two classes or three of eight: those that
 * are touched lie side by side, four and two in a cache line. What is touched by few packets is apart, by queue.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Bytes } from "../../base/units.ts";

/** A field's place: `(place << EGRESS_WORDS_LOG) | FIELD` in words, `(place << EGRESS_DOUBLES_LOG) | FIELD` in doubles, and so of ingress; `place` is `placeOf` a queue. */
export const EGRESS_WORDS_LOG = 2;
export const EGRESS_DOUBLES_LOG = 1;
export const INGRESS_WORDS_LOG = 3;
export const INGRESS_DOUBLES_LOG = 2;

// Egress: a double, and words. Bytes that wait; first and last packet, 0 when empty.
export const BACKLOG = 0;
export const HEAD = 2;
export const TAIL = 3;

// Ingress, doubles.
/** Bytes in the private segment and the shared pool, and in headroom. */
export const FOOTROOM = 0;
export const HEADROOM = 1;
/** Bytes received since the start, of classes that are charged. */
export const RECEIVED = 2;
// A word. Was the upstream told to stop this class?
export const TOLD = 6;

export class Queues {
  /** Records of a class, as a power of two: a queue's record is at `(class << classLog) | port`. */
  readonly classLog: number;
  readonly egressWords: Int32Array;
  readonly egressDoubles: Float64Array;
  readonly ingressWords: Int32Array;
  readonly ingressDoubles: Float64Array;
  /** By ingress queue: most bytes in headroom ever; bytes in memory of the port's own. */
  readonly headroomPeak: Float64Array;
  readonly own: Float64Array;

  constructor(ports: number) {
    this.classLog = 32 - Math.clz32(Math.max(ports - 1, 1));
    const places = 8 << this.classLog;
    const egress = new ArrayBuffer((places << EGRESS_WORDS_LOG) * 4);
    this.egressWords = new Int32Array(egress);
    this.egressDoubles = new Float64Array(egress);
    const ingress = new ArrayBuffer((places << INGRESS_WORDS_LOG) * 4);
    this.ingressWords = new Int32Array(ingress);
    this.ingressDoubles = new Float64Array(ingress);
    this.headroomPeak = new Float64Array(ports * 8);
    this.own = new Float64Array(ports * 8);
  }

  placeOf(queue: number): number {
    return ((queue & CLASS_MASK) << this.classLog) | (queue >> CLASS_BITS);
  }

  backlog(queue: number): Bytes {
    return this.egressDoubles[(this.placeOf(queue) << EGRESS_DOUBLES_LOG) | BACKLOG];
  }

  /** First packet that waits, or 0. */
  first(queue: number): number {
    return this.egressWords[(this.placeOf(queue) << EGRESS_WORDS_LOG) | HEAD];
  }

  received(queue: number): Bytes {
    return this.ingressDoubles[(this.placeOf(queue) << INGRESS_DOUBLES_LOG) | RECEIVED];
  }

  isTold(queue: number): boolean {
    return this.ingressWords[(this.placeOf(queue) << INGRESS_WORDS_LOG) | TOLD] !== 0;
  }

  setTold(queue: number, isTold: boolean): void {
    this.ingressWords[(this.placeOf(queue) << INGRESS_WORDS_LOG) | TOLD] = isTold ? 1 : 0;
  }
}
