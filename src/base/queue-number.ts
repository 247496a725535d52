/** The number of a queue, `port * 8 + class`: `(port << CLASS_BITS) | cls`. Queues of the whole network, and of every policy, are numbered so. */

/** Bits of the class. `queue >> CLASS_BITS` is the port. */
export const CLASS_BITS = 3;
/** `queue & CLASS_MASK` is the class. */
export const CLASS_MASK = (1 << CLASS_BITS) - 1;
