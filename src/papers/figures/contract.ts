/**
 * An experiment: a figure or table of a paper with scenarios, rows, plots and claims.
 *
 * An experiment is data and pure functions. The CLI, the studio or a cluster job runs each trial with each seed and keeps one row per run. The
 * conclusion is computed from all rows. A row is small JSON, so runs can be stored and a sweep resumed.
 */
import type { Results, Scenario } from "../../run/lab/lab.ts";
import { ParamError } from "../../base/params.ts";
import { answers, type Changed, type Chosen, type Readings } from "./readings.ts";

/** `quick`: fewer hosts, less time and fewer seeds. `paper`: the size of the paper. */
export const SCALES = ["quick", "paper"] as const;
/** The size at which a figure is run. */
export type Scale = (typeof SCALES)[number];

/** Identifies a trial within its experiment: { scheme: "dt", bursts: 24 }. */
export type Key = Readonly<Record<string, string | number>>;

/** One scenario of a figure, which is run with several seeds. */
export interface Trial<K extends Key = Key> {
  readonly key: K;
  /** The contents of a scenario file, without the seed. */
  readonly scenario: Readonly<Record<string, unknown>>;
}

/** One run and its row. */
export interface Done<K extends Key, Row> {
  readonly key: K;
  readonly seed: number;
  readonly row: Row;
}

/** From best to worst. src/papers/figures/verdicts.ts defines them. */
export type Verdict = "holds" | "direction" | "undecided" | "fails";

/** Reasons why a claim fails in every set-up. */
export const BECAUSE = ["bound", "best case", "second simulator", "contradiction"] as const;

/**
 * The reason why a failed claim cannot hold.
 *
 * - `bound`: a proved bound of its measure excludes it.
 * - `best case`: a run without the problem does not reach the paper's number, and no tried policy passes that run.
 * - `second simulator`: another simulator agrees with ours.
 * - `contradiction`: the paper says otherwise elsewhere.
 */
export interface Settled {
  readonly because: (typeof BECAUSE)[number];
  /** One or two sentences with the numbers, and a link: to a file of this repository from docs/results/, or the paper's sentence. */
  readonly evidence: string;
}

/** A claim of which the text leaves open what decides it. */
export interface Underdetermined {
  /** The question that the text leaves open, and the outcome under each reading that was tried. None of these is the paper's. */
  readonly evidence: string;
}

/**
 * A statement of the paper with our result. The kind `order` says which scheme is better, `ratio` by how much. `value` is a theorem or formula that
 * must be met.
 */
export interface Claim {
  /** Within its experiment: "pauses-grow". */
  readonly id: string;
  readonly claim: string;
  readonly kind: "order" | "ratio" | "value";
  /**
   * - `paper`: the paper says so, and another outcome was possible. Only these claims count.
   * - `definition`: no other outcome is possible (an identity, a constant, a number chosen from the answer).
   * - `ours`: the paper does not say so.
   */
  readonly standing: "paper" | "definition" | "ours";
  readonly paper: string;
  /** Numbers with their units, and with their interval where seeds scatter. */
  readonly ours: string;
  readonly verdict: Verdict;
  /** The verdict from means alone (src/papers/figures/verdicts.ts). */
  readonly byMeans: boolean;
  /** A fact that the reader of the verdict needs. */
  readonly note?: string;
  /** For a claim that does not hold: other measurements and their results. */
  readonly tried?: string;
  /** The result of a run without the problem, with its interval: "no PAUSEs against DT 2: +0.1% (...)" (`papers/figures/ideals.ts`). */
  readonly toBeHad?: string;
  /** For a claim that does not hold, if `toBeHad` is less than the paper's change: "at most +0.4%". */
  readonly cannot?: string;
  /** The claim that states the same fact and counts in place of this one: "spfc/fig4/pauses-grow-dt". */
  readonly repeats?: string;
  /** For a claim that fails. */
  readonly settled?: Settled;
  /** For a claim that does not hold. */
  readonly underdetermined?: Underdetermined;
}

/** x and y in the units of the axes' titles. If seeds scatter, the low and high end of y's interval follow. */
export type Point = readonly [number, number] | readonly [number, number, number, number];

/** A line of a plot. */
export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

/** A number that the paper prints, drawn as a mark in the colour of our line of that name. */
export interface Mark {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** A plot of a figure. */
export interface Plot {
  readonly title: string;
  /** Title with unit: "burst ports N", "time, ms". */
  readonly x: string;
  readonly y: string;
  readonly log?: "x" | "y" | "both";
  /** Names on the x axis, such as size bins or schemes. The plot then has bars, and x is the index of the name. */
  readonly bins?: readonly string[];
  readonly lines: readonly Line[];
  readonly marks?: readonly Mark[];
  readonly note?: string;
}

/** Numbers that a plot cannot show well: many schemes, each with several measures. */
export interface NumberTable {
  readonly title: string;
  /** With units: "scheme", "job, ms". */
  readonly columns: readonly string[];
  /** One text for each column, with its interval. */
  readonly rows: readonly (readonly string[])[];
}

/** The result of all runs of a figure. */
export interface Conclusion {
  readonly plots: readonly Plot[];
  readonly claims: readonly Claim[];
  /** Results without a prior claim: sentences with the numbers of the runs. */
  readonly findings?: readonly string[];
  readonly tables?: readonly NumberTable[];
}

/** The definition of an experiment. `R`: the readings that the figures of the paper share. */
export interface ExperimentDefinition<K extends Key, Row, R extends Readings> {
  /** "<paper>/<figure>", as in docs/experiments.md. */
  readonly id: string;
  readonly title: string;
  /** The question that the figure answers, one or two sentences. */
  readonly asks: string;
  /** Choices of this figure where the paper is silent, in addition to the readings, each with its reason. */
  readonly chosen: readonly string[];
  /** Questions that the paper leaves open for several figures; absent: none. */
  readonly readings?: R;
  /** Id of the figure whose runs, rows and `row` this one has; absent: it has its own. */
  readonly runsOf?: string;
  /** Name of the measures in `row`; absent: they have no name. Change it if `row` measures something else: all trials then run again. */
  readonly measure?: string;
  /** Default number of seeds of each trial. A computed figure has no trials. */
  readonly seeds: Readonly<Record<Scale, number>>;
  /** The part of the paper's runs that scale `paper` has, if not all: "64 of 320 servers, 20 of 100 ms". */
  readonly fraction?: string;
  trials(scale: Scale, reading: Chosen<R>): readonly Trial<K>[];
  /** The row of a run, the same under every reading. It is stored as JSON, so a missing value is null and not NaN. */
  row(results: Results, key: K, scenario: Scenario): Row;
  /** The conclusion from all rows. Failed runs have no row. */
  conclude(done: readonly Done<K, Row>[], scale: Scale, reading: Chosen<R>): Conclusion;
}

/** An experiment without the types of its keys and rows. Readings are given by the answers that differ from the chosen ones. */
export interface Experiment extends Omit<ExperimentDefinition<Key, unknown, Readings>, "trials" | "conclude"> {
  /** For a user figure: its file, a URL with its code, and a hash of the code. */
  readonly from?: { readonly file: string; readonly url: string; readonly hash: string };
  trials(scale: Scale, changed?: Changed): readonly Trial[];
  conclude(done: readonly Done<Key, unknown>[], scale: Scale, changed?: Changed): Conclusion;
}

/** Throws if two claims of a figure have one id, for instance a claim for each seed: each would count. */
function withOneOfEach(figure: string, conclusion: Conclusion): Conclusion {
  const ids = conclusion.claims.map(({ id }) => id);
  const twice = ids.find((id, k) => ids.indexOf(id) < k);
  if (twice === undefined) return conclusion;
  throw new ParamError(
    `claims of ${figure}`,
    "an id for each claim",
    twice,
    "Conclude from the first seed, or from all.",
  );
}

/** Checks a figure's parts against each other. The result has no types of keys, rows and readings, so all figures fit in one list. */
export function defineExperiment<K extends Key, Row, R extends Readings = Readings>(
  definition: ExperimentDefinition<K, Row, R>,
): Experiment {
  const known = definition as unknown as ExperimentDefinition<Key, unknown, Readings>;
  return {
    ...known,
    trials: (scale, changed) => known.trials(scale, answers(known.readings, changed)),
    conclude: (done, scale, changed) =>
      withOneOfEach(known.id, known.conclude(done, scale, answers(known.readings, changed))),
  };
}
