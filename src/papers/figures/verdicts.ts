/**
 * Verdicts: what an interval over seeds says of a claim.
 *
 *   holds       the claim, beyond the scatter of seeds
 *   direction   the right way, but the whole interval of our change is less than half or more than twice the paper's
 *   undecided   the 95% interval over seeds reaches over a border between the other verdicts; one seed excludes nothing
 *   fails       the other side; or no difference: an interval with no change in it, and none half as large as the paper's, or, of an order,
 *               nothing in it of a hundredth or more
 *
 * An order is judged by the difference of two schemes within each seed. A ratio is judged by its logarithm over the logarithm of the paper's:
 * four times as slow is twice the change of twice as slow, and a quarter of the time is twice the change of half the time.
 * `byMeans` is what means alone would say, and of a ratio that ours lies within a factor of 1.5 of the paper's and changes a tenth as much or
 * more: how this project judged before it counted seeds.
 */
import { wilson, type Estimate } from "../../base/confidence.ts";
import { formatCount } from "../../base/format.ts";
import { log } from "../../base/math.ts";
import { quantile } from "../../base/student.ts";
import type { Verdict } from "./contract.ts";
import { difference, estimateOf, meanOf, quotient, type Sample } from "./samples.ts";

/** Of the rules of this file and the claims' own: another once a claim may be judged otherwise. What was judged by others is told as such. */
export const CRITERIA = 2;

/** What came of a claim, for whoever puts it into a sentence. */
export interface Judged {
  readonly verdict: Verdict;
  readonly byMeans: boolean;
  /** The numbers that it was judged by, with their interval. */
  readonly ours: string;
}

/** A number with its unit. */
export type Show = (value: number) => string;

/** 0.684 as "-31.6%". */
export const percentChange: Show = (factor) => `${factor >= 1 ? "+" : ""}${((factor - 1) * 100).toFixed(1)}%`;

/** "98.0 (97.1 to 98.9)". */
export function withInterval({ mean, half, count }: Estimate, show: Show): string {
  if (count === 0) return "not measured";
  if (count === 1) return `${show(mean)} (one seed)`;
  return half === 0
    ? `${show(mean)} (all ${count} seeds)`
    : `${show(mean)} (${show(mean - half)} to ${show(mean + half)})`;
}

/** Of an interval that must lie above `level`. */
function above({ mean, half, count }: Estimate, level: number): Verdict {
  if (count < 2 || Number.isNaN(mean)) return "undecided";
  if (mean - half > level) return "holds";
  return mean + half < level || (half === 0 && mean <= level) ? "fails" : "undecided";
}

/** `a` is less than `b`, seed by seed. */
export function below(a: Sample, b: Sample, show: Show): Judged {
  const saved = difference(b, a);
  const means = `${a.name} ${show(meanOf(a))}, ${b.name} ${show(meanOf(b))}`;
  return {
    verdict: ofOrder(saved, ALIKE * Math.abs(meanOf(b))),
    byMeans: meanOf(a) < meanOf(b),
    ours: `${means}: ${withInterval(saved, show)} between them`,
  };
}

/** A part of the measure. Who is better by no more than this, nobody sees in a figure: one margin for all orders. */
const ALIKE = 0.01;

/** Of a difference that must be above 0 beyond scatter and not less than `least` on average. An interval that lies below `least` decides: there is none. */
function ofOrder(saved: Estimate, least: number): Verdict {
  const way = above(saved, 0);
  if (saved.count > 1 && saved.mean + saved.half < least) return "fails";
  return way === "holds" && saved.mean < least ? "undecided" : way;
}

/** At least `level`, over seeds. */
export function atLeast(one: Sample, level: number, show: Show): Judged {
  const found = estimateOf(one);
  // Seeds that all stand at the level have no interval to lie above it, and reach it.
  const verdict = found.half === 0 && found.mean === level ? "holds" : above(found, level);
  return { verdict, byMeans: found.mean >= level, ours: `${one.name} ${withInterval(found, show)}` };
}

/** At most `level`, over seeds. */
export function atMost(one: Sample, level: number, show: Show): Judged {
  const bySeed = new Map([...one.bySeed].map(([seed, value]) => [seed, -value]));
  const { verdict, byMeans } = atLeast({ name: one.name, bySeed }, -level, show);
  return { verdict, byMeans, ours: `${one.name} ${withInterval(estimateOf(one), show)}` };
}

/** Less of the paper's change than this was none, by means alone. */
const LEAST_PART = 0.1;

/**
 * `a` against `b` is what the paper says, `paper` being a / b: judged by the change, log(a / b).
 *
 * @param show  of a / b; a percentage of change unless told otherwise
 */
export const changes = (a: Sample, b: Sample, paper: number, show: Show = percentChange): Judged =>
  judgedChange(quotient(a, b), b.name, paper, show);

function judgedChange(found: Estimate, base: string, paper: number, show: Show): Judged {
  const part = (found.mean - 1) / (paper - 1);
  const byMeans = part >= LEAST_PART && found.mean / paper <= 1.5 && paper / found.mean <= 1.5;
  const ofPaper = partOf(found, paper);
  const what = Number.isNaN(found.mean) ? `${base} had none` : withInterval(found, show);
  return { verdict: ofChange(ofPaper), byMeans, ours: what + partText(ofPaper) };
}

/**
 * What a paper says "up to" of: the largest of our changes, with its place among them. It is picked by the same runs, so its interval is that of
 * a chance of 5% over all of them (Bonferroni).
 */
export function upTo(
  places: readonly (readonly [a: Sample, b: Sample])[],
  paper: number,
  show: Show = percentChange,
): { readonly judged: Judged; readonly at: number } {
  const all = places.map(([a, b]) => quotient(a, b));
  const size = (at: number): number => partOf(all[at], paper).mean;
  const at = all.reduce((best, _, k) => (Number.isNaN(size(best)) || size(k) > size(best) ? k : best), 0);
  const { mean, half, count } = all[at];
  const wider = count < 2 ? 1 : quantile(0.05 / all.length, count - 1) / quantile(0.05, count - 1);
  return { judged: judgedChange({ mean, half: half * wider, count }, places[at][1].name, paper, show), at };
}

/** A change and its interval as parts of the paper's, by their logarithms. */
interface Part {
  readonly low: number;
  readonly mean: number;
  readonly high: number;
  readonly count: number;
}

function partOf({ mean, half, count }: Estimate, paper: number): Part {
  const of = (ratio: number): number => log(Math.max(0, ratio)) / log(paper);
  const ends = [of(mean - half), of(mean + half)];
  return { low: Math.min(...ends), mean: of(mean), high: Math.max(...ends), count };
}

function partText({ low, mean, high, count }: Part): string {
  if (!Number.isFinite(mean)) return "";
  const interval = count < 2 || Number.isNaN(low) || low === high ? "" : ` (${low.toFixed(2)} to ${high.toFixed(2)})`;
  return `, ${mean.toFixed(2)}${interval} of the paper's change`;
}

/** Between these parts of the paper's change ours is the paper's. */
const [LEAST, MOST] = [0.5, 2];

/** Of ours as a part of the paper's change. An interval that has no change in it, and none half as large as the paper's, decides: there is none. */
function ofChange({ low, high, count }: Part): Verdict {
  if (count < 2 || Number.isNaN(low)) return "undecided";
  if (low <= 0) return high < LEAST ? "fails" : "undecided";
  if (low >= LEAST && high <= MOST) return "holds";
  return high < LEAST || low > MOST ? "direction" : "undecided";
}

/** What papers call comparable, similar, close, slight or not sensitive and give no number for: one bound for all figures, so that none has its own. */
export const COMPARABLE = 1.1;

/** Neither better nor worse by more than `factor`: the interval of a / b lies within 1 / factor and factor. */
export function onAPar(a: Sample, b: Sample, factor = COMPARABLE, show: Show = percentChange): Judged {
  const found = quotient(a, b);
  const inside = [above(found, 1 / factor), above({ ...found, mean: -found.mean }, -factor)];
  const [verdict] = worstOf(inside);
  return {
    verdict,
    byMeans: found.mean >= 1 / factor && found.mean <= factor,
    ours: `${a.name} against ${b.name}: ${withInterval(found, show)}`,
  };
}

/** Factor that a quantity may be away from the paper's. */
const NEAR = 1.5;

/** A quantity that the paper gives without a baseline (a time, a rate): holds within a factor of 1.5. */
export function near(one: Sample, paper: number, show: Show): Judged {
  const found = estimateOf(one);
  const inside = [above(found, paper / NEAR), above({ ...found, mean: -found.mean }, -paper * NEAR)];
  const [verdict] = worstOf(inside);
  const times = Number.isFinite(found.mean) ? `, ${(found.mean / paper).toFixed(2)} of the paper's` : "";
  return {
    verdict,
    byMeans: found.mean / paper <= NEAR && paper / found.mean <= NEAR,
    ours: `${one.name} ${withInterval(found, show)}${times}`,
  };
}

/** Flows of a group in one run, and those of them that were not done when it ended. */
export interface CountedFlows {
  readonly n: number;
  readonly unfinished: number;
}

/**
 * A comparison of completion times of which at most the share `most` may be ages: a flow that is not done counts at its age, so where more are not
 * done than lie above a percentile, it is no completion time. Then nothing is decided.
 *
 * @param most  1 - q of percentile q
 * @param groups  of each run of each side; null: no flow began
 */
export function whereDone(judged: Judged, most: number, groups: readonly (CountedFlows | null)[]): Judged {
  const over = groups.filter((one) => one !== null && one.unfinished > most * one.n).length;
  if (over === 0) return judged;
  const why = `more than ${percentOf(most)} of the flows not done in ${formatCount(over)} of ${formatCount(groups.length)} runs`;
  return { ...judged, verdict: "undecided", ours: `${judged.ours}; ${why}` };
}

const percentOf: Show = (share) => `${Number((share * 100).toFixed(1))}%`;

/** So in every run; one counter-example fails it. */
export function inEveryRun(what: string, runs: readonly boolean[]): Judged {
  const so = runs.filter(Boolean).length;
  const verdict = so < runs.length ? "fails" : runs.length === 0 ? "undecided" : "holds";
  return { verdict, byMeans: verdict === "holds", ours: `${what}: ${formatCount(so)} of ${formatCount(runs.length)}` };
}

/** Runs in which it happened, of how many. */
export interface Share {
  readonly name: string;
  readonly hits: number;
  readonly runs: number;
}

/** 24 of 100 as "24 of 100 (24.0%, 16.7 to 33.2%)". */
export function shareText({ hits, runs }: Omit<Share, "name">): string {
  if (runs === 0) return "no runs";
  const { low, high } = wilson(hits, runs);
  const percent = (share: number): string => (share * 100).toFixed(1);
  return `${hits} of ${runs} (${percent(hits / runs)}%, ${percent(low)} to ${percent(high)}%)`;
}

/** Difference of two shares, b - a, with Newcombe's interval, which is made of Wilson's. */
function shareDifference(a: Share, b: Share): { readonly low: number; readonly mean: number; readonly high: number } {
  const [pa, pb] = [a.hits / a.runs, b.hits / b.runs];
  const [wa, wb] = [wilson(a.hits, a.runs), wilson(b.hits, b.runs)];
  const mean = pb - pa;
  const both = (x: number, y: number): number => Math.sqrt(x * x + y * y);
  return { mean, low: mean - both(pb - wb.low, wa.high - pa), high: mean + both(wb.high - pb, pa - wa.low) };
}

/** It happens more rarely under `a` than under `b`. */
export function rarer(a: Share, b: Share): Judged {
  const ours = `${a.name}: ${shareText(a)}; ${b.name}: ${shareText(b)}`;
  if (a.runs === 0 || b.runs === 0) return { verdict: "undecided", byMeans: false, ours };
  const { low, mean, high } = shareDifference(a, b);
  return { verdict: low > 0 ? "holds" : high < 0 ? "fails" : "undecided", byMeans: mean > 0, ours };
}

/** It happens more rarely under `a` than under `b` by the paper's change: `paper` is a / b, below 1. */
export function rarerBy(a: Share, b: Share, paper: number): Judged {
  const { verdict: way, ours } = rarer(a, b);
  const found = a.hits / a.runs / (b.hits / b.runs);
  const linear = (found - 1) / (paper - 1);
  const part = shareChange(a, b, paper);
  const ofSize = ofChange(part);
  const change = Number.isFinite(found) ? `; ${percentChange(found)}${partText(part)}` : "";
  return {
    // Newcombe's interval of the difference decides the way, Walter's of the ratio how far.
    verdict: way !== "holds" ? way : ofSize === "fails" ? "direction" : ofSize,
    byMeans: linear >= LEAST_PART && found / paper <= 1.5 && paper / found <= 1.5,
    ours: ours + change,
  };
}

/** a / b as a part of the paper's change with Walter's interval, which half a hit more on each side keeps finite. */
function shareChange(a: Share, b: Share, paper: number): Part {
  const [ha, na, hb, nb] = [a.hits, a.runs, b.hits, b.runs].map((n) => n + 0.5);
  const spread = Z * Math.sqrt(1 / ha - 1 / na + 1 / hb - 1 / nb);
  const middle = log(ha / na / (hb / nb));
  const of = (change: number): number => change / log(paper);
  const ends = [of(middle - spread), of(middle + spread)];
  const count = Math.min(a.runs, b.runs);
  return { low: Math.min(...ends), mean: of(middle), high: Math.max(...ends), count };
}

/** Of a standard normal distribution: 95% lie within so many deviations. */
const Z = 1.959964;

/** A wider interval decides nothing. */
const WIDEST = 0.2;

/**
 * A share that the paper gives: holds where our interval has the paper's in it and is no wider than .2. Runs that are shorter than the paper's, not `isWhole`,
 * decide nothing, whatever came of them.
 */
export function shareNear(one: Share, paper: number, isWhole = true): Judged {
  const ours = `${one.name}: ${shareText(one)}`;
  if (one.runs === 0) return { verdict: "undecided", byMeans: false, ours };
  const { low, high } = wilson(one.hits, one.runs);
  const within = low <= paper && paper <= high;
  return {
    verdict: !isWhole || (within && high - low > WIDEST) ? "undecided" : within ? "holds" : "fails",
    byMeans: Math.abs(one.hits / one.runs - paper) <= WIDEST,
    ours,
  };
}

/** From best to worst: a claim of several parts is as good as its worst. */
const RANK: Readonly<Record<Verdict, number>> = { holds: 0, direction: 1, undecided: 2, fails: 3 };
const worstOf = (verdicts: readonly Verdict[]): Verdict[] => [...verdicts].sort((a, b) => RANK[b] - RANK[a]);

/** All of it must hold. */
export function allOf(parts: readonly Judged[]): Judged {
  const [verdict = "undecided"] = worstOf(parts.map((part) => part.verdict));
  return {
    verdict,
    byMeans: parts.length > 0 && parts.every((part) => part.byMeans),
    ours: parts.map((part) => part.ours).join("; "),
  };
}
