/**
 * Units inside the lab: one per dimension.
 *
 *   time  picoseconds       2^53 ps is 2.5 hours, so a plain number stays exact
 *   size  bytes
 *   rate  bits per second   an integer; a port looks wire times up by frame size, so sending is one table read
 *
 * Aliases, not wrappers: they cost nothing and say what a number means. Text with units is
 * parsed in `scenario/quantity.ts`; nothing past the scenario sees a unit's name.
 */

/** Picoseconds. */
export type Ps = number;
/** Bytes. */
export type Bytes = number;
/** Bits per second. */
export type Bps = number;
/** Picoseconds per byte: an integer at 10G (800), 100G (80), 400G (20), 1.6T (5). */
export type PsPerByte = number;

/** Picoseconds in a nanosecond. */
export const PS_PER_NS = 1e3;
/** Picoseconds in a microsecond. */
export const PS_PER_US = 1e6;
/** Picoseconds in a millisecond. */
export const PS_PER_MS = 1e9;
/** Of light in fibre: 5 ns a metre. */
export const PS_PER_METRE = 5e3;

/** Picoseconds in so many nanoseconds. */
export const ns = (n: number): Ps => n * PS_PER_NS;
/** Picoseconds in so many microseconds. */
export const us = (n: number): Ps => n * PS_PER_US;
/** Picoseconds in so many milliseconds. */
export const ms = (n: number): Ps => n * PS_PER_MS;

/** Bytes in so many KiB. */
export const KiB = (n: number): Bytes => n * 1024;
/** Bytes in so many MiB. */
export const MiB = (n: number): Bytes => n * 1024 * 1024;

/** Bits per second in so many Gbps. */
export const gbps = (n: number): Bps => n * 1e9;
/** Time on the wire of one byte at `rate`. */
export const psPerByte = (rate: Bps): PsPerByte => 8e12 / rate;
