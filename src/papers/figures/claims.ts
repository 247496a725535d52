/** Makes claims. A claim is a statement of the paper with our verdict. */
import type { Claim, Done, Key, Verdict } from "./contract.ts";
import { allOf, equals, isMet, type Judged, type Show } from "./verdicts.ts";

/** The verdicts, from best to worst. */
export const VERDICTS = ["holds", "direction", "undecided", "fails"] as const satisfies readonly Verdict[];

/** Facts about a claim in addition to its statement and its verdict. */
type Facts = Partial<Pick<Claim, "note" | "tried" | "standing" | "repeats" | "settled" | "underdetermined">>;

/** The facts of a claim. `context` has other results, which are printed before the numbers of the verdict. */
type More = Facts & { readonly context?: string };

/** A claim before its verdict. */
export type Said = Pick<Claim, "id" | "claim" | "paper"> & Facts;

/** The fields of a claim except its id. If `judged` is a list, all of it must hold. */
type Stated = Omit<Said, "id"> & More & { readonly judged: Judged | readonly Judged[] };

type Parts = [id: string, claim: string, paper: string];

/** Makes claims of one kind from their fields, from their parts in order, or from what was said. */
interface Makes {
  (id: string, stated: Stated): Claim;
  (...given: [...Parts, judged: Judged | readonly Judged[], more?: More]): Claim;
  (said: Said, judged: Judged | readonly Judged[], context?: string): Claim;
}

const makes =
  (kind: Claim["kind"]): Makes =>
  (...given: unknown[]) => {
    if (typeof given[0] !== "string") return claimOf(kind, ...(given as [Said, Judged, string?]));
    if (given.length === 2) {
      const [id, { judged, context, ...said }] = given as [string, Stated];
      return claimOf(kind, { id, ...said }, judged, context);
    }
    const [id, claim, paper, judged, { context, ...facts } = {}] = given as [...Parts, Judged, More?];
    return claimOf(kind, { id, claim, paper, ...facts }, judged, context);
  };

/** Reasons why a claim does not hold are dropped if it holds. */
function claimOf(kind: Claim["kind"], said: Said, judged: Judged | readonly Judged[], context?: string): Claim {
  const { verdict, byMeans, ours } = "verdict" in judged ? judged : allOf(judged);
  const { standing = "paper", tried, settled, underdetermined, ...rest } = said;
  return {
    ...rest,
    ...(verdict === "holds" || tried === undefined ? {} : { tried }),
    ...(verdict === "fails" && settled !== undefined ? { settled } : {}),
    ...(verdict === "holds" || underdetermined === undefined ? {} : { underdetermined }),
    ...{ standing, kind, verdict, byMeans },
    ours: context === undefined ? ours : `${context}; ${ours}`,
  };
}

/** Makes a claim that one scheme is better than another. */
export const order = makes("order");

/** Makes a claim by how much one scheme is better. */
export const ratio = makes("ratio");
/** Makes a claim on a theorem or formula. */
export const formula = makes("value");

/** Makes a claim on a theorem or formula. The claim holds if `ours` is within the relative `tolerance`, without a test over seeds. */
export const value = (said: Said, ours: number, theory: number, tolerance: number, show: Show): Claim =>
  formula(said, equals(ours, theory, tolerance, show));

/** The fields of a claim that is either met or not, except its id. */
type StatedToBeMet = Omit<Said, "id"> & { readonly holds: boolean; readonly ours: string };

/** Makes a claim on a theorem or formula that is either met or not. */
export function met(id: string, stated: StatedToBeMet): Claim;
export function met(id: string, claim: string, paper: string, holds: boolean, ours: string, facts?: Facts): Claim;
export function met(said: Said, holds: boolean, ours: string): Claim;
export function met(...given: unknown[]): Claim {
  if (given.length === 2) {
    const [id, { holds, ours, ...said }] = given as [string, StatedToBeMet];
    return formula({ id, ...said }, isMet(holds, ours));
  }
  const [holds, ours, facts] = given.slice(typeof given[0] === "string" ? 3 : 1) as [boolean, string, Facts?];
  const said = typeof given[0] === "string" ? { id: given[0], claim: given[1], paper: given[2], ...facts } : given[0];
  return formula(said as Said, isMet(holds, ours));
}

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
