/** Formats means over seeds, with their intervals, for the tables and findings of the cross experiments. */
import * as xoff from "../experiment.ts";

/** "1.234 ±0.056" */
export function plusMinus(one: xoff.Sample, digits = 2): string {
  const { mean, half, count } = xoff.estimateOf(one);
  if (count === 0) return "-";
  return Number.isNaN(half) ? mean.toFixed(digits) : `${mean.toFixed(digits)} ±${half.toFixed(digits)}`;
}

const MAX_NAMED = 4;

/**
 * A list with one sentence: the best combination, its value, and the factor to the value of the combination `other`. Example: "average
 * slowdown: best under HPCC + PLB with 1.2 (1.1 to 1.3), lower than under DT + DCQCN + ECMP by x1.5 (x1.4 to x1.6)." If several may be
 * the best, the sentence names them. The list is empty if no combination has a value.
 */
export function bestSentence<One>(
  what: string,
  combinations: readonly One[],
  other: One,
  of: (one: One) => xoff.Sample,
  show: xoff.Show,
): string[] {
  const [best, base] = [xoff.bestOf(combinations.map(of)), of(other)];
  if (best === undefined) return [];
  const { first, among } = best;
  const others = among.filter((one) => one !== first).map(({ name }) => name);
  const named = others.slice(0, MAX_NAMED).join(", ");
  const more = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : "";
  const undecided = others.length === 0 ? "" : ` The difference to ${named}${more} is undecided.`;
  const against =
    base.name === first.name ? "" : `, lower than under ${base.name} by ${xoff.gainText(xoff.gain(base, first))}`;
  const size = xoff.withInterval(xoff.estimateOf(first), show);
  return [
    `${what}: ${others.length === 0 ? "best" : "lowest mean"} under ${first.name} with ${size}${against}.${undecided}`,
  ];
}

/** The sentence "PAUSEs were sent in 12 of 81 runs." Buffer schemes have no effect in runs without PAUSEs. */
export function pausesSentence(rows: readonly { readonly pauses: number }[]): string {
  const paused = rows.filter(({ pauses }) => pauses > 0).length;
  return paused === 0
    ? `No PAUSE was sent in any of ${rows.length} runs, so buffer schemes had no effect.`
    : `PAUSEs were sent in ${paused} of ${rows.length} runs.`;
}

/** The factor by which each scheme is below `base`, as text: "SPFC x1.25 (x1.20 to x1.31), DSH ...". */
export const gainsText = <Name extends string>(
  base: Name,
  names: readonly Name[],
  samplesOf: (name: Name) => readonly xoff.Sample[],
): string => {
  const of = (name: Name): xoff.Sample => xoff.geometricMean(name, samplesOf(name));
  const others = names.filter((name) => name !== base);
  return others.map((name) => `${name} ${xoff.gainText(xoff.gain(of(base), of(name)))}`).join(", ");
};

/** Sorts samples by their means. Samples without a value are last. */
export const byMean = (samples: readonly xoff.Sample[]): xoff.Sample[] =>
  [...samples].sort((a, b) => (a.bySeed.size === 0 ? 1 : b.bySeed.size === 0 ? -1 : xoff.meanOf(a) - xoff.meanOf(b)));

/** Sorts combinations by the means of their samples. */
export const rankedBy = <One>(combinations: readonly One[], of: (one: One) => xoff.Sample): One[] => {
  const samples = combinations.map(of);
  return byMean(samples).map((sample) => combinations[samples.indexOf(sample)]);
};
