/** The current event, as hot code reads it: indices into `EventQueue.clock` and `EventQueue.state`. */

/** In the clock: the time of the current event in ps, and its number. Together they are its position in the order of all events. */
export const NOW = 0;
export const SEQ = 1;
/**
 * In the state: kind and subject of the current event, and its cargo. An event of a lane (`lanes.ts`) brings its cargo, other events have
 * 0. A handler sets it to the packet that it works on, for error messages.
 */
export const KIND = 0;
export const SUBJECT = 1;
export const CARGO = 2;

/** Subjects have 24 bits and kinds 7 bits. Both fit one integer: kind << SUBJECT_BITS | subject. */
export const SUBJECT_BITS = 24;

// In the clock, shared by lanes and calendar. FIRST_TIME and FIRST_SEQ: time and number of the calendar's first event. The time is -1
// before it was looked for, and Infinity without one. LANE_TIME: the time of the first event of all lanes, or Infinity.
export const FIRST_TIME = 2;
export const FIRST_SEQ = 3;
export const LANE_TIME = 4;
/** In the clock: the time limit. Later events are not taken. */
export const UNTIL = 7;
/** In the state: the lane of the first event, and 1 if another lane has an event at the same time. */
export const LANE = 3;
export const TIE = 4;

/**
 * The calendar's shape. In the clock: the bucket width in ps. In the state: the number of buckets less one, and the number of events in
 * them.
 */
export const WIDTH = 9;
export const MASK = 7;
export const NEAR = 8;
