/**
 * Finds the name nearest to a mistyped one, for "Did you mean".
 *
 * The distance counts typical typing errors: letters that were inserted, dropped or changed. Swapped neighbours are one error
 * (Damerau-Levenshtein distance, each part edited once). Upper and lower case are equal.
 */

/**
 * The candidate nearest to `name`. The number of edits may be at most a third of the number of letters in the longer
 * name. One edit is always allowed if the longer name has two letters or more. Undefined: no candidate is that near.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const length = Math.max(name.length, candidate.length);
    const most = Math.max(1, Math.floor(length / 3));
    // The distance is at least the difference in length. This check comes first because the name may be very long.
    if (Math.abs(name.length - candidate.length) > most) continue;
    const apart = distance(name.toLowerCase(), candidate.toLowerCase());
    if (apart > most || apart >= length) continue;
    const beginsAlike = candidate[0] === name[0] && best?.[0] !== name[0];
    if (apart < bestDistance || (apart === bestDistance && beginsAlike)) {
      best = candidate;
      bestDistance = apart;
    }
  }
  return best;
}

/** The smallest number of single edits that lead from `a` to `b`. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = above;
    above = row;
  }
  return above[b.length];
}
