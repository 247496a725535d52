/** Claims in the making: verdicts by comparison, numbers as text. */
import type { Claim, Done, Key } from "./contract.ts";

type Said = Pick<Claim, "id" | "claim" | "paper"> & { readonly note?: string };

/** Who beats whom: it holds or it does not. */
export const order = (said: Said, ours: string, holds: boolean): Claim => ({
  ...said,
  kind: "order",
  ours,
  verdict: holds ? "holds" : "fails",
});

/** By how much: holds where ours lies within a factor `within` of the paper's and on the same side of 1. */
export function ratio(said: Said, ours: number, paper: number, within = 1.5, show = percentChange): Claim {
  const sameSide = ours === paper || (ours - 1) * (paper - 1) > 0;
  const near = ours / paper <= within && paper / ours <= within;
  return { ...said, kind: "ratio", ours: show(ours), verdict: sameSide && near ? "holds" : "fails" };
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
