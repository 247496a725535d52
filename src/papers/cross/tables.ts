/** Numbers over seeds as the tables and findings of the cross experiments print them. */
import { bestOf, estimateOf, gain, gainText, meanOf, withInterval, type Sample, type Show } from "../experiment.ts";

/** "1.234 ±0.056" */
export function plusMinus(one: Sample, digits = 2): string {
  const { mean, half, count } = estimateOf(one);
  if (count === 0) return "-";
  return Number.isNaN(half) ? mean.toFixed(digits) : `${mean.toFixed(digits)} ±${half.toFixed(digits)}`;
}

const MOST_NAMED = 4;

/**
 * "average slowdown: best is HPCC + PLB, 1.2 (1.1 to 1.3), x1.5 (x1.4 to x1.6) below DT + DCQCN + ECMP", or which of them may be; undefined of
 * nothing measured.
 */
export function bestSentence(what: string, samples: readonly Sample[], base: Sample, show: Show): string | undefined {
  const best = bestOf(samples);
  if (best === undefined) return undefined;
  const { first, among } = best;
  const others = among.filter((one) => one !== first).map(({ name }) => name);
  const named = others.slice(0, MOST_NAMED).join(", ");
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : "";
  const undecided = others.length === 0 ? "" : `; not decided against ${named}${more}`;
  const against = base.name === first.name ? "" : `, ${gainText(gain(base, first))} below ${base.name}`;
  return `${what}: ${others.length === 0 ? "best" : "least"} under ${first.name}, ${withInterval(estimateOf(first), show)}${against}${undecided}.`;
}

/** "PAUSEs were sent in 12 of 81 runs." A buffer scheme can change nothing in the others. */
export function pausesSentence(runs: readonly { readonly row: { readonly pauses: number } }[]): string {
  const paused = runs.filter(({ row }) => row.pauses > 0).length;
  return paused === 0
    ? `No PAUSE was sent in any of ${runs.length} runs: buffer schemes had nothing to do.`
    : `PAUSEs were sent in ${paused} of ${runs.length} runs.`;
}

/** In the order of their means, what was not measured last. */
export const byMean = (samples: readonly Sample[]): Sample[] =>
  [...samples].sort((a, b) => (a.bySeed.size === 0 ? 1 : b.bySeed.size === 0 ? -1 : meanOf(a) - meanOf(b)));
