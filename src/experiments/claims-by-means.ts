/** Claims judged by means alone: goes when the last figure is judged by its interval. */
import type { Claim, Done, Key } from "./contract.ts";

type Said = Pick<Claim, "id" | "claim" | "paper"> & { readonly note?: string };

/** Who beats whom: it holds or it does not. */
export const order = (said: Said, ours: string, holds: boolean): Claim => ({
  ...said,
  kind: "order",
  ours,
  verdict: holds ? "holds" : "fails",
});

/** Less of the paper's change than this is none. */
const LEAST_PART = 0.1;

/** By how much: holds where ours lies within a factor `within` of the paper's and goes the same way, a tenth as far or more. */
export function ratio(said: Said, ours: number, paper: number, within = 1.5, show = percentChange): Claim {
  const sameWay = ours === paper || (ours - 1) / (paper - 1) >= LEAST_PART;
  const near = ours / paper <= within && paper / ours <= within;
  return { ...said, kind: "ratio", ours: show(ours), verdict: sameWay && near ? "holds" : "fails" };
}

/** A theorem or formula: holds within `tolerance`, relative. */
export function value(said: Said, ours: number, theory: number, tolerance: number, show: (n: number) => string): Claim {
  const holds = Math.abs(ours - theory) <= Math.abs(theory) * tolerance;
  return { ...said, kind: "value", ours: show(ours), verdict: holds ? "holds" : "fails" };
}

/** 0.684 as "-31.6%". */
export const percentChange = (factor: number): string => `${factor >= 1 ? "+" : ""}${((factor - 1) * 100).toFixed(1)}%`;

/** For a course over time, of which a mean over seeds would show no run. */
export const firstSeed = <K extends Key, Row>(done: readonly Done<K, Row>[]): Done<K, Row>[] =>
  done.filter(({ seed }) => seed === 1);

/** NaN of nothing. */
export const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
