/**
 * An experiment reproduces a figure or table of a paper. It has scenarios, plots and claims.
 *
 * It consists of data and pure functions. The command line, the studio or a cluster job runs each trial (one scenario
 * of the figure) with each seed. It stores one row of measured values for each run. The conclusion is computed from all
 * rows. A row is small JSON, so runs can be stored and a sweep can resume.
 */
import type { Results, Scenario } from "../../run/lab/lab.ts";
import { ParamError } from "../../base/params.ts";
import { answers, type Changed, type Chosen, type Readings } from "./readings.ts";

/**
 * The scales of a figure: the sizes at which it can be run. `quick` has fewer hosts, less time and fewer seeds. `paper`
 * has the size of the paper.
 */
export const SCALES = ["quick", "paper"] as const;
/** The size of a figure's simulations: `quick` or `paper`. */
export type Scale = (typeof SCALES)[number];
/** A value for each scale. */
export type PerScale<T> = Readonly<Record<Scale, T>>;

/** Identifies a trial within its experiment, such as { scheme: "dt", bursts: 24 }. */
export type Key = Readonly<Record<string, string | number>>;

/** One scenario of a figure. It runs with several seeds. */
export interface Trial<K extends Key = Key> {
  readonly key: K;
  /** The contents of a scenario file without the seed. */
  readonly scenario: Readonly<Record<string, unknown>>;
}

/** A completed run with its row, that is, the values that the figure measures in the run. */
export interface Done<K extends Key, Row> {
  readonly key: K;
  readonly seed: number;
  readonly row: Row;
}

/** The verdict on a claim, from best to worst. src/papers/figures/verdicts.ts has the rules. */
export type Verdict = "holds" | "direction" | "undecided" | "fails";

/** Reasons why a claim fails in every set-up. */
export const BECAUSE = ["bound", "best case", "second simulator", "contradiction"] as const;

/**
 * The reason why a failed claim cannot hold.
 *
 * - `bound`: a proved bound of the measure excludes the paper's number.
 * - `best case`: an ideal run, which lacks one problem such as PAUSEs, does not reach the paper's number. No tried policy
 *   is better than the ideal run.
 * - `second simulator`: another simulator has the same result.
 * - `contradiction`: the paper contradicts the claim elsewhere.
 */
export interface Settled {
  readonly because: (typeof BECAUSE)[number];
  /** One or two sentences with the numbers and their source. The source is the paper's sentence, or a link relative to docs/results/. */
  readonly evidence: string;
}

/** Marks a claim whose result depends on a question that the paper's text leaves open. */
export interface Underdetermined {
  /**
   * The open question, with the paper's words. This text has no measured results. If a figure of xoff was run with several answers to
   * the question, docs/results/notes/ has the results.
   */
  readonly evidence: string;
}

/** A statement of the paper with our result. */
export interface Claim {
  /** The claim's name within its experiment: "pauses-grow". */
  readonly id: string;
  readonly claim: string;
  /** `order`: which scheme is better. `ratio`: by how much. `value`: a theorem or formula that must be met. */
  readonly kind: "order" | "ratio" | "value";
  /**
   * The source of the claim.
   *
   * - `paper`: the paper says so, and another outcome was possible. Only these claims count.
   * - `definition`: no other outcome is possible (an identity, a constant, a parameter that was chosen for this outcome).
   * - `ours`: the paper does not say so.
   */
  readonly standing: "paper" | "definition" | "ours";
  readonly paper: string;
  /** Our numbers with their units. A number that varies over seeds has its confidence interval. */
  readonly ours: string;
  readonly verdict: Verdict;
  /**
   * True if the claim holds when only the means are compared, without their intervals (src/papers/figures/verdicts.ts).
   */
  readonly byMeans: boolean;
  /** A fact that a reader of the verdict needs. */
  readonly note?: string;
  /** Further measurements, in other set-ups, and their results. Only a claim that does not hold has them. */
  readonly tried?: string;
  /**
   * The comparison of an ideal with a scheme, as text. An ideal is a run in which one problem, such as PAUSEs, cannot occur
   * (`ideals.ts`). An example is "no PAUSEs against DT 2: +0.1% (-0.2 to +0.4%)". Without PAUSEs, the claim's measure is then 0.1%
   * higher than under the scheme DT 2. The interval is over seeds.
   */
  readonly toBeHad?: string;
  /**
   * The largest possible change between the two schemes of the claim, as text: "at most +0.4%". This limit follows from `toBeHad`, because
   * no scheme should be better than the ideal. Present if the claim does not hold and the paper's change is beyond this limit.
   */
  readonly cannot?: string;
  /** The claim that states the same fact and counts in place of this one: "spfc/fig4/pauses-grow-dt". */
  readonly repeats?: string;
  /** Why a failed claim cannot hold in any set-up. */
  readonly settled?: Settled;
  /**
   * For a claim that does not hold: the question that the paper's text leaves open. The claim may hold under another
   * answer, so our result does not contradict the paper.
   */
  readonly underdetermined?: Underdetermined;
}

/** A point (x, y) in the units of the axes' titles. If seeds scatter, the low and the high end of y's interval follow. */
export type Point = readonly [number, number] | readonly [number, number, number, number];

/** A line of a plot. In a plot with bars, the bars of one colour. */
export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

/** A number that the paper prints, drawn as a mark. It has the colour of our line with the same name. */
export interface Mark {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

/** Curves over x, or bars. A figure may have several plots. */
export interface Plot {
  readonly title: string;
  /** The title of the x axis with its unit: "burst ports N", "time, ms". */
  readonly x: string;
  readonly y: string;
  readonly log?: "x" | "y" | "both";
  /**
   * Names on the x axis, such as size bins or schemes. With them the plot has bars, and the x of a point is the index
   * of a name.
   */
  readonly bins?: readonly string[];
  readonly lines: readonly Line[];
  readonly marks?: readonly Mark[];
  readonly note?: string;
}

/** A table of numbers that a plot cannot show well: many schemes, each with several measures. */
export interface NumberTable {
  readonly title: string;
  /** Column titles with their units: "scheme", "job, ms". */
  readonly columns: readonly string[];
  /** The text of each cell. If a number varies over seeds, its confidence interval follows in the same cell. */
  readonly rows: readonly (readonly string[])[];
}

/** The conclusion from all runs of a figure. */
export interface Conclusion {
  readonly plots: readonly Plot[];
  readonly claims: readonly Claim[];
  /** Results that no claim expected: sentences with values measured in the runs. */
  readonly findings?: readonly string[];
  readonly tables?: readonly NumberTable[];
}

/** The id and the title of a figure, and the question that the figure answers. */
export interface About {
  /** The id "<paper>/<figure>", as in docs/experiments.md. */
  readonly id: string;
  readonly title: string;
  /** The question that the figure answers, in one or two sentences. */
  readonly asks: string;
}

/**
 * The definition of an experiment. `R` is the type of the open questions (readings) that the figures of the paper
 * share.
 */
export interface ExperimentDefinition<K extends Key, Row, R extends Readings> extends About {
  /** Choices of xoff where the paper is silent, each with its reason. They apply to this figure only. */
  readonly chosen: readonly string[];
  /**
   * The questions that the paper leaves open for several of its figures, with one answer each (`readings.ts`). Absent:
   * there are none.
   */
  readonly readings?: R;
  /** The id of the figure whose runs, with their measured values, this figure uses. Absent: it has its own runs. */
  readonly runsOf?: string;
  /** A version name for the values that `row` measures. If the name changes, all trials run again. Absent: no name. */
  readonly measure?: string;
  /** The default number of seeds of each trial. It has no effect on a computed figure, which has no trials. */
  readonly seeds: Readonly<Record<Scale, number>>;
  /** The part of the paper's experiment that xoff repeats at scale `paper`: "64 of 320 servers, 20 of 100 ms". Absent: all of it. */
  readonly fraction?: string;
  trials(scale: Scale, reading: Chosen<R>): readonly Trial<K>[];
  /**
   * Returns the row of a run. It is stored as JSON, so a missing value is null and not NaN. The answers to the paper's open
   * questions (`readings`) affect a row only through the run, because this function does not get them.
   */
  row(results: Results, key: K, scenario: Scenario): Row;
  /**
   * Concludes from the rows of all runs (`done`). Failed runs have no row. If all runs failed, this function is not called.
   * So `done` is empty only for a figure without runs.
   */
  conclude(done: readonly Done<K, Row>[], scale: Scale, reading: Chosen<R>): Conclusion;
}

/**
 * An experiment without the types of its keys and rows. The parameter `changed` of its functions has answers to the
 * paper's open questions. They replace the answers that xoff chose (`Readings`).
 */
export interface Experiment extends Omit<ExperimentDefinition<Key, unknown, Readings>, "trials" | "conclude"> {
  /** The origin of a user figure: its file, a URL with its code, and a hash of the code. */
  readonly from?: { readonly file: string; readonly url: string; readonly hash: string };
  trials(scale: Scale, changed?: Changed): readonly Trial[];
  conclude(done: readonly Done<Key, unknown>[], scale: Scale, changed?: Changed): Conclusion;
}

/**
 * Throws if two claims of a figure have the same id, for instance if a claim is made for each seed. A repeated claim
 * would count twice.
 */
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

/** Makes an experiment from its definition. The result has no types of keys, rows and readings, so all figures fit in one list. */
export function defineExperiment<K extends Key, Row, R extends Readings = Readings>(
  definition: ExperimentDefinition<K, Row, R>,
): Experiment {
  const known = definition as unknown as ExperimentDefinition<Key, unknown, Readings>;
  return {
    ...known,
    trials: (scale, changed) => known.trials(scale, answers(known.readings, changed)),
    conclude(done, scale, changed) {
      const reading = answers(known.readings, changed);
      if (done.length === 0 && known.trials(scale, reading).length > 0) return { plots: [], claims: [] };
      return withOneOfEach(known.id, known.conclude(done, scale, reading));
    },
  };
}
