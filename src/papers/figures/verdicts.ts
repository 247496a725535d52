/**
 * Verdicts of claims, from 95% intervals over seeds.
 *
 * | verdict     | the whole interval lies                                                                           |
 * | ----------- | ------------------------------------------------------------------------------------------------- |
 * | `holds`     | on the claim's side; for a ratio, between half and twice the paper's change                       |
 * | `direction` | on the claim's side, but below half or above twice the paper's change                             |
 * | `fails`     | against the claim; or around 0, and below half the paper's change (for an order: below 1%)        |
 * | `undecided` | across a border between these ranges. One seed has no interval and is undecided                   |
 *
 * A theorem (`isMet`) and a claim about every single run (`inEveryRun`) have no interval. One counter-example makes them fail.
 *
 * An order is judged by the paired difference of two schemes. A ratio is judged by its logarithm, divided by that of the
 * paper's ratio. So a quarter of the time is twice the change of half the time.
 *
 * `byMeans` is the verdict from means alone. A ratio must then be within a factor of 1.5 of the paper's ratio. Its change
 * must be at least a tenth of the paper's change.
 */
import { wilson, Z95, type Estimate } from "../../base/confidence.ts";
import { formatCount } from "../../base/format.ts";
import { log } from "../../base/math.ts";
import { quantile } from "../../base/student.ts";
import type { Verdict } from "./contract.ts";
import { seedsNeeded } from "./seeds-needed.ts";
import { difference, estimateOf, meanOf, quotient, type Sample } from "./samples.ts";

/**
 * The version of the rules in this file and of the claims' criteria. Raise it if a verdict may change. Pages mark claims of
 * other versions.
 */
export const CRITERIA = 2;

/** A verdict on a claim, with the numbers behind it. */
export interface Judged {
  readonly verdict: Verdict;
  readonly byMeans: boolean;
  /** The numbers behind the verdict, with their interval. */
  readonly ours: string;
  /** The number of seeds that would decide an undecided claim. Absent: it is decided, or no number is known. */
  readonly seeds?: number;
}

/** Returns the number of seeds that would decide an undecided verdict. Without `seeds`: the verdict is decided, or no number is known. */
function seedsOf(
  found: Estimate,
  verdict: Verdict,
  verdictAt: (found: Estimate) => Verdict,
): { readonly seeds?: number } {
  if (verdict !== "undecided") return {};
  const seeds = seedsNeeded(found, (half) => verdictAt({ ...found, half }) !== "undecided");
  return seeds === undefined ? {} : { seeds };
}

/** Prints a number with its unit. */
export type Show = (value: number) => string;

/** 0.684 as "-31.6%". */
export const percentChange: Show = (factor) => `${factor >= 1 ? "+" : ""}${((factor - 1) * 100).toFixed(1)}%`;

/** A mean with its interval as text: "98.0 (97.1 to 98.9)". */
export function withInterval({ mean, half, count }: Estimate, show: Show): string {
  if (count === 0) return "not measured";
  if (count === 1) return `${show(mean)} (one seed)`;
  return half === 0
    ? `${show(mean)} (all ${count} seeds)`
    : `${show(mean)} (${show(mean - half)} to ${show(mean + half)})`;
}

/** The verdict on an interval that must lie above `level`. */
function above({ mean, half, count }: Estimate, level: number): Verdict {
  if (count < 2 || Number.isNaN(mean)) return "undecided";
  if (mean - half > level) return "holds";
  return mean + half < level || (half === 0 && mean <= level) ? "fails" : "undecided";
}

/** Judges the claim that `a` is less than `b`, by their paired difference. */
export function below(a: Sample, b: Sample, show: Show): Judged {
  const saved = difference(b, a);
  const sides = [a, b].map((one) => `${one.name} (${show(meanOf(one))})`);
  const verdictAt = (one: Estimate): Verdict => ofOrder(one, ALIKE * Math.abs(meanOf(b)));
  return {
    verdict: verdictAt(saved),
    ...seedsOf(saved, verdictAt(saved), verdictAt),
    byMeans: meanOf(a) < meanOf(b),
    ours: `${sides.join(" against ")}: difference ${withInterval(saved, show)}`,
  };
}

/** The least difference that orders two schemes, as a share of the measure. A smaller one is not visible in a figure. */
const ALIKE = 0.01;

/**
 * Judges a difference, which is positive if the claim is right:
 *
 * - The claim holds if the interval lies above 0 and the mean is at least `least`.
 * - The claim fails if the interval lies below `least`.
 * - In all other cases the claim is undecided.
 */
function ofOrder(saved: Estimate, least: number): Verdict {
  const way = above(saved, 0);
  if (saved.count > 1 && saved.mean + saved.half < least) return "fails";
  return way === "holds" && saved.mean < least ? "undecided" : way;
}

/** Judges the claim that `one` is at least `level`. */
export function atLeast(one: Sample, level: number, show: Show): Judged {
  const found = estimateOf(one);
  // If the value of every seed is equal to `level`, "at least" holds. But `above` would reject such a value, because it is
  // not above the level.
  const verdict = found.half === 0 && found.mean === level ? "holds" : above(found, level);
  return { verdict, byMeans: found.mean >= level, ours: `${one.name}: ${withInterval(found, show)}` };
}

/** Judges the claim that `one` is at most `level`. */
export function atMost(one: Sample, level: number, show: Show): Judged {
  const bySeed = new Map([...one.bySeed].map(([seed, value]) => [seed, -value]));
  const { verdict, byMeans } = atLeast({ name: one.name, bySeed }, -level, show);
  return { verdict, byMeans, ours: `${one.name}: ${withInterval(estimateOf(one), show)}` };
}

/** If only means are compared, a claim on a change holds only if our change is at least this share of the paper's change. */
const LEAST_PART = 0.1;

/**
 * Judges the claim that `a` differs from `b` by the paper's factor, on the scale of log(a / b).
 *
 * @param paper the factor a / b that the paper prints
 * @param show prints a / b. Absent: as a percentage of change
 */
export const changes = (a: Sample, b: Sample, paper: number, show: Show = percentChange): Judged =>
  judgedChange(quotient(a, b), b.name, paper, show);

function judgedChange(found: Estimate, base: string, paper: number, show: Show): Judged {
  const part = (found.mean - 1) / (paper - 1);
  const byMeans = part >= LEAST_PART && found.mean / paper <= 1.5 && paper / found.mean <= 1.5;
  const ofPaper = partOf(found, paper);
  const what = Number.isNaN(found.mean) ? `no value for ${base}` : withInterval(found, show);
  const verdictAt = (one: Estimate): Verdict => ofChange(partOf(one, paper));
  const verdict = verdictAt(found);
  return { verdict, ...seedsOf(found, verdict, verdictAt), byMeans, ours: what + partText(ofPaper) };
}

/**
 * Judges a change that the paper prints as "up to", the largest one over several conditions (`places`). The judged
 * condition is the one with our largest change, and `at` is its index.
 *
 * The same runs select the condition and give its interval. So the interval is widened to an error of 5% over all
 * conditions together (Bonferroni).
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

/**
 * Our change as a multiple of the paper's change: log(our ratio) / log(the paper's ratio). A ratio compares two results.
 * `low` and `high` are the multiples at the ends of our interval.
 */
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
  return `, ${mean.toFixed(2)}${interval} times the paper's change`;
}

/**
 * A claim on a ratio holds if our change is between these two multiples of the paper's change. A change is the
 * logarithm of a ratio (`Part`).
 */
const [LEAST, MOST] = [0.5, 2];

/**
 * Judges a claim on a change by the quotient "our change / the paper's change" and its confidence interval. The claim fails if
 * the interval begins at or below 0 and ends below 0.5.
 */
function ofChange({ low, high, count }: Part): Verdict {
  if (count < 2 || Number.isNaN(low)) return "undecided";
  if (low <= 0) return high < LEAST ? "fails" : "undecided";
  if (low >= LEAST && high <= MOST) return "holds";
  return high < LEAST || low > MOST ? "direction" : "undecided";
}

/**
 * A paper may call two results comparable, similar or not sensitive, without a number. xoff then lets the two differ by at most
 * this factor. It is the same for all papers.
 */
export const COMPARABLE = 1.1;

/** Judges the claim that neither side is better by more than `factor`: the interval of a / b lies within 1 / factor and factor. */
export function onAPar(a: Sample, b: Sample, factor = COMPARABLE, show: Show = percentChange): Judged {
  const found = quotient(a, b);
  const verdictAt = (one: Estimate): Verdict =>
    worstOf([above(one, 1 / factor), above({ ...one, mean: -one.mean }, -factor)])[0];
  const verdict = verdictAt(found);
  return {
    verdict,
    ...seedsOf(found, verdict, verdictAt),
    byMeans: found.mean >= 1 / factor && found.mean <= factor,
    ours: `${a.name} against ${b.name}: ${withInterval(found, show)}`,
  };
}

/** The factor by which a quantity may differ from the paper's. */
const NEAR = 1.5;

/**
 * Judges a quantity that the paper gives without a baseline, such as a time or a rate. The claim holds if our value differs from
 * the paper's by at most a factor of 1.5.
 */
export function near(one: Sample, paper: number, show: Show): Judged {
  const found = estimateOf(one);
  const inside = [above(found, paper / NEAR), above({ ...found, mean: -found.mean }, -paper * NEAR)];
  const [verdict] = worstOf(inside);
  const times = Number.isFinite(found.mean) ? `, ${(found.mean / paper).toFixed(2)} times the paper's value` : "";
  return {
    verdict,
    byMeans: found.mean / paper <= NEAR && paper / found.mean <= NEAR,
    ours: `${one.name}: ${withInterval(found, show)}${times}`,
  };
}

/** The flows of a group in one run: their number, and how many of them were unfinished at its end. */
export interface CountedFlows {
  readonly n: number;
  readonly unfinished: number;
}

/**
 * Changes a comparison of completion times to undecided if a run has too many unfinished flows. An unfinished flow counts
 * with the time since it began. If the compared percentile is such a time, it is no completion time.
 *
 * @param most the maximum share of unfinished flows: 1 - q for percentile q
 * @param groups one entry for each run of all compared schemes. Null: no flow began in the run
 */
export function whereDone(judged: Judged, most: number, groups: readonly (CountedFlows | null)[]): Judged {
  const over = groups.filter((one) => one !== null && one.unfinished > most * one.n).length;
  if (over === 0) return judged;
  const why = `more than ${percentOf(most)} of the flows unfinished in ${formatCount(over)} of ${formatCount(groups.length)} runs`;
  return { verdict: "undecided", byMeans: judged.byMeans, ours: `${judged.ours}; ${why}` };
}

const percentOf: Show = (share) => `${Number((share * 100).toFixed(1))}%`;

/** Judges a theorem or formula that is either met or not, without a test over seeds. */
export const isMet = (holds: boolean, ours: string): Judged => ({
  verdict: holds ? "holds" : "fails",
  byMeans: holds,
  ours,
});

/** Judges the claim that `ours` is within the relative `tolerance` of the value of a theorem or formula. */
export const equals = (ours: number, theory: number, tolerance: number, show: Show): Judged =>
  isMet(Math.abs(ours - theory) <= Math.abs(theory) * tolerance, show(ours));

/**
 * Judges the claim that the function `holds` returns true for every run. One counter-example makes the claim fail. If
 * `holds` is absent, each element of `runs` is itself the outcome of a run, true or false.
 */
export function inEveryRun<Run>(
  what: string,
  runs: readonly Run[],
  holds: (run: Run, k: number) => boolean = Boolean,
): Judged {
  const so = runs.filter(holds).length;
  const verdict = so < runs.length ? "fails" : runs.length === 0 ? "undecided" : "holds";
  return { verdict, byMeans: verdict === "holds", ours: `${what}: ${formatCount(so)} of ${formatCount(runs.length)}` };
}

/** The number of runs in which an event happened (`hits`), of all runs. */
export interface Share {
  readonly name: string;
  readonly hits: number;
  readonly runs: number;
}

/** A share with its interval as text: "24 of 100 (24.0%, 16.7 to 33.2%)". */
export function shareText({ hits, runs }: Omit<Share, "name">): string {
  if (runs === 0) return "no runs";
  const { low, high } = wilson(hits, runs);
  const percent = (share: number): string => (share * 100).toFixed(1);
  return `${hits} of ${runs} (${percent(hits / runs)}%, ${percent(low)} to ${percent(high)}%)`;
}

/** The difference b - a of two shares with Newcombe's interval, which combines Wilson's intervals of both. */
function shareDifference(a: Share, b: Share): { readonly low: number; readonly mean: number; readonly high: number } {
  const [pa, pb] = [a.hits / a.runs, b.hits / b.runs];
  const [wa, wb] = [wilson(a.hits, a.runs), wilson(b.hits, b.runs)];
  const mean = pb - pa;
  const both = (x: number, y: number): number => Math.sqrt(x * x + y * y);
  return { mean, low: mean - both(pb - wb.low, wa.high - pa), high: mean + both(wb.high - pb, pa - wa.low) };
}

/** Judges the claim that an event is rarer under `a` than under `b`. */
export function rarer(a: Share, b: Share): Judged {
  const ours = `${a.name}: ${shareText(a)}; ${b.name}: ${shareText(b)}`;
  if (a.runs === 0 || b.runs === 0) return { verdict: "undecided", byMeans: false, ours };
  const { low, mean, high } = shareDifference(a, b);
  return { verdict: low > 0 ? "holds" : high < 0 ? "fails" : "undecided", byMeans: mean > 0, ours };
}

/** Judges the claim that an event is rarer under `a` than under `b` by a factor. `paper` is the paper's factor a / b, below 1. */
export function rarerBy(a: Share, b: Share, paper: number): Judged {
  const { verdict: way, ours } = rarer(a, b);
  const found = a.hits / a.runs / (b.hits / b.runs);
  const linear = (found - 1) / (paper - 1);
  const part = shareChange(a, b, paper);
  const ofSize = ofChange(part);
  const change = Number.isFinite(found) ? `; ${percentChange(found)}${partText(part)}` : "";
  return {
    // Newcombe's interval of the difference decides whether the event is rarer at all. Walter's interval of the ratio decides
    // whether our change is between half and twice the paper's.
    verdict: way !== "holds" ? way : ofSize === "fails" ? "direction" : ofSize,
    byMeans: linear >= LEAST_PART && found / paper <= 1.5 && paper / found <= 1.5,
    ours: ours + change,
  };
}

/**
 * Our change as a multiple of the paper's change: log(our ratio) / log(the paper's ratio). Our ratio is the share `a` divided
 * by the share `b`. A share counts the runs in which an event happened (`hits`), of all `runs`. `low` and `high` are the ends
 * of Walter's 95% confidence interval. For all three values, 0.5 is added to `hits` and to `runs` of both shares. This keeps
 * the interval finite.
 */
function shareChange(a: Share, b: Share, paper: number): Part {
  const [ha, na, hb, nb] = [a.hits, a.runs, b.hits, b.runs].map((n) => n + 0.5);
  const spread = Z95 * Math.sqrt(1 / ha - 1 / na + 1 / hb - 1 / nb);
  const middle = log(ha / na / (hb / nb));
  const of = (change: number): number => change / log(paper);
  const ends = [of(middle - spread), of(middle + spread)];
  const count = Math.min(a.runs, b.runs);
  return { low: Math.min(...ends), mean: of(middle), high: Math.max(...ends), count };
}

/** The paper's share is confirmed only if the confidence interval of our share is at most this wide. */
const WIDEST = 0.2;

/**
 * Judges a share that the paper gives. It holds if our interval contains the paper's share and is at most 0.2 wide. It is
 * undecided if a wider interval contains it, and fails otherwise.
 *
 * @param isWhole false if runs are shorter than the paper's. The claim is then undecided.
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

/** The verdicts, from best to worst. A claim of several parts has the worst verdict of its parts. */
const RANK: Readonly<Record<Verdict, number>> = { holds: 0, direction: 1, undecided: 2, fails: 3 };
const worstOf = (verdicts: readonly Verdict[]): Verdict[] => [...verdicts].sort((a, b) => RANK[b] - RANK[a]);

/** Judges the claim that all parts hold. The result is the worst verdict of the parts. */
export function allOf(parts: readonly Judged[]): Judged {
  const [verdict = "undecided"] = worstOf(parts.map((part) => part.verdict));
  const open = parts.filter((part) => part.verdict === "undecided");
  const seeds = open.flatMap((part) => part.seeds ?? []);
  return {
    verdict,
    ...(verdict === "undecided" && open.length > 0 && seeds.length === open.length && { seeds: Math.max(...seeds) }),
    byMeans: parts.length > 0 && parts.every((part) => part.byMeans),
    ours: parts.map((part) => part.ours).join("; "),
  };
}
