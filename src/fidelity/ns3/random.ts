/**
 * ns-3's random numbers: L'Ecuyer's MRG32k3a, divided into streams 2^127 steps apart.
 *
 * The simulator creates a new generator for every draw, on the next stream, and uses only its first number. Draws count from 0, and
 * `firstStream` gives the stream k0 of draw 0. So draw i is the first number of stream k0 + i. Jumping to stream k takes a matrix power.
 * Advancing from stream k - 1 takes one 3 x 3 product for each half of the state. `StreamSource` advances, so a draw costs 14 remainders
 * and allocates nothing.
 *
 *   half 1   x(n) = 1403580 x(n-2) - 810728 x(n-3)    mod m1 = 2^32 - 209
 *   half 2   y(n) = 527612 y(n-1) - 1370589 y(n-3)    mod m2 = 2^32 - 22853
 *   output   ((x - y) mod m1) / (m1 + 1), where 0 counts as m1
 *
 * This arithmetic is exact in doubles: a 32-bit factor is split in halves of 16 bits, so no sum exceeds 2^53.
 *
 * Paper: L'Ecuyer, Simard, Chen and Kelton: An object-oriented random-number package with many long streams and substreams. Operations
 * Research 50(6), 2002. Defined in docs/ns3-semantics.md, section 16: seed 1, run 1.
 */

const M1 = 4294967087;
const M2 = 4294944443;
const A12 = 1403580;
const A13N = 810728;
const A21 = 527612;
const A23N = 1370589;
const NORM = 1 / (M1 + 1);

/** A 3 x 3 matrix: nine entries below 2^32, row by row. */
type Matrix = readonly number[];

/** One step of half 1 (`STEP1`) and of half 2 (`STEP2`) of the generator, each as a matrix on the vector `(x(n-3), x(n-2), x(n-1))`. */
const STEP1: Matrix = [0, 1, 0, 0, 0, 1, M1 - A13N, A12, 0];
const STEP2: Matrix = [0, 1, 0, 0, 0, 1, M2 - A23N, 0, A21];

/** The stream of every lossy link in the simulator (`SetStream(50)`): all links draw the same numbers. */
export const LINK_ERROR_STREAM = 2n ** 63n + 50n;

/**
 * The stream of a run's first draw. The set-up of the simulator takes 6 streams for each node and 2 for each lossy link. All links without
 * loss together take 2.
 */
export function firstStream(nodes: number, lossyLinks: number): number {
  return 6 * nodes + 2 + 2 * lossyLinks;
}

/** The integer `value` mod m, for |value| < 2^53. In that range a floored quotient of doubles is exact. */
function mod(value: number, m: number): number {
  return value - Math.floor(value / m) * m;
}

/** Row `row` of `matrix` times the vector `(a, b, c)`. All numbers are below 2^32. */
function rowTimes(matrix: ArrayLike<number>, row: number, a: number, b: number, c: number, m: number): number {
  const x = matrix[3 * row];
  const y = matrix[3 * row + 1];
  const z = matrix[3 * row + 2];
  const high = (x >>> 16) * a + (y >>> 16) * b + (z >>> 16) * c;
  const low = (x & 0xffff) * a + (y & 0xffff) * b + (z & 0xffff) * c;
  return mod(mod(high, m) * 65536 + low, m);
}

function product(left: Matrix, right: Matrix, m: number): Matrix {
  return right.map((_, i) =>
    rowTimes(left, Math.floor(i / 3), right[i % 3], right[(i % 3) + 3], right[(i % 3) + 6], m),
  );
}

function power(matrix: Matrix, exponent: bigint, m: number): Matrix {
  let result: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let square = matrix; exponent > 0n; exponent >>= 1n, square = product(square, square, m)) {
    if ((exponent & 1n) === 1n) result = product(result, square, m);
  }
  return result;
}

/** The matrix that advances the first half of a state from one stream to the next. */
const NEXT_STREAM1 = Float64Array.from(power(STEP1, 2n ** 127n, M1));
/** The matrix that advances the second half of a state from one stream to the next. */
const NEXT_STREAM2 = Float64Array.from(power(STEP2, 2n ** 127n, M2));

/** The state of a generator: the last three x, then the last three y. Both sequences go from the oldest number to the newest. */
type State = Float64Array;

/**
 * The state of stream number `stream` before its first step. All six numbers of the state begin as `seed`. The state is
 * then advanced by 2^76 steps, plus 2^127 steps times the stream number.
 */
function startOf(stream: bigint, seed = 1): State {
  const state = new Float64Array(6).fill(seed);
  const steps = stream * 2n ** 127n + 2n ** 76n;
  multiply(state, power(STEP1, steps, M1), power(STEP2, steps, M2));
  return state;
}

/** Multiplies both halves of a state by their matrices, in place. */
function multiply(state: State, by1: ArrayLike<number>, by2: ArrayLike<number>): void {
  const a = state[0];
  const b = state[1];
  const c = state[2];
  const d = state[3];
  const e = state[4];
  const f = state[5];
  for (let row = 0; row < 3; row++) {
    state[row] = rowTimes(by1, row, a, b, c, M1);
    state[row + 3] = rowTimes(by2, row, d, e, f, M2);
  }
}

const nextOfHalf1 = (state: State) => mod(A12 * state[1] - A13N * state[0], M1);
const nextOfHalf2 = (state: State) => mod(A21 * state[5] - A23N * state[3], M2);
const output = (x: number, y: number) => (x > y ? x - y : x - y + M1) * NORM;

/**
 * The first outputs of successive streams. Each random number for ECN takes the next stream, and so does each PFC
 * frame, in event order.
 */
export class StreamSource {
  readonly #state: State;

  /** `first` is the number of the stream for the first draw (`firstStream`). Each further draw uses the next stream. */
  constructor(first: number) {
    this.#state = startOf(BigInt(first));
  }

  /** The first output of the current stream, between 0 and 1 exclusive. Then advances to the next stream. */
  next(): number {
    const first = output(nextOfHalf1(this.#state), nextOfHalf2(this.#state));
    this.skip();
    return first;
  }

  /**
   * Skips one stream. Call it for each number that ns-3 draws but never reads, because that draw uses a stream too. An
   * example is the IP id of a PFC frame.
   */
  skip(): void {
    multiply(this.#state, NEXT_STREAM1, NEXT_STREAM2);
  }
}

/** Successive outputs of one stream. A lossy link draws from it once for every packet that arrives at either end. */
export class Mrg32k3a {
  readonly #state: State;

  /** `seed` is from 1 to 2^32 - 22854. */
  constructor(stream: bigint = LINK_ERROR_STREAM, seed = 1) {
    this.#state = startOf(stream, seed);
  }

  /** The next output, between 0 and 1 exclusive. */
  next(): number {
    const state = this.#state;
    const x = nextOfHalf1(state);
    const y = nextOfHalf2(state);
    state[0] = state[1];
    state[1] = state[2];
    state[2] = x;
    state[3] = state[4];
    state[4] = state[5];
    state[5] = y;
    return output(x, y);
  }
}
