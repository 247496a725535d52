/**
 * A meter of the simulation: a window, an average or an estimate that a policy or a measurement reads.
 *
 * Its property holds it against a brute-force calculation over all that happened, at random moments of reading. Each mutation is a
 * change of its source that the property must catch (`test/meters.test.ts`).
 */
import { stream, type Stream } from "../../src/base/random.ts";

export interface Meter<Module = never> {
  /** The source file, below src/. */
  readonly file: string;
  /** The statement that the property checks. */
  readonly says: string;
  /** Throws where `module`, the source file or a mutant of it, differs from the brute force. */
  readonly property: (module: Module) => void;
  /** A text that occurs once in the source, and its replacement. */
  readonly mutations: readonly (readonly [text: string, mutant: string])[];
}

/** Random numbers of one property. */
export const draws = (what: string): Stream => stream(7, what);

/** A whole number from `low` to `high`. */
export const between = (random: Stream, low: number, high: number): number =>
  low + Math.floor(random.next() * (high - low + 1));
