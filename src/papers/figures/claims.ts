/** Makes claims. A claim is a statement of the paper with our verdict. */
import { formatCount } from "../../base/format.ts";
import type { Claim, Done, Key, Verdict } from "./contract.ts";
import { allOf, isMet, type Judged } from "./verdicts.ts";

/** The verdicts on claims, from best to worst. */
export const VERDICTS = ["holds", "direction", "undecided", "fails"] as const satisfies readonly Verdict[];

/**
 * The statement of a claim, without its id and verdict. `context` has results that do not decide the verdict. They are
 * printed before the numbers that decide it.
 */
export type Said = Pick<Claim, "claim" | "paper"> &
  Partial<Pick<Claim, "note" | "tried" | "standing" | "repeats" | "settled" | "underdetermined">> & {
    readonly context?: string;
  };

/** The statement of a claim, and its verdict. If `judged` is a list, all of it must hold. */
type Stated = Said & { readonly judged: Judged | readonly Judged[] };

/**
 * Makes a claim. The reasons for a failure (`settled`, `underdetermined` and `tried`) are left out if the claim holds.
 */
function claimOf(kind: Claim["kind"], id: string, { judged, context, ...said }: Stated): Claim {
  const { verdict, byMeans, ours, seeds } = "verdict" in judged ? judged : allOf(judged);
  const needed = seeds === undefined ? "" : `; about ${formatCount(seeds)} seeds would decide it`;
  const { standing = "paper", tried, settled, underdetermined, ...rest } = said;
  return {
    id,
    ...rest,
    ...(verdict === "holds" || tried === undefined ? {} : { tried }),
    ...(verdict === "fails" && settled !== undefined ? { settled } : {}),
    ...(verdict === "holds" || underdetermined === undefined ? {} : { underdetermined }),
    ...{ standing, kind, verdict, byMeans },
    ours: `${context === undefined ? "" : `${context}; `}${ours}${needed}`,
  };
}

/** Makes a claim that one scheme is better than another. */
export const order = (id: string, stated: Stated): Claim => claimOf("order", id, stated);

/** Makes a claim on the factor by which one scheme is better than another. */
export const ratio = (id: string, stated: Stated): Claim => claimOf("ratio", id, stated);

/** Makes a claim on a theorem or formula. */
export const formula = (id: string, stated: Stated): Claim => claimOf("value", id, stated);

/** The statement of a claim that is either met or not. */
type StatedToBeMet = Said & { readonly holds: boolean; readonly ours: string };

/** Makes a claim on a theorem or formula that is either met or not. */
export const met = (id: string, { holds, ours, ...said }: StatedToBeMet): Claim =>
  formula(id, { ...said, judged: isMet(holds, ours) });

/**
 * True if the claim is included in the totals of verdicts. The totals include only claims that the paper itself makes
 * (`standing`). If two claims state the same fact, the totals include one of them (`repeats`).
 */
export const counts = ({ standing, repeats }: Pick<Claim, "standing" | "repeats">): boolean =>
  standing === "paper" && repeats === undefined;

/** True if the claim holds, or fails for a reason (`settled`) that no other choice of scenario or parameters can remove. */
export const isSettled = ({ verdict, settled }: Pick<Claim, "verdict" | "settled">): boolean =>
  verdict === "holds" || (verdict === "fails" && settled !== undefined);

/**
 * True if the result depends on a question that the paper's text leaves open. False if the claim holds, or if it fails in every
 * set-up (`isSettled`).
 */
export const isUnderdetermined = (claim: Pick<Claim, "verdict" | "settled" | "underdetermined">): boolean =>
  claim.underdetermined !== undefined && !isSettled(claim);

/**
 * Marks a claim that does not hold as underdetermined: it depends on `evidence`, a question that the paper
 * leaves open. A claim that holds is returned unchanged.
 */
export const leftOpen = (claim: Claim, evidence: string): Claim =>
  claim.verdict === "holds" ? claim : { ...claim, underdetermined: { evidence } };

/** The runs of seed 1, for plots over time. A mean over seeds would show no single run. */
export const firstSeed = <K extends Key, Row>(done: readonly Done<K, Row>[]): Done<K, Row>[] =>
  done.filter(({ seed }) => seed === 1);

/** The arithmetic mean. It is NaN if there are no values. */
export const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
