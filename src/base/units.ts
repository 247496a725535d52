/**
 * The internal units, one for each dimension.
 *
 *   time  picoseconds       2^53 ps is 2.5 hours, so a plain number stays exact
 *   size  bytes
 *   rate  bits per second   a whole number
 *
 * These types are aliases of `number`. They cost nothing and document the meaning of a number. `scenario/quantity.ts` parses text with
 * units. Code after the scenario stage never uses names of units.
 */

/** Picoseconds. */
export type Ps = number;
/** Bytes. */
export type Bytes = number;
/** Bits per second. */
export type Bps = number;
/** Picoseconds per byte. An integer at 10G (800), 100G (80), 400G (20) and 1.6T (5). */
export type PsPerByte = number;

/** Picoseconds in a nanosecond. */
export const PS_PER_NS = 1e3;
/** Picoseconds in a microsecond. */
export const PS_PER_US = 1e6;
/** Picoseconds in a millisecond. */
export const PS_PER_MS = 1e9;
/** Picoseconds per metre of light in fibre: 5 ns. */
export const PS_PER_METRE = 5e3;

/** Converts nanoseconds to picoseconds. */
export const ns = (n: number): Ps => n * PS_PER_NS;
/** Converts microseconds to picoseconds. */
export const us = (n: number): Ps => n * PS_PER_US;
/** Converts milliseconds to picoseconds. */
export const ms = (n: number): Ps => n * PS_PER_MS;

/** Converts KiB to bytes. */
export const KiB = (n: number): Bytes => n * 1024;
/** Converts MiB to bytes. */
export const MiB = (n: number): Bytes => n * 1024 * 1024;

/** Converts Gbps to bits per second. */
export const gbps = (n: number): Bps => n * 1e9;
/** The time on the wire of one byte at `rate`. */
export const psPerByte = (rate: Bps): PsPerByte => 8e12 / rate;
