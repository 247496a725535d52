/**
 * Readings. A reading is a question that a paper leaves open, with one answer that all its figures use.
 *
 * A reading lists the possible answers, and the reason for the chosen one. A question that concerns a single figure is
 * in the `chosen` of that figure instead. `xoff reproduce <paper> --readings` judges the paper's claims also under every
 * answer that was not chosen, so a reader sees which answer explains most figures. Answers that belong together form a
 * preset. `--pairs` changes two answers at a time.
 */

export interface Reading {
  /** The question that the paper leaves open, in one sentence. */
  readonly asks: string;
  /** The meaning of each possible answer, by its name. */
  readonly options: Readonly<Record<string, string>>;
  /** One of `options`. */
  readonly chosen: string;
  /** The reason for the chosen answer: the paper's text, or the figures that match the paper only under this answer. */
  readonly why: string;
}

/** The open questions of a paper (its readings), by name. */
export type Readings = Readonly<Record<string, Reading>>;

/** The chosen answer to each open question of a paper. */
export type Chosen<R extends Readings = Readings> = {
  readonly [Name in keyof R]: keyof R[Name]["options"] & string;
};

/** Returns `readings`, the open questions of a paper. The types check that each chosen answer is one of the question's options. */
export function defineReadings<
  const R extends Readings & { readonly [Name in keyof R]: { readonly chosen: keyof R[Name]["options"] } },
>(readings: R): R {
  return readings;
}

/** Answers to open questions of a paper, by the name of the question. They replace the chosen answers. */
export type Changed = Readonly<Record<string, string>>;

/** By name: a set of answers that belong together, for instance the answers that fit one simulator. */
export type Presets = Readonly<Record<string, Changed>>;

/** The answer to each open question, by the name of the question. Answers in `changed` replace the chosen ones. */
export function answers(readings: Readings = {}, changed: Changed = {}): Chosen {
  return Object.fromEntries(Object.entries(readings).map(([name, { chosen }]) => [name, changed[name] ?? chosen]));
}

/** For every open question, each answer that was not chosen. One element changes one answer. */
const otherAnswers = (readings: Readings): Changed[] =>
  Object.entries(readings).flatMap(([reading, { options, chosen }]) =>
    Object.keys(options)
      .filter((answer) => answer !== chosen)
      .map((answer) => ({ [reading]: answer })),
  );

/**
 * The sets of answers for which `--readings` runs the figures. The chosen answers are first. Then come every answer that
 * was not chosen, every preset, and pairs of answers.
 *
 * @param pairs `true` for all pairs, or the name of a question whose answer each pair changes. Absent: no pairs
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

/**
 * One element for each possible answer to `name`, a question that the paper leaves open. An element names only the
 * answers that differ from the chosen ones. So the first element, which has the chosen answer, is empty.
 */
export const triedOf = (readings: Readings, name: string): Changed[] => [
  {},
  ...otherAnswers(readings).filter((one) => Object.hasOwn(one, name)),
];

/** A parameter that differs among the figures of one paper, and the paper's sentence that requires the difference. */
export interface Difference {
  /** The parameter's path in a parsed scenario: "policies.congestion.dcqcn.increaseInterval", "switch.memory". */
  readonly parameter: string;
  /** Ids of the figures in which the parameter has a different value from that in the paper's other figures. */
  readonly figures: readonly string[];
  /** The paper's words with their section. */
  readonly because: string;
}
