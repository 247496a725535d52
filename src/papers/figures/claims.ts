/** Makes claims. A claim is a statement of the paper with our verdict. */
import type { Claim, Done, Key, Verdict } from "./contract.ts";
import type { Judged, Show } from "./verdicts.ts";

/** The verdicts, from best to worst. */
export const VERDICTS = ["holds", "direction", "undecided", "fails"] as const satisfies readonly Verdict[];

type Said = Pick<Claim, "id" | "claim" | "paper"> &
  Partial<Pick<Claim, "note" | "tried" | "standing" | "repeats" | "settled" | "underdetermined">>;

/**
 * Makes a claim of one kind. `context` has other results, which are printed before the numbers of the verdict. Reasons why a claim does not
 * hold are dropped if it holds.
 */
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

/** Makes a claim that one scheme is better than another. */
export const order = claimOf("order");

/** Makes a claim by how much one scheme is better. */
export const ratio = claimOf("ratio");

/** Makes a claim on a theorem or formula. The claim holds if `ours` is within the relative `tolerance`, without a test over seeds. */
export function value(said: Said, ours: number, theory: number, tolerance: number, show: Show): Claim {
  return met(said, Math.abs(ours - theory) <= Math.abs(theory) * tolerance, show(ours));
}

/** Makes a claim on a theorem or formula that is either met or not. */
export const met = (said: Said, holds: boolean, ours: string): Claim =>
  claimOf("value")(said, { verdict: holds ? "holds" : "fails", byMeans: holds, ours });

/** True if the claim counts. A fact that two claims state counts once. */
export const counts = ({ standing, repeats }: Pick<Claim, "standing" | "repeats">): boolean =>
  standing === "paper" && repeats === undefined;

/** True if the claim holds, or fails for a reason that is the same in every set-up. */
export const isSettled = ({ verdict, settled }: Pick<Claim, "verdict" | "settled">): boolean =>
  verdict === "holds" || (verdict === "fails" && settled !== undefined);

/** True if the result depends on a question that the paper's text leaves open. A settled claim is not underdetermined. */
export const isUnderdetermined = (claim: Pick<Claim, "verdict" | "settled" | "underdetermined">): boolean =>
  claim.underdetermined !== undefined && !isSettled(claim);

/** The runs of seed 1, for plots over time. A mean over seeds would show no single run. */
export const firstSeed = <K extends Key, Row>(done: readonly Done<K, Row>[]): Done<K, Row>[] =>
  done.filter(({ seed }) => seed === 1);

/** The arithmetic mean. It is NaN if there are no values. */
export const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
