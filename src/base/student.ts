/**
 * Student's t distribution for whole degrees of freedom, and the normal distribution: probabilities and quantiles.
 *
 * Source: Abramowitz and Stegun: Handbook of Mathematical Functions. Sections 26.7.3 and 26.7.4 (finite sums), 26.2.10 (series).
 */
import { exp } from "./math.ts";

/** The arctangent of 0 to 1e12, to 15 digits, the same on every engine. The angle is halved until the series for it is short. */
function arctangent(tangent: number): number {
  let x = tangent;
  let halvings = 1;
  for (; x > 0.1; halvings *= 2) x /= 1 + Math.sqrt(1 + x * x);
  let sum = x;
  let power = x;
  for (let k = 3; k <= 19; k += 2) {
    power *= -x * x;
    sum += power / k;
  }
  return halvings * sum;
}

/** The probability that a variable with Student's distribution is between -t and t, for t >= 0. */
function within(t: number, freedom: number): number {
  const tangent = t / Math.sqrt(freedom);
  const cosine2 = 1 / (1 + tangent * tangent);
  const sine = tangent * Math.sqrt(cosine2);
  const isOdd = freedom % 2 === 1;
  // Let c be the cosine of arctan(t / sqrt(freedom)). The loop computes `sum`, a factor in the probability. For
  // odd degrees of freedom, `sum` is 1 + (2/3) c^2 + (2/3)(4/5) c^4 + ... For even degrees, it is 1 + (1/2) c^2 +
  // (1/2)(3/4) c^4 + ...
  let term = 1;
  let sum = freedom === 1 ? 0 : 1;
  for (let k = isOdd ? 2 : 1; k <= freedom - 3; k += 2) {
    term *= (k / (k + 1)) * cosine2;
    sum += term;
  }
  if (!isOdd) return sine * sum;
  return (2 / Math.PI) * (arctangent(tangent) + sine * Math.sqrt(cosine2) * sum);
}

/** The probability of a value at least as far from 0 as `t`, in both directions. */
export const twoSided = (t: number, freedom: number): number => Math.max(0, 1 - within(Math.abs(t), freedom));

/** The distance from 0 that values exceed with probability `alpha`, in both directions: 2.776 for 0.05 and 4. */
export function quantile(alpha: number, freedom: number): number {
  let [low, high] = [0, 1];
  while (twoSided(high, freedom) > alpha && high < 1e12) high *= 2;
  for (let k = 0; k < 100; k++) {
    const middle = (low + high) / 2;
    if (twoSided(middle, freedom) > alpha) low = middle;
    else high = middle;
  }
  return high;
}

/** The probability that a standard normal value is below `x`. */
export function normalBelow(x: number): number {
  if (x < -8) return 0;
  if (x > 8) return 1;
  let term = x;
  let sum = x;
  for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 + (sum * exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}
