/** Measures by a tenth of a second of arithmetic how slow this machine is now, relative to the machine on which packet-hops were timed. */

/** Operations of a piece, and what they take on the reference machine: a 2-core KVM guest (AMD EPYC, 2.6 GHz), Node 20 (bench/results.md). */
const OPERATIONS = 1e6;
const REFERENCE_MS = 1.65;
/** Time of the measurement. A shorter one would fall between two time slices of other programs. */
const MEASURED_MS = 100;

let known: number | undefined;

/** 1: as fast as the reference; 2: the same takes twice as long, for instance because other programs use its cores. Measured once a process. */
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
  // An engine drops a loop whose result is unused.
  known = x === 0 ? NaN : elapsed / pieces / REFERENCE_MS;
  return known;
}

/** Random numbers one after the other: each needs the one before. */
function piece(x: number): number {
  for (let k = 0; k < OPERATIONS; k++) {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
  }
  return x;
}
