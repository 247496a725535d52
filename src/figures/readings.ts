/**
 * Readings: what a paper leaves open, one value for all its figures.
 *
 * A question that only one figure asks stands in that figure's `chosen`. Where several hang on the answer it is a reading: a name, the question,
 * the possible answers, the one chosen and why. `xoff reproduce <paper> --readings` runs the paper's claims under each other answer, one at a
 * time, so that anyone can see which answer explains most figures.
 */

export interface Reading {
  /** The question, one sentence. */
  readonly asks: string;
  /** What each possible answer means, by its name. */
  readonly options: Readonly<Record<string, string>>;
  /** One of `options`. */
  readonly chosen: string;
  /** Why this one, one sentence: what the text says, or which figures come out under it alone. */
  readonly why: string;
}

/** Readings of a paper, by name. */
export type Readings = Readonly<Record<string, Reading>>;

/** An answer to each question. */
export type Chosen<R extends Readings = Readings> = {
  readonly [Name in keyof R]: keyof R[Name]["options"] & string;
};

/** Checks that what is chosen is an option. */
export function defineReadings<
  const R extends Readings & { readonly [Name in keyof R]: { readonly chosen: keyof R[Name]["options"] } },
>(readings: R): R {
  return readings;
}

/** Answers other than the chosen, by the reading's name. */
export type Changed = Readonly<Record<string, string>>;

/** The chosen answers, but for those of `changed`. */
export function answers(readings: Readings = {}, changed: Changed = {}): Chosen {
  return Object.fromEntries(Object.entries(readings).map(([name, { chosen }]) => [name, changed[name] ?? chosen]));
}

/** A parameter in which figures of one paper differ, and the sentence of the paper that makes them. */
export interface Difference {
  /** As a scenario has it once it is read: "policies.congestion.dcqcn.increaseInterval", "switch.memory". */
  readonly parameter: string;
  /** Ids of the figures that differ from the paper's others. */
  readonly figures: readonly string[];
  /** The paper's words, and where they stand. */
  readonly because: string;
}
