/** The event being run, as hot code reads it: places in `EventQueue.clock` and `EventQueue.state`. */

/** In the clock: its time, ps, and its number. Together the position in the order of all events. */
export const NOW = 0;
export const SEQ = 1;
/** In the state. What came with an event of a lane (`lanes.ts`) is its cargo, 0 with others; handlers may put there what they are about. */
export const KIND = 0;
export const SUBJECT = 1;
export const CARGO = 2;

/** Subjects are 24-bit, kinds 7-bit: both travel in one integer, kind << SUBJECT_BITS | subject. */
export const SUBJECT_BITS = 24;

// What the parts of the queue tell each other, in the clock: when the first event of the calendar is (-1: not looked for; Infinity: there is none)
// and its number; when the first event of all lanes is (Infinity: there is none).
export const FIRST_TIME = 2;
export const FIRST_SEQ = 3;
export const LANE_TIME = 4;
/** In the clock: up to when events are taken. */
export const UNTIL = 7;
/** In the state: the lane it is in, and 1 where another one has an event at the same time. */
export const LANE = 3;
export const TIE = 4;

/** The calendar's shape, in the clock: how wide a bucket is, ps. In the state: its buckets less one, and how many events are in them. */
export const WIDTH = 9;
export const MASK = 7;
export const NEAR = 8;
