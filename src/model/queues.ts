/**
 * Every (port, class) of the network, as 64-byte records: as an egress queue, and as an ingress queue's accounts.
 *
 * Queues are numbered `port * 8 + class`, ports network-wide.
 */

/** A field's place: `(queue << QUEUE_WORDS_LOG) | FIELD` in words, `(queue << QUEUE_DOUBLES_LOG) | FIELD` in doubles. */
export const QUEUE_WORDS_LOG = 4;
export const QUEUE_DOUBLES_LOG = 3;

// Doubles.
/** Egress: bytes that wait. */
export const BACKLOG = 0;
/** Ingress: bytes in the private segment and the shared pool, and in headroom; most headroom ever. */
export const FOOTROOM = 1;
export const HEADROOM = 2;
export const HEADROOM_PEAK = 3;
/** Ingress: bytes in memory of the port's own. */
export const OWN = 4;
/** Ingress: bytes received since the start, of classes that are charged. */
export const RECEIVED = 5;

// Words.
/** Egress: first and last packet, 0 when empty. */
export const HEAD = 12;
export const TAIL = 13;
/** Ingress: was the upstream told to stop this class? */
export const TOLD = 14;

export class Queues {
  readonly words: Int32Array;
  readonly doubles: Float64Array;

  constructor(ports: number) {
    const buffer = new ArrayBuffer(((ports * 8) << QUEUE_WORDS_LOG) * 4);
    this.words = new Int32Array(buffer);
    this.doubles = new Float64Array(buffer);
  }
}
