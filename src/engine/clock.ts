/** The event being run, as hot code reads it: places in `EventQueue.clock` and `EventQueue.state`. */

/** In the clock: its time, ps, and its number. Together the position in the order of all events. */
export const NOW = 0;
export const SEQ = 1;
/** In the state. */
export const KIND = 0;
export const SUBJECT = 1;
