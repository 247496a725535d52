/**
 * All queues of the network. Each (port, class) has two records: an egress record of 16 bytes, and an ingress record of
 * 32 bytes with its byte accounts.
 *
 * The number of a queue is 8 times its port plus its class, with network-wide port numbers. The records are sorted by
 * class first, because a scenario uses only two or three of the eight classes. So the records in use are adjacent: four
 * egress or two ingress records share a cache line. Fields that few packets use are in separate arrays, by queue
 * number.
 */
import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import type { Bytes } from "../../base/units.ts";

/**
 * The base-2 logarithm of the number of 32-bit words in an egress record. The word with the index FIELD is
 * `egressWords[(place << EGRESS_WORDS_LOG) | FIELD]`. `place` is the position of the queue's records, from
 * `placeOf(queue)`.
 */
export const EGRESS_WORDS_LOG = 2;
/**
 * The base-2 logarithm of the number of doubles in an egress record. The double with the index FIELD is
 * `egressDoubles[(place << EGRESS_DOUBLES_LOG) | FIELD]`. `place` is `placeOf(queue)`.
 */
export const EGRESS_DOUBLES_LOG = 1;
/**
 * The base-2 logarithm of the number of 32-bit words in an ingress record. The word with the index FIELD is
 * `ingressWords[(place << INGRESS_WORDS_LOG) | FIELD]`. `place` is `placeOf(queue)`.
 */
export const INGRESS_WORDS_LOG = 3;
/**
 * The base-2 logarithm of the number of doubles in an ingress record. The double with the index FIELD is
 * `ingressDoubles[(place << INGRESS_DOUBLES_LOG) | FIELD]`. `place` is `placeOf(queue)`.
 */
export const INGRESS_DOUBLES_LOG = 2;

// Egress field, a double: the queued bytes.
export const BACKLOG = 0;
// Egress field, a 32-bit word: the number of the first packet in the queue. 0: the queue is empty.
export const HEAD = 2;
// Egress field, a 32-bit word: the number of the last packet in the queue. 0: the queue is empty.
export const TAIL = 3;

// Ingress, doubles.
/** Ingress field, a double: bytes in the private segment and the shared pool together. */
export const FOOTROOM = 0;
/** Ingress field, a double: bytes in headroom. */
export const HEADROOM = 1;
/** Ingress field, a double: bytes received since the start. It is kept for classes that are charged to memory. */
export const RECEIVED = 2;
// Ingress field, a 32-bit word: 1 if the upstream is paused for this class.
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
  /** By ingress queue: the maximum bytes in headroom since the start. */
  readonly headroomPeak: Float64Array;
  /** By ingress queue: its present bytes in the port's own memory, which is separate from the switch's memory. */
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
