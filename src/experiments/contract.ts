/**
 * A figure or table of a paper as something to run: its scenarios, what is kept of each run, what is drawn, and what the paper claims.
 *
 * An experiment is data and pure functions. Whoever runs it (CLI, studio, a cluster job) takes its trials, runs each with each seed, keeps
 * one row a run, and asks for the conclusion of all rows. A row is small JSON, so that runs can be stored and a sweep resumed.
 */
import type { Results, Scenario } from "../lab.ts";

/** quick: the same shape on fewer hosts, in less time, with fewer seeds; paper: the paper's own size. */
export const SCALES = ["quick", "paper"] as const;
export type Scale = (typeof SCALES)[number];

/** What tells a trial from the others of its experiment: { scheme: "dt", bursts: 24 }. */
export type Key = Readonly<Record<string, string | number>>;

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

/**
 * What a paper says came out, beside what came out here. `order`: who beats whom; `ratio`: by how much, which need not be met to the
 * digit; `value`: a theorem or formula, which must.
 */
export interface Claim {
  /** Within its experiment: "pauses-grow". */
  readonly id: string;
  readonly claim: string;
  readonly kind: "order" | "ratio" | "value";
  readonly paper: string;
  /** Numbers with their units. */
  readonly ours: string;
  readonly verdict: "holds" | "fails";
  /** Why it fails, or what to bear in mind. */
  readonly note?: string;
}

export interface Line {
  readonly name: string;
  /** x and y, in the units that the axes' titles name. */
  readonly points: readonly (readonly [number, number])[];
}

export interface Plot {
  readonly title: string;
  /** Title with unit: "burst ports N", "time, ms". */
  readonly x: string;
  readonly y: string;
  readonly log?: "x" | "y" | "both";
  readonly lines: readonly Line[];
  readonly note?: string;
}

export interface Conclusion {
  readonly plots: readonly Plot[];
  readonly claims: readonly Claim[];
}

export interface Experiment<K extends Key = Key, Row = unknown> {
  /** "<paper>/<figure>", as in docs/experiments.md. */
  readonly id: string;
  readonly title: string;
  /** The question that the figure answers, one or two sentences. */
  readonly asks: string;
  /** What the paper leaves open or cannot mean, what was chosen, and why: one sentence each. */
  readonly chosen: readonly string[];
  /** Runs of each trial, with seeds 1, 2 and so on, unless the user asks for another number. A figure that is computed has no trials. */
  readonly seeds: Readonly<Record<Scale, number>>;
  trials(scale: Scale): readonly Trial<K>[];
  /** What is kept of a run: it is stored as JSON, so what does not exist is null, not NaN. */
  row(results: Results, key: K, scenario: Scenario): Row;
  /** Of all rows; those of runs that failed are absent. */
  conclude(done: readonly Done<K, Row>[], scale: Scale): Conclusion;
}

/** Checks an experiment's parts against each other, and forgets the types of its keys and rows so that experiments fit one list. */
export function defineExperiment<K extends Key, Row>(experiment: Experiment<K, Row>): Experiment {
  return experiment;
}
