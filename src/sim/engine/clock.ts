/** Indices of the arrays `EventQueue.clock` and `EventQueue.state`, through which hot code reads the current event. */

/**
 * Indices in `clock`: the time of the current event in ps, and its order number. The two give its position among all
 * events.
 */
export const NOW = 0;
export const SEQ = 1;
/**
 * Indices in `state`: kind, subject and cargo of the current event. The cargo is one integer that only events of lanes
 * (`lanes.ts`) carry; for other events it is 0. A handler sets it to the packet that it processes, for error messages.
 */
export const KIND = 0;
export const SUBJECT = 1;
export const CARGO = 2;

/** Subjects have 24 bits and kinds have 7 bits, so both fit into one integer: `kind << SUBJECT_BITS | subject`. */
export const SUBJECT_BITS = 24;

// Indices in `clock`, which lanes and calendar share. FIRST_TIME and FIRST_SEQ: time and order number of the calendar's
// first event. FIRST_TIME is -1 before the calendar has searched for it, and Infinity if the calendar is empty.
// LANE_TIME: the time of the first event of all lanes, or Infinity.
export const FIRST_TIME = 2;
export const FIRST_SEQ = 3;
export const LANE_TIME = 4;
/** Index in `clock`: the time limit of the run. The queue returns no event that is later. */
export const UNTIL = 7;
/**
 * Indices in `state`. LANE: the lane that has the first event. TIE: 1 if another lane has an event at the same time.
 */
export const LANE = 3;
export const TIE = 4;

/**
 * The size of the calendar's ring. WIDTH, an index in `clock`: the bucket width in ps. MASK, an index in `state`: the
 * number of buckets less one. NEAR, an index in `state`: the number of events in the ring.
 */
export const WIDTH = 9;
export const MASK = 7;
export const NEAR = 8;
