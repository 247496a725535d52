/**
 * "Did you mean": the name nearest to a mistyped one.
 *
 * Distance counts letters inserted, dropped or changed and neighbours swapped (Damerau-Levenshtein, each part edited
 * once), since those are the slips of a hand; the case of letters is not counted.
 */

/** The candidate nearest to `name`, or undefined when none is within a third of its length (of one letter at least). */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of candidates) {
    const length = Math.max(name.length, candidate.length);
    const most = Math.max(1, Math.floor(length / 3));
    if (Math.abs(name.length - candidate.length) > most) continue; // letters to drop or insert; the name may be endless
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

/** How many single edits lead from `a` to `b`. */
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
