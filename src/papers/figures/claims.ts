/** Claims in the making: what a paper says, with a verdict. */
import type { Claim, Done, Key, Verdict } from "./contract.ts";
import type { Judged, Show } from "./verdicts.ts";

/** From best to worst. */
export const VERDICTS = ["holds", "direction", "undecided", "fails"] as const satisfies readonly Verdict[];

type Said = Pick<Claim, "id" | "claim" | "paper"> &
  Partial<Pick<Claim, "note" | "tried" | "standing" | "repeats" | "settled" | "underdetermined">>;

/** `context` stands before the numbers that it was judged by: what else came out. Why a claim does not hold is left out of one that does. */
const claimOf =
  (kind: Claim["kind"]) =>
  (said: Said, { verdict, byMeans, ours }: Judged, context?: string): Claim => {
    const { standing = "paper", tried, settled, underdetermined, ...rest } = said;
    return {
      ...rest,
      ...(verdict === "holds" || tried === undefined ? {} : { tried }),
      ...(verdict === "fails" && settled !== undefined ? { settled } : {}),
      ...(verdict === "holds" || underdetermined === undefined ? {} : { underdetermined }),
      ...{ standing, kind, verdict, byMeans },
      ours: context === undefined ? ours : `${context}; ${ours}`,
    };
  };

/** Who beats whom. */
export const order = claimOf("order");

/** By how much. */
export const ratio = claimOf("ratio");

/** A theorem or formula: holds within `tolerance`, relative. It is met or not, whatever the seed. */
export function value(said: Said, ours: number, theory: number, tolerance: number, show: Show): Claim {
  return met(said, Math.abs(ours - theory) <= Math.abs(theory) * tolerance, show(ours));
}

/** A theorem or formula that `ours` meets or does not. */
export const met = (said: Said, holds: boolean, ours: string): Claim =>
  claimOf("value")(said, { verdict: holds ? "holds" : "fails", byMeans: holds, ours });

/** Whether it is among the claims that are counted: a fact that two claims state counts once. */
export const counts = ({ standing, repeats }: Pick<Claim, "standing" | "repeats">): boolean =>
  standing === "paper" && repeats === undefined;

/** Whether it is decided for good: it holds, or it fails and the reason excludes that anything else would change it. */
export const isSettled = ({ verdict, settled }: Pick<Claim, "verdict" | "settled">): boolean =>
  verdict === "holds" || (verdict === "fails" && settled !== undefined);

/** Whether the text leaves open what decides it; what is settled is not. */
export const isUnderdetermined = (claim: Pick<Claim, "verdict" | "settled" | "underdetermined">): boolean =>
  claim.underdetermined !== undefined && !isSettled(claim);

/** For a course over time, of which a mean over seeds would show no run. */
export const firstSeed = <K extends Key, Row>(done: readonly Done<K, Row>[]): Done<K, Row>[] =>
  done.filter(({ seed }) => seed === 1);

/** NaN of nothing. */
export const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
