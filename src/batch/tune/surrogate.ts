/**
 * Predicts the value of settings that have not run, by a Gaussian process over the settings that have run.
 *
 * The kernel is Matern 5/2 with a length for each parameter. The lengths and the scale are those of the highest marginal likelihood on a
 * small grid. The noise of each point is given, because it is known from its seeds.
 *
 * Source: Rasmussen and Williams: Gaussian Processes for Machine Learning, algorithm 2.1 and equation 4.17.
 */
import { exp, log } from "../../base/math.ts";

/** A point that has run. Coordinates are from 0 to 1. */
export interface Known {
  readonly at: readonly number[];
  readonly value: number;
  /** Variance of the value. */
  readonly noise: number;
}

export interface Prediction {
  readonly mean: number;
  readonly deviation: number;
}

export interface Surrogate {
  readonly predict: (at: readonly number[]) => Prediction;
  /**
   * Predicts the difference value(one) - value(other). The deviation accounts for the correlation of the two values.
   */
  readonly difference: (one: readonly number[], other: readonly number[]) => Prediction;
}

/**
 * Candidates for the length scale of a parameter in the kernel, relative to the parameter's range. With the longest
 * one, the parameter has almost no effect.
 */
const LENGTHS = [0.15, 0.3, 0.6, 1.2, 2.5, 10];
const FIRST_LENGTH = 0.6;
/** Candidates for the variance of the signal, relative to the variance of the values. */
const SCALES = [0.3, 1, 3];
const SWEEPS = 2;
/** Added to the noise, relative to the signal, so that the matrix stays invertible. */
const NUGGET = 1e-6;

export function surrogate(known: readonly Known[]): Surrogate {
  const mean = known.reduce((sum, { value }) => sum + value, 0) / known.length;
  const rest = known.map(({ value }) => value - mean);
  const variance = Math.max(1e-12, rest.reduce((sum, value) => sum + value * value, 0) / known.length);
  const fitted = (lengths: readonly number[], scale: number): Fit => fit(known, rest, lengths, scale * variance);
  let lengths = known[0].at.map(() => FIRST_LENGTH);
  let scale = 1;
  let best = fitted(lengths, scale);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let k = 0; k < lengths.length; k++) for (const length of LENGTHS) tryOut(lengths.with(k, length), scale);
    for (const other of SCALES) tryOut(lengths, other);
  }
  const { factor, weights, kernel } = best;
  const solved = (at: readonly number[]): number[] =>
    forward(
      factor,
      known.map((one) => kernel(one.at, at)),
    );
  const meanAt = (at: readonly number[]): number =>
    known.reduce((sum, one, k) => sum + weights[k] * kernel(one.at, at), mean);
  return {
    predict: (at) => {
      const inner = solved(at);
      return { mean: meanAt(at), deviation: Math.sqrt(Math.max(0, kernel(at, at) - dot(inner, inner))) };
    },
    difference: (one, other) => {
      const [a, b] = [solved(one), solved(other)];
      const inner = a.map((value, k) => value - b[k]);
      const spread = kernel(one, one) + kernel(other, other) - 2 * kernel(one, other) - dot(inner, inner);
      return { mean: meanAt(one) - meanAt(other), deviation: Math.sqrt(Math.max(0, spread)) };
    },
  };

  function tryOut(otherLengths: number[], otherScale: number): void {
    const other = fitted(otherLengths, otherScale);
    if (other.likelihood > best.likelihood) [lengths, scale, best] = [otherLengths, otherScale, other];
  }
}

type Kernel = (one: readonly number[], other: readonly number[]) => number;

interface Fit {
  readonly kernel: Kernel;
  /** Lower triangle of the Cholesky factor of the covariance, row by row. */
  readonly factor: readonly (readonly number[])[];
  /** The inverse covariance times the values. */
  readonly weights: readonly number[];
  readonly likelihood: number;
}

function fit(known: readonly Known[], values: readonly number[], lengths: readonly number[], signal: number): Fit {
  const kernel = matern(lengths, signal);
  const factor = cholesky(
    known.map(({ at, noise }, k) =>
      known.slice(0, k + 1).map((other, j) => kernel(at, other.at) + (j === k ? noise + NUGGET * signal : 0)),
    ),
  );
  const inner = forward(factor, values);
  const determinant = factor.reduce((sum, row, k) => sum + log(row[k]), 0);
  return { kernel, factor, weights: backward(factor, inner), likelihood: -dot(inner, inner) / 2 - determinant };
}

const matern =
  (lengths: readonly number[], signal: number): Kernel =>
  (one, other) => {
    let squares = 0;
    for (let k = 0; k < lengths.length; k++) {
      const step = (one[k] - other[k]) / lengths[k];
      squares += step * step;
    }
    const r = Math.sqrt(5 * squares);
    return signal * (1 + r + (r * r) / 3) * exp(-r);
  };

function cholesky(lower: readonly (readonly number[])[]): number[][] {
  const factor: number[][] = [];
  lower.forEach((row, k) => {
    const own: number[] = [];
    for (let j = 0; j <= k; j++) {
      let sum = row[j];
      for (let i = 0; i < j; i++) sum -= own[i] * (j === k ? own[i] : factor[j][i]);
      own.push(j === k ? Math.sqrt(Math.max(sum, 1e-300)) : sum / factor[j][j]);
    }
    factor.push(own);
  });
  return factor;
}

/** Solves L x = b for the lower triangular matrix L. */
function forward(factor: readonly (readonly number[])[], values: readonly number[]): number[] {
  const solved: number[] = [];
  values.forEach((value, k) => {
    let rest = value;
    for (let j = 0; j < k; j++) rest -= factor[k][j] * solved[j];
    solved.push(rest / factor[k][k]);
  });
  return solved;
}

/** Solves L' x = b, where L' is the transpose of L. */
function backward(factor: readonly (readonly number[])[], values: readonly number[]): number[] {
  const solved = [...values];
  for (let k = values.length - 1; k >= 0; k--) {
    for (let j = k + 1; j < values.length; j++) solved[k] -= factor[j][k] * solved[j];
    solved[k] /= factor[k][k];
  }
  return solved;
}

const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, k) => sum + value * other[k], 0);
