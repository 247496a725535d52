/** Random choices for the generator of scenarios, drawn from one random stream. */
import { exp, log } from "../../base/math.ts";
import { stream, type Stream } from "../../base/random.ts";

export class Draws {
  /**
   * True with probability 1/2. The numbers from `scaled` are then round and most links are equal, so that many events have
   * the same time.
   */
  readonly isRound: boolean;
  private readonly stream: Stream;

  constructor(seed: number) {
    this.stream = stream(seed, "soak");
    this.isRound = this.chance(0.5);
  }

  chance(probability: number): boolean {
    return this.stream.next() < probability;
  }

  pick<Value>(among: readonly Value[]): Value {
    return among[this.stream.int(among.length)];
  }

  /** Returns a random integer, both ends included. */
  whole(from: number, to: number): number {
    return from + this.stream.int(to - from + 1);
  }

  /**
   * Returns a number from `from` to `to` whose logarithm has a uniform distribution. So from 1 to 100, half of the
   * numbers are below 10. If `isRound` is set, the number is rounded down, which may give less than `from`.
   */
  scaled(from: number, to: number): number {
    const drawn = from * exp(this.stream.next() * log(to / from));
    return this.isRound ? round(drawn) : drawn;
  }

  /** Returns up to `count` different elements, in their original order. */
  some<Value>(among: readonly Value[], count: number): Value[] {
    const left = among.map((_, k) => k);
    const taken = Array.from(
      { length: Math.min(count, among.length) },
      () => left.splice(this.stream.int(left.length), 1)[0],
    );
    return taken.sort((a, b) => a - b).map((k) => among[k]);
  }
}

/** Rounds a positive value down to 1, 2 or 5 times a power of ten. */
function round(value: number): number {
  let power = 1;
  while (power * 10 <= value) power *= 10;
  while (power > value) power /= 10;
  return power * (value >= 5 * power ? 5 : value >= 2 * power ? 2 : 1);
}
