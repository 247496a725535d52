/**
 * Verdicts: what an interval over seeds says of a claim.
 *
 *   holds       the claim, beyond the scatter of seeds
 *   direction   the right way, but our change is less than half or more than twice the paper's
 *   undecided   the 95% interval over seeds does not exclude the other side; one seed excludes nothing
 *   fails       the other side; or no difference: an interval with no change in it, and none half as large as the paper's, or, of an order,
 *               none of a hundredth
 *
 * An order is judged by the difference of two schemes within each seed, a ratio by the change that it stands for: -8% for the paper's -32% is a
 * quarter of it, though .92 and .68 are not far apart. `byMeans` is what means alone would say, and of a ratio that ours lies within a
 * factor of 1.5 of the paper's and changes a tenth as much or more: how this project judged before it counted seeds.
 */
import { wilson, type Estimate } from "../base/confidence.ts";
import { formatCount } from "../base/format.ts";
import type { Verdict } from "./contract.ts";
import { difference, estimateOf, meanOf, quotient, type Sample } from "./samples.ts";

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
    verdict: alike(saved, ALIKE * Math.abs(meanOf(b))) ? "fails" : above(saved, 0),
    byMeans: meanOf(a) < meanOf(b),
    ours: `${means}: ${withInterval(saved, show)} between them`,
  };
}

/** A part of the measure. Who is better by no more than this, nobody sees in a figure. */
const ALIKE = 0.01;

/** The interval has no difference in it, and none that is larger than `least`. */
const alike = ({ mean, half, count }: Estimate, least: number): boolean =>
  count > 1 && Math.abs(mean) <= half && Math.abs(mean) + half < least;

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
 * `a` against `b` is what the paper says, `paper` being a / b: judged by the change, a / b - 1.
 *
 * @param show  of a / b; a percentage of change unless told otherwise
 */
export function changes(a: Sample, b: Sample, paper: number, show: Show = percentChange): Judged {
  const found = quotient(a, b);
  const part = (found.mean - 1) / (paper - 1);
  const byMeans = part >= LEAST_PART && found.mean / paper <= 1.5 && paper / found.mean <= 1.5;
  const times = Number.isFinite(part) ? `, ${part.toFixed(2)} of the paper's change` : "";
  const what = Number.isNaN(found.mean) ? `${b.name} had none` : withInterval(found, show);
  const parts = { mean: part, half: found.half / Math.abs(paper - 1), count: found.count };
  return { verdict: ofChange(parts), byMeans, ours: `${what}${times}` };
}

/** Between these parts of the paper's change ours is the paper's. */
const [LEAST, MOST] = [0.5, 2];

/** Of ours as a part of the paper's change. An interval that has no change in it, and none half as large as the paper's, decides: there is none. */
function ofChange(part: Estimate): Verdict {
  const way = above(part, 0);
  if (way === "holds") return part.mean < LEAST || part.mean > MOST ? "direction" : "holds";
  return way === "undecided" && part.mean + part.half < LEAST ? "fails" : way;
}

/** What papers call comparable, similar, close, slight or not sensitive and give no number for: one bound for all figures, so that none has its own. */
export const COMPARABLE = 1.1;

/** Neither better nor worse by more than `factor`: the interval of a / b lies within 1 / factor and factor. */
export function onAPar(a: Sample, b: Sample, factor: number, show: Show = percentChange): Judged {
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
  const { verdict, ours } = rarer(a, b);
  const found = a.hits / a.runs / (b.hits / b.runs);
  const part = (found - 1) / (paper - 1);
  const times = Number.isFinite(part) ? `; ${percentChange(found)}, ${part.toFixed(2)} of the paper's change` : "";
  return {
    verdict: verdict === "holds" && (part < LEAST || part > MOST) ? "direction" : verdict,
    byMeans: part >= LEAST_PART && found / paper <= 1.5 && paper / found <= 1.5,
    ours: ours + times,
  };
}

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
