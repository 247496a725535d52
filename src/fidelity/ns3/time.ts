/**
 * Converts times and rates to integers as ns-3 does: by truncation, never by rounding (docs/ns3-semantics.md, section
 * 1).
 *
 * A time is first a double, then a fixed-point number with 64 fractional bits, then whole nanoseconds. Each step loses
 * the lower bits. So 1050 bytes at 100G take 83 ns instead of 84. Half of all start times with nine decimals are a
 * nanosecond early. A simulator that rounds drifts from the first packet on.
 *
 * All results are exact in doubles: the 128-bit product is computed in two halves of 32 bits. Nothing is allocated, and
 * no function here depends on packets, ports or files.
 */
import { invariant } from "../../base/invariant.ts";
import type { Bps, Bytes } from "../../base/units.ts";

/** Whole nanoseconds, the simulator's unit. Code with a picosecond clock multiplies them by `PS_PER_NS`. */
export type Ns = number;

/** The latest end of a run. A later time in picoseconds would not fit a number. */
export const MAX_STOP_NS: Ns = 9e12;

const TWO_32 = 2 ** 32;

/**
 * A unit of time. `ns` is its length in nanoseconds: the odd number `odd` times a power of two. `divisor` is 2^32
 * divided by this power of two. So 1 s is 10^9 ns, or 1953125 times 2^9 ns, and its divisor is 2^23.
 */
interface TimeUnit {
  readonly ns: number;
  readonly odd: number;
  readonly divisor: number;
}

const SECOND: TimeUnit = { ns: 1e9, odd: 1953125, divisor: 2 ** 23 };
const TIME_UNITS: ReadonlyMap<string, TimeUnit> = new Map([
  ["s", SECOND],
  ["ms", { ns: 1e6, odd: 15625, divisor: 2 ** 26 }],
  ["us", { ns: 1e3, odd: 125, divisor: 2 ** 29 }],
  ["ns", { ns: 1, odd: 1, divisor: 2 ** 32 }],
]);

/**
 * Converts `value` (0 or more) from a unit to whole nanoseconds, as ns-3 does. The whole units are converted exactly.
 * The fraction is rounded down to 64 bits, multiplied by the nanoseconds of the unit, and rounded down again.
 *
 * The 64 bits are computed as two halves of 32 bits. A unit's nanoseconds are an odd number times a power of two. The
 * odd number is below 2^21, so its products with both halves stay below 2^53. The power of two only changes the
 * exponent.
 */
function toNs(value: number, unit: TimeUnit): Ns {
  const whole = Math.floor(value);
  const scaled = (value - whole) * TWO_32;
  const high = Math.floor(scaled);
  const low = Math.floor((scaled - high) * TWO_32);
  return whole * unit.ns + Math.floor((high * unit.odd + Math.floor((low * unit.odd) / TWO_32)) / unit.divisor);
}

/**
 * `Seconds(v)` of docs/ns3-semantics.md, section 1: converts seconds >= 0 from a double to whole nanoseconds,
 * truncated.
 */
export function secondsToNs(seconds: number): Ns {
  return toNs(seconds, SECOND);
}

/**
 * The time of `bytes` on the wire at `bps`, as in the simulator (docs/ns3-semantics.md, section 1).
 *
 * Bytes and rate are positive integers. It is fast enough to call for every packet.
 */
export function txTimeNs(bytes: Bytes, bps: Bps): Ns {
  return secondsToNs((bytes * 8) / bps);
}

/**
 * `MicroSeconds(x)` of docs/ns3-semantics.md, section 1: it takes whole microseconds, so 55.9 is 55,000 ns. The
 * argument must not be negative.
 */
export function microsecondsToNs(microseconds: number): Ns {
  return Math.floor(microseconds) * 1000;
}

/** Bits per second in a unit. The simulator accepts no other spellings: `Mbit/s` and `gbps` are errors. */
const RATE_UNITS: ReadonlyMap<string, number> = new Map([
  ["bps", 1],
  ["b/s", 1],
  ["Bps", 8],
  ["B/s", 8],
  ["kbps", 1e3],
  ["kb/s", 1e3],
  ["Kbps", 1e3],
  ["Kb/s", 1e3],
  ["kBps", 8e3],
  ["kB/s", 8e3],
  ["KBps", 8e3],
  ["KB/s", 8e3],
  ["Kib/s", 1024],
  ["KiB/s", 8 * 1024],
  ["Mbps", 1e6],
  ["Mb/s", 1e6],
  ["MBps", 8e6],
  ["MB/s", 8e6],
  ["Mib/s", 1024 ** 2],
  ["MiB/s", 8 * 1024 ** 2],
  ["Gbps", 1e9],
  ["Gb/s", 1e9],
  ["GBps", 8e9],
  ["GB/s", 8e9],
  ["Gib/s", 1024 ** 3],
  ["GiB/s", 8 * 1024 ** 3],
]);

/**
 * Splits a quantity into number and unit: a decimal without sign or exponent, then letters or nothing. A text of
 * more than 40 characters is never a quantity, so the regular expression is not applied to it.
 */
function splitQuantity(text: string): { value: number; unit: string } | undefined {
  const match = text.length > 40 ? null : /^(\d+\.?\d*|\.\d+)([A-Za-z/]*)$/.exec(text);
  return match === null ? undefined : { value: Number(match[1]), unit: match[2] };
}

/**
 * Converts a link delay such as `1000ns`, `1us` or `0.001ms` to nanoseconds (docs/ns3-semantics.md, section 1). Like
 * ns-3, it truncates: `0.6us` is 599, because the binary value of 0.6 is below 0.6. A plain number is in seconds.
 *
 * Undefined if the text is no delay.
 */
export function delayToNs(text: string): Ns | undefined {
  const quantity = splitQuantity(text);
  if (quantity === undefined) return undefined;
  const unit = TIME_UNITS.get(quantity.unit === "" ? "s" : quantity.unit);
  return unit === undefined ? undefined : toNs(quantity.value, unit);
}

/**
 * Converts a rate such as `100Gbps` or `1000Mb/s` to whole bits per second, truncated (docs/ns3-semantics.md, section
 * 1). A plain number is in bits per second.
 *
 * Undefined if the text is no rate.
 */
export function rateToBps(text: string): Bps | undefined {
  const quantity = splitQuantity(text);
  if (quantity === undefined) return undefined;
  const bpsPerUnit = quantity.unit === "" ? 1 : RATE_UNITS.get(quantity.unit);
  return bpsPerUnit === undefined ? undefined : Math.floor(quantity.value * bpsPerUnit);
}

/**
 * Returns a times b, divided by c and rounded down. The result is exact even if the product exceeds 2^53. The window
 * needs such a product (docs/ns3-semantics.md, section 7).
 *
 * It is a long division with three digits of 12 bits. Intermediate values stay below 2^53, where a floored quotient of
 * doubles is exact. Requires integers and a result below 2^53, with 0 <= a < 2^36, 0 <= b < 2^40 and 0 < c < 2^40.
 */
export function mulDivFloor(a: number, b: number, c: number): number {
  invariant(a < 2 ** 36 && b < 2 ** 40 && c < 2 ** 40, "factors small enough for exact division", a, b);
  const high = Math.floor(a / 2 ** 24);
  const low = a - high * 2 ** 24;
  const middle = Math.floor(low / 4096);

  let carried = high * b;
  const first = Math.floor(carried / c);
  carried = (carried - first * c) * 4096 + middle * b;
  const second = Math.floor(carried / c);
  carried = (carried - second * c) * 4096 + (low - middle * 4096) * b;
  return (first * 4096 + second) * 4096 + Math.floor(carried / c);
}
