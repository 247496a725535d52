/**
 * All queues of the network. Each (port, class) has an egress record of 16 bytes, and an ingress record of 32 bytes
 * with its byte accounts.
 *
 * The number of a queue is 8 times port, plus class, with network-wide ports. Records are sorted by class, because a
 * scenario uses two or three of the eight classes. So the used records are adjacent: four egress or two ingress records
 * share a cache line. Fields that few packets use are in separate arrays, by queue.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Bytes } from "../../base/units.ts";

/**
 * The index of an egress field is `(place << EGRESS_WORDS_LOG) | FIELD` in words and `(place << EGRESS_DOUBLES_LOG) |
 * FIELD` in doubles. Ingress fields have shifts of their own. `placeOf` returns the place of a queue.
 */
export const EGRESS_WORDS_LOG = 2;
export const EGRESS_DOUBLES_LOG = 1;
export const INGRESS_WORDS_LOG = 3;
export const INGRESS_DOUBLES_LOG = 2;

// Fields of an egress queue. BACKLOG, a double: the queued bytes. HEAD and TAIL, words: the first and the last packet,
// 0 when the queue is empty.
export const BACKLOG = 0;
export const HEAD = 2;
export const TAIL = 3;

// Ingress, doubles.
/**
 * Fields of an ingress queue, doubles. FOOTROOM: bytes in private segment and shared pool together. HEADROOM: bytes in
 * headroom.
 */
export const FOOTROOM = 0;
export const HEADROOM = 1;
/**
 * Field of an ingress queue, a double: bytes received since the start. It is kept for classes that are charged to
 * memory.
 */
export const RECEIVED = 2;
// Field of an ingress queue, a word: 1 if the upstream is paused for this class.
export const PAUSE_REQUESTED = 6;

export class Queues {
  /**
   * Base-2 logarithm of the number of records per class. The record of a queue is at place `(class << classLog) |
   * port`.
   */
  readonly classLog: number;
  readonly egressWords: Int32Array;
  readonly egressDoubles: Float64Array;
  readonly ingressWords: Int32Array;
  readonly ingressDoubles: Float64Array;
  /** By ingress queue: the maximum bytes in headroom since the start, and the bytes in the port's own memory. */
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

  /** Returns the first packet that waits in an egress queue, or 0. */
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
