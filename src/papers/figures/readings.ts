/**
 * Readings: what a paper leaves open, one value for all its figures.
 *
 * A question that only one figure asks stands in that figure's `chosen`. Where several hang on the answer it is a reading: a name, the question,
 * the possible answers, the one chosen and why. `xoff reproduce <paper> --readings` runs the paper's claims under each other answer, so that
 * anyone can see which answer explains most figures. Answers that belong together are a preset; `--pairs` tries two at a time.
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

/** Answers that belong together, such as those of one simulator, by a name. */
export type Presets = Readonly<Record<string, Changed>>;

/** The chosen answers, but for those of `changed`. */
export function answers(readings: Readings = {}, changed: Changed = {}): Chosen {
  return Object.fromEntries(Object.entries(readings).map(([name, { chosen }]) => [name, changed[name] ?? chosen]));
}

/** Every answer that was not chosen. */
const otherAnswers = (readings: Readings): Changed[] =>
  Object.entries(readings).flatMap(([reading, { options, chosen }]) =>
    Object.keys(options)
      .filter((answer) => answer !== chosen)
      .map((answer) => ({ [reading]: answer })),
  );

/**
 * What is tried of a paper's readings, the chosen answers first: each other answer, each preset, and pairs of other answers. `pairs` is `true`
 * for all pairs, or the name of the reading that is one of the two; absent: no pairs.
 */
export function tried(readings: Readings, presets: Presets = {}, pairs?: string | true): Changed[] {
  const single = otherAnswers(readings);
  const two = single.flatMap((one, k) =>
    single
      .slice(k + 1)
      .filter((other) => Object.keys(one)[0] !== Object.keys(other)[0])
      .map((other): Changed => ({ ...one, ...other })),
  );
  const paired = pairs === undefined ? [] : two.filter((both) => pairs === true || Object.hasOwn(both, pairs));
  return [{}, ...single, ...Object.values(presets), ...paired];
}

/** What is tried of one reading, the chosen answer first. */
export const triedOf = (readings: Readings, name: string): Changed[] => [
  {},
  ...otherAnswers(readings).filter((one) => Object.hasOwn(one, name)),
];

/** A parameter in which figures of one paper differ, and the sentence of the paper that makes them. */
export interface Difference {
  /** As a scenario has it once it is read: "policies.congestion.dcqcn.increaseInterval", "switch.memory". */
  readonly parameter: string;
  /** Ids of the figures that differ from the paper's others. */
  readonly figures: readonly string[];
  /** The paper's words, and where they stand. */
  readonly because: string;
}
