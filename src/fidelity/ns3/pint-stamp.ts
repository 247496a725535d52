/**
 * HPCC-PINT at a switch: the utilisation of each port, computed with approximate logarithms as switch chips do
 * (docs/ns3-semantics.md, section 15).
 *
 *   U <- dt q / (C T^2) + size / (C T) + (T - dt) U / T
 *
 * T is the longest base RTT. The port's last packet had `size` bytes and left dt ago; dt is at most T. q is the queue, C the rate. Each
 * product is a sum of logarithms. A logarithm uses the 16 leading bits of its argument. A draw of `rand()` decides whether the
 * other bits round it up or down. A data packet keeps the highest U.
 */
import { log, pow } from "../../base/math.ts";
import { PS_PER_NS, type Bytes, type Ps } from "../../base/units.ts";
import type { DetectionPolicy, DetectionView } from "../../contracts/detection.ts";
import type { CRand } from "./c-rand.ts";
import type { PintCode } from "./pint-code.ts";

/** Steps of a logarithm to base 2: one step is 1/32768. */
const STEPS = 32_768;
/**
 * The table of logarithms distinguishes only this many leading bits of an argument. Lower bits give the probability that
 * the argument is rounded up.
 */
const EXACT_BITS = 16;
/** The value used for log2 of 0. Its power of two is rounded to 0. */
const LOG_ZERO = -(2 ** 31);
/** The unit of the queue length, bytes. */
const QUEUE_UNIT = 256;
/** A utilisation of 1 (100%) is stored as this number. */
const LOAD_UNIT = 8192;
/** The smallest exponent in `scales`. Smaller powers of two are computed as 0. */
const MIN_OCTAVE = -1000;
/** The largest exponent in `scales`. Larger powers of two do not occur. */
const MAX_OCTAVE = 63;
/** Number of binary digits to which a logarithm is computed exactly. */
const DIGITS = 70n;

/** The time and the size of the last packet that each port sent. */
export interface LastSent {
  /** By port: the time at which its last packet left the queue. 0 if the port has sent none. */
  readonly at: Float64Array;
  /** By port: the bytes of its last packet. 0 if the port has sent none. */
  readonly size: Float64Array;
}

export interface PintParts {
  readonly code: PintCode;
  readonly rand: CRand;
  readonly last: LastSent;
  /** Returns the longest base RTT of all pairs of hosts, ns. It is known once the network is built. */
  readonly longestRttNs: () => number;
}

export function createPintStamp({ code, rand, last, longestRttNs }: PintParts, view: DetectionView): DetectionPolicy {
  const { at: powers } = view.words(1, false);
  const logs = logTable();
  const octave = octaveTable();
  const scales = scaleTable();
  const logByteRate = Float64Array.from(
    { length: view.ports },
    (_, port) => exactLog2(Math.floor(view.rate(port) / 8)) * STEPS,
  );
  const logBillion = exactLog2(1e9) * STEPS;
  const load = new Float64Array(view.ports);
  let trip = -1;
  let logTrip = 0;

  /** log2 of an integer, in steps of 1/32768. */
  function logOf(whole: number): number {
    if (whole === 0) return LOG_ZERO;
    const shift = 32 - Math.clz32(whole) - EXACT_BITS;
    if (shift <= 0) return logs[whole];
    const mask = (1 << shift) - 1;
    const kept = whole >>> shift;
    const rounded = (whole & mask) > (rand.next() & mask) ? kept + 1 : kept;
    return logs[rounded] + shift * STEPS;
  }

  /** 2^(steps / STEPS). */
  function powerOf(steps: number): number {
    const whole = Math.floor(steps);
    const rest = (steps - whole) * (Math.LN2 / STEPS);
    const exponent = Math.floor(whole / STEPS);
    if (exponent < MIN_OCTAVE) return 0;
    const near = octave[whole - exponent * STEPS];
    return (near + near * (rest + (rest * rest) / 2 + (rest * rest * rest) / 6)) * scales[exponent - MIN_OCTAVE];
  }

  function update(port: number, now: Ps, queued: Bytes): number {
    if (trip < 0) {
      trip = longestRttNs();
      logTrip = exactLog2(trip) * STEPS;
    }
    const since = (now - last.at[port]) / PS_PER_NS;
    const dt = since > trip ? trip : since;
    const logRate = logByteRate[port];
    let sum = 0;
    const units = Math.floor(queued / QUEUE_UNIT);
    if (units > 0) {
      const product = logOf(dt) + logOf(units);
      sum += powerOf(product + logBillion - logRate - 2 * logTrip) * QUEUE_UNIT;
    }
    if (last.size[port] > 0) sum += powerOf(logOf(last.size[port]) + logBillion - logRate - logTrip);
    if (trip > dt && load[port] > 0) {
      const product = logOf(trip - dt) + logOf(Math.round(load[port] * LOAD_UNIT));
      sum += powerOf(product - logTrip) / LOAD_UNIT;
    }
    load[port] = sum;
    return sum;
  }

  return {
    stamp(port, packet, hop) {
      if (hop === 0) powers[packet] = 0;
      const power = code.encode(update(port, view.now, view.queued(port)), rand);
      if (power > powers[packet]) powers[packet] = power & code.mask;
    },
  };
}

/** The logarithms to base 2 of the numbers from 1 to 2^16. Each is stored as a whole number of 1/32768, rounded down. */
function logTable(): Int32Array {
  const table = new Int32Array((1 << EXACT_BITS) + 1);
  for (let k = 1; k < table.length; k++) {
    const octaves = 31 - Math.clz32(k);
    // `log` has a rounding error. It could change the result only if the exact logarithm is very close to a whole number
    // of steps. Only powers of two have such a logarithm, and theirs is computed without `log`.
    table[k] = k === 1 << octaves ? octaves * STEPS : Math.floor((log(k) / Math.LN2) * STEPS);
  }
  return table;
}

/** 2^(k / STEPS). */
function octaveTable(): Float64Array {
  return Float64Array.from({ length: STEPS }, (_, k) => pow(2, k / STEPS));
}

/** 2^MIN_OCTAVE to 2^MAX_OCTAVE. */
function scaleTable(): Float64Array {
  const scales = new Float64Array(MAX_OCTAVE - MIN_OCTAVE + 1).fill(1);
  for (let octave = 1; octave <= MAX_OCTAVE; octave++)
    scales[octave - MIN_OCTAVE] = scales[octave - 1 - MIN_OCTAVE] * 2;
  for (let octave = -1; octave >= MIN_OCTAVE; octave--)
    scales[octave - MIN_OCTAVE] = scales[octave + 1 - MIN_OCTAVE] / 2;
  return scales;
}

/** log2 of an integer, rounded once. Each squaring of the mantissa gives one binary digit. */
export function exactLog2(whole: number): number {
  const unit = 2n ** 160n;
  const octaves = BigInt(BigInt(whole).toString(2).length - 1);
  let mantissa = (BigInt(whole) * unit) >> octaves;
  let digits = octaves;
  for (let k = 0n; k < DIGITS; k++) {
    mantissa = (mantissa * mantissa) / unit;
    const isOne = mantissa >= 2n * unit;
    if (isOne) mantissa >>= 1n;
    digits = 2n * digits + (isOne ? 1n : 0n);
  }
  return Number(digits) / Number(1n << DIGITS);
}
