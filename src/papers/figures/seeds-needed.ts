/** The number of seeds that would decide a claim. */
import type { Estimate } from "../../base/confidence.ts";
import { quantile } from "../../base/student.ts";

/** The search ends at this number of seeds. A claim that needs more lies almost on the border between two verdicts. */
const MAX_SEEDS = 10_000;

/**
 * The least number of seeds with which the verdict is no longer undecided, if mean and scatter stay the same. The half width
 * of an interval falls with the root of the number of seeds, and with Student's factor.
 *
 * Returns undefined if there is no scatter to judge by, or if more than `MAX_SEEDS` are needed.
 */
export function seedsNeeded({ half, count }: Estimate, isDecided: (half: number) => boolean): number | undefined {
  if (count < 2 || !(half > 0)) return undefined;
  const width = (seeds: number): number =>
    (half * Math.sqrt(count / seeds) * quantile(0.05, seeds - 1)) / quantile(0.05, count - 1);
  if (!isDecided(width(MAX_SEEDS))) return undefined;
  let [few, enough] = [count, MAX_SEEDS];
  while (enough - few > 1) {
    const middle = Math.floor((few + enough) / 2);
    if (isDecided(width(middle))) enough = middle;
    else few = middle;
  }
  return enough;
}
