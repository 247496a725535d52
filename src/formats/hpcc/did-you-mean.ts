/** Guesses the intended word for a misspelled one. Used only in messages. */

/** Returns the number of letters to insert, delete or replace to turn `a` into `b`. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) {
      row.push(Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
  }
  return row[b.length];
}

/**
 * Returns the known word that needs the fewest edits, if their number is at most a third of the known word's letters. Upper and lower case
 * are equal. Undefined for a `word` of more than 40 letters.
 */
export function didYouMean(word: string, known: Iterable<string>): string | undefined {
  if (word.length > 40) return undefined;
  let best: string | undefined;
  let fewest = Infinity;
  for (const candidate of known) {
    const distance = editDistance(word.toUpperCase(), candidate.toUpperCase());
    if (distance < fewest && distance * 3 <= candidate.length) {
      best = candidate;
      fewest = distance;
    }
  }
  return best;
}
