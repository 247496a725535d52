/**
 * The number of a queue is 8 times port, plus class: `(port << CLASS_BITS) | cls`. The model and all policies number
 * queues in this way.
 */

/** Bits of the class. `queue >> CLASS_BITS` is the port. */
export const CLASS_BITS = 3;
/** `queue & CLASS_MASK` is the class. */
export const CLASS_MASK = (1 << CLASS_BITS) - 1;
