/** Indices of the arrays `EventQueue.clock` and `EventQueue.state`, through which hot code reads the current event. */

/** Index in `clock`: the time of the current event in ps. */
export const NOW = 0;
/**
 * Index in `clock`: the order number of the current event. Time and order number give its position among all events.
 */
export const SEQ = 1;
/**
 * Indices in `state`: kind, subject and cargo of the current event. The cargo is one integer. An event of a lane
 * (`lanes.ts`) brings its cargo along, and for other events the queue sets 0. A handler then sets the cargo to the
 * packet that it processes, for error messages.
 */
export const KIND = 0;
export const SUBJECT = 1;
export const CARGO = 2;

/** Subjects have 24 bits and kinds have 7 bits, so both fit into one integer: `kind << SUBJECT_BITS | subject`. */
export const SUBJECT_BITS = 24;

// Index in `clock`: the time of the calendar's first event. -1: the calendar has not searched for it yet. Infinity: the
// calendar is empty.
export const FIRST_TIME = 2;
// Index in `clock`: the order number of the calendar's first event.
export const FIRST_SEQ = 3;
// Index in `clock`: the time of the first event of all lanes. Infinity: all lanes are empty.
export const LANE_TIME = 4;
/** Index in `clock`: the time limit of the run. The queue returns no event that is later. */
export const UNTIL = 7;
/** Index in `state`: the number of the lane (a queue of events, `lanes.ts`) whose first event is the earliest of all lanes. */
export const LANE = 3;
/** Index in `state`: a flag. It is 1 if the first events of two lanes have the same, earliest time. */
export const TIE = 4;

/** Index in `clock`: the bucket width of the calendar, ps. */
export const WIDTH = 9;
/** Index in `state`: the number of buckets less one. */
export const MASK = 7;
/** Index in `state`: the number of events in the ring. */
export const NEAR = 8;
