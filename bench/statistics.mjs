/** Statistics of repeated measurements. */

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/**
 * The confidence interval of the median ratio at 95%, or at the nearest level that this number of pairs allows. It ends
 * at the k-th smallest and the k-th largest ratio. If the true median were outside, at most k - 1 of the ratios would
 * be on one side of it.
 */
export function interval(ratios) {
  const sorted = [...ratios].sort((a, b) => a - b);
  const n = sorted.length;
  let term = 0.5 ** n;
  let tail = term;
  let k = 0;
  for (;;) {
    const next = (term * (n - k)) / (k + 1);
    if (k + 1 >= n / 2 || tail + next > 0.025) break;
    term = next;
    tail += term;
    k++;
  }
  return { low: sorted[k], high: sorted[n - 1 - k], confidence: 1 - 2 * tail };
}
