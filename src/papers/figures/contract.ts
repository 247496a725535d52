/**
 * A figure or table of a paper as something to run: its scenarios, what is kept of each run, what is drawn, and what the paper claims.
 *
 * An experiment is data and pure functions. Whoever runs it (CLI, studio, a cluster job) takes its trials, runs each with each seed, keeps
 * one row a run, and asks for the conclusion of all rows. A row is small JSON, so that runs can be stored and a sweep resumed.
 */
import type { Results, Scenario } from "../../run/lab/lab.ts";
import { answers, type Changed, type Chosen, type Readings } from "./readings.ts";

/** quick: the same shape on fewer hosts, in less time, with fewer seeds; paper: the paper's own size. */
export const SCALES = ["quick", "paper"] as const;
/** At which size a figure is run. */
export type Scale = (typeof SCALES)[number];

/** What tells a trial from the others of its experiment: { scheme: "dt", bursts: 24 }. */
export type Key = Readonly<Record<string, string | number>>;

/** One scenario of a figure, which is run with several seeds. */
export interface Trial<K extends Key = Key> {
  readonly key: K;
  /** What a scenario file would say, without its seed. */
  readonly scenario: Readonly<Record<string, unknown>>;
}

/** One run and what was kept of it. */
export interface Done<K extends Key, Row> {
  readonly key: K;
  readonly seed: number;
  readonly row: Row;
}

/** From best to worst; src/papers/figures/verdicts.ts says when which. */
export type Verdict = "holds" | "direction" | "undecided" | "fails";

/** What settles that a claim fails, whatever else is tried. */
export const BECAUSE = ["bound", "best case", "second simulator", "contradiction"] as const;

/**
 * Why a claim that fails cannot come out otherwise. `bound`: a proved bound of its measure excludes it. `best case`: over seeds, no policy that was
 * tried gets past a run without the problem, and that run is short of the paper's. `second simulator`: another simulator agrees with ours.
 * `contradiction`: the paper itself says otherwise elsewhere.
 */
export interface Settled {
  readonly because: (typeof BECAUSE)[number];
  /** One or two sentences with the numbers, and a link: to a file of this repository from docs/results/, or the paper's sentence. */
  readonly evidence: string;
}

/** A claim of which the text leaves open what decides it. */
export interface Underdetermined {
  /** What the text does not say, and each reading that was tried with what came of it: none of them is the paper's. */
  readonly evidence: string;
}

/**
 * What a paper says came out, beside what came out here. `order`: who beats whom; `ratio`: by how much; `value`: a theorem or formula,
 * which must be met.
 */
export interface Claim {
  /** Within its experiment: "pauses-grow". */
  readonly id: string;
  readonly claim: string;
  readonly kind: "order" | "ratio" | "value";
  /**
   * `paper`: the paper says so, and it could have come out otherwise: it counts. `definition`: it cannot come out otherwise (an identity, a
   * constant, a number chosen from the answer). `ours`: the paper does not say so.
   */
  readonly standing: "paper" | "definition" | "ours";
  readonly paper: string;
  /** Numbers with their units, and with their interval where seeds scatter. */
  readonly ours: string;
  readonly verdict: Verdict;
  /** What means alone would say (src/papers/figures/verdicts.ts). */
  readonly byMeans: boolean;
  /** What to bear in mind. */
  readonly note?: string;
  /** Of a claim that does not hold: what was tried, and what came out. */
  readonly tried?: string;
  /** What a run without the problem comes to, with its interval: "no PAUSEs against DT 2: +0.1% (...)" (`papers/figures/ideals.ts`). */
  readonly toBeHad?: string;
  /** Of a claim that does not hold, where that is less than the paper has: "at most +0.4%". */
  readonly cannot?: string;
  /** Another claim that states the same fact and counts in place of this one: "spfc/fig4/pauses-grow-dt". */
  readonly repeats?: string;
  /** Of a claim that fails. */
  readonly settled?: Settled;
  /** Of a claim that does not hold. */
  readonly underdetermined?: Underdetermined;
}

/** x and y, in the units that the axes' titles name; where seeds scatter, the low and high end of y's interval too. */
export type Point = readonly [number, number] | readonly [number, number, number, number];

/** A line of a plot. */
export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
}

/** A number that the paper prints, drawn as a mark beside our line of that name. */
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
  /** Names of the places 0, 1, 2 and so on of an x axis that counts nothing: size bins, schemes. Drawn as bars side by side. */
  readonly bins?: readonly string[];
  readonly lines: readonly Line[];
  readonly marks?: readonly Mark[];
  readonly note?: string;
}

/** Numbers that a plot would hide: many schemes, each with several measures. */
export interface NumberTable {
  readonly title: string;
  /** With units: "scheme", "job, ms". */
  readonly columns: readonly string[];
  /** As they are printed, with their intervals; one for each column. */
  readonly rows: readonly (readonly string[])[];
}

/** What comes of all runs of a figure. */
export interface Conclusion {
  readonly plots: readonly Plot[];
  readonly claims: readonly Claim[];
  /** What came out where nobody claimed anything beforehand: sentences, their numbers those of the runs. */
  readonly findings?: readonly string[];
  readonly tables?: readonly NumberTable[];
}

/** What a figure's file writes. `R`: what the paper leaves open, one table for all its figures. */
export interface ExperimentDefinition<K extends Key, Row, R extends Readings> {
  /** "<paper>/<figure>", as in docs/experiments.md. */
  readonly id: string;
  readonly title: string;
  /** The question that the figure answers, one or two sentences. */
  readonly asks: string;
  /** What this figure leaves open or cannot mean beyond the readings of its paper, what was chosen, and why: one sentence each. */
  readonly chosen: readonly string[];
  /** What the paper leaves open and several figures share; absent: nothing. */
  readonly readings?: R;
  /** Id of the figure that this one shares runs and rows with, whose `row` it has; absent: it has runs of its own. */
  readonly runsOf?: string;
  /** Name of what `row` measures; absent: one without a name. Another name runs everything again, so change it when `row` measures something else. */
  readonly measure?: string;
  /** Runs of each trial, with seeds 1, 2 and so on, unless the user asks for another number. A figure that is computed has no trials. */
  readonly seeds: Readonly<Record<Scale, number>>;
  /** Where scale `paper` is a part of what the paper ran: which ("64 of 320 servers, 20 of 100 ms"). */
  readonly fraction?: string;
  trials(scale: Scale, reading: Chosen<R>): readonly Trial<K>[];
  /** What is kept of a run, whatever reading: it is stored as JSON, so what does not exist is null, not NaN. */
  row(results: Results, key: K, scenario: Scenario): Row;
  /** Of all rows; those of runs that failed are absent. */
  conclude(done: readonly Done<K, Row>[], scale: Scale, reading: Chosen<R>): Conclusion;
}

/** What runs a figure sees: any key, any row, and the readings by the answers that differ from the chosen ones. */
export interface Experiment extends Omit<ExperimentDefinition<Key, unknown, Readings>, "trials" | "conclude"> {
  /** Of a figure from somebody's file: that file, a URL that holds its code, and a hash over it. */
  readonly from?: { readonly file: string; readonly url: string; readonly hash: string };
  trials(scale: Scale, changed?: Changed): readonly Trial[];
  conclude(done: readonly Done<Key, unknown>[], scale: Scale, changed?: Changed): Conclusion;
}

/** Checks a figure's parts against each other, and forgets the types of its keys, rows and readings so that figures fit one list. */
export function defineExperiment<K extends Key, Row, R extends Readings = Readings>(
  definition: ExperimentDefinition<K, Row, R>,
): Experiment {
  const known = definition as unknown as ExperimentDefinition<Key, unknown, Readings>;
  return {
    ...known,
    trials: (scale, changed) => known.trials(scale, answers(known.readings, changed)),
    conclude: (done, scale, changed) => known.conclude(done, scale, answers(known.readings, changed)),
  };
}
