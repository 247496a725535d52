/**
 * A meter of the simulation: a window, an average or an estimate that a policy or a measurement reads. Its property
 * compares it with a brute-force calculation over all events, at random times. A mutation is a change of its source
 * code that the property must detect (`test/meters.test.ts`).
 */
import { stream, type Stream } from "../../src/base/random.ts";

export interface Meter<Module = never> {
  /** The source file, below src/. */
  readonly file: string;
  /** The statement that the property checks. */
  readonly says: string;
  /** Throws if `module` differs from the brute force. `module` is the source file or a mutant. */
  readonly property: (module: Module) => void;
  /** The mutations: a text that occurs once in the source, and its replacement. */
  readonly mutations: readonly (readonly [text: string, mutant: string])[];
}

/** The random numbers of a property with this name. */
export const draws = (what: string): Stream => stream(7, what);

/** A whole number from `low` to `high`. */
export const between = (random: Stream, low: number, high: number): number =>
  low + Math.floor(random.next() * (high - low + 1));
