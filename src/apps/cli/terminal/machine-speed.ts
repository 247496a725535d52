/**
 * Measures the current speed of this machine by a tenth of a second of arithmetic. The reference is the machine on which packet-hops were
 * timed.
 */

/** The number of operations of one call of `piece`. */
const OPERATIONS = 1e6;
/**
 * The time of one call of `piece` on the reference machine in ms. This machine is a 2-core KVM guest (AMD EPYC, 2.6
 * GHz) with Node 20 (bench/results.md).
 */
const REFERENCE_MS = 1.65;
/**
 * Duration of the measurement in ms. A shorter measurement could fall between two time slices of other programs. It would
 * then not show that these programs slow the machine.
 */
const MEASURED_MS = 100;

let known: number | undefined;

/**
 * Time of a computation on this machine, relative to the reference machine. 2 means twice as long, for example while
 * other programs use the cores. The result is measured once in a process.
 */
export function slowness(): number {
  if (known !== undefined) return known;
  const began = performance.now();
  let pieces = 0;
  let elapsed: number;
  let x = 1;
  do {
    x = piece(x);
    pieces++;
    elapsed = performance.now() - began;
  } while (elapsed < MEASURED_MS);
  // `x` is never 0. The comparison uses the result of the loop, because a JavaScript engine removes a loop whose result
  // is unused.
  known = x === 0 ? NaN : elapsed / pieces / REFERENCE_MS;
  return known;
}

/**
 * Computes a chain of random numbers to measure the machine. Each number depends on the one before, so that the
 * processor cannot compute them in parallel.
 */
function piece(x: number): number {
  for (let k = 0; k < OPERATIONS; k++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
  }
  return x;
}
