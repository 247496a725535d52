/**
 * Every (port, class) of the network, as an egress queue of 16 bytes and as the accounts of an ingress queue of 32 bytes.
 *
 * Queues are numbered `port * 8 + class`, with network-wide ports. Records are sorted by class, because a scenario uses two or three of the
 * eight classes. So the used records are adjacent: four egress or two ingress records in a cache line. Fields that few packets use are in
 * separate arrays, by queue.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Bytes } from "../../base/units.ts";

/**
 * The place of an egress field is `(place << EGRESS_WORDS_LOG) | FIELD` in words and `(place << EGRESS_DOUBLES_LOG) | FIELD` in doubles.
 * Ingress fields have their own shifts. `place` is the result of `placeOf` for a queue.
 */
export const EGRESS_WORDS_LOG = 2;
export const EGRESS_DOUBLES_LOG = 1;
export const INGRESS_WORDS_LOG = 3;
export const INGRESS_DOUBLES_LOG = 2;

// Egress: a double and two words. The double is the backlog in bytes. The words are the first and the last packet, 0 when the queue is
// empty.
export const BACKLOG = 0;
export const HEAD = 2;
export const TAIL = 3;

// Ingress, doubles.
/** Bytes in private segment and shared pool together, and bytes in headroom. */
export const FOOTROOM = 0;
export const HEADROOM = 1;
/** Bytes received since the start, for classes that are charged to memory. */
export const RECEIVED = 2;
// Ingress, a word: 1 if the upstream is paused for this class.
export const PAUSE_REQUESTED = 6;

export class Queues {
  /** The records of one class, as a power of two. A queue's record is at `(class << classLog) | port`. */
  readonly classLog: number;
  readonly egressWords: Int32Array;
  readonly egressDoubles: Float64Array;
  readonly ingressWords: Int32Array;
  readonly ingressDoubles: Float64Array;
  /** By ingress queue: the maximum bytes in headroom so far, and the bytes in the port's own memory. */
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

  /** The first waiting packet, or 0. */
  first(queue: number): number {
    return this.egressWords[(this.placeOf(queue) << EGRESS_WORDS_LOG) | HEAD];
  }

  received(queue: number): Bytes {
    return this.ingressDoubles[(this.placeOf(queue) << INGRESS_DOUBLES_LOG) | RECEIVED];
  }

  isPauseRequested(queue: number): boolean {
    return this.ingressWords[(this.placeOf(queue) << INGRESS_WORDS_LOG) | PAUSE_REQUESTED] !== 0;
  }

  setTold(queue: number, isPauseRequested: boolean): void {
    this.ingressWords[(this.placeOf(queue) << INGRESS_WORDS_LOG) | PAUSE_REQUESTED] = isPauseRequested ? 1 : 0;
  }
}
