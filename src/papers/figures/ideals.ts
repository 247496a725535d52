/**
 * What was to be had: a figure's rows under an ideal bound a claim by what one run without a problem comes to (docs/ideals.md).
 *
 * The verdict of a claim stays. One that does not hold is settled as "cannot hold" where the paper's change lies beyond the ideal's interval
 * over seeds: then no policy of that role is known to reach it in this set-up.
 */
import type { Claim } from "./contract.ts";
import type { IdealName } from "../../base/ideals.ts";
import { quotient, type Sample } from "./samples.ts";
import { percentChange, withInterval, type Show } from "./verdicts.ts";

/** Name of a figure's row under the ideal `pauses`. */
export const NO_PAUSES = "no PAUSEs" as const;
/** Under `paths`. */
export const BEST_PATHS = "best paths";
/** Under `rates`. */
export const FAIR_RATES = "fair rates";

/** A trial's scenario without one problem. */
export const under = (
  ideal: IdealName,
  scenario: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({ ...scenario, ideal });

/** An ideal against the scheme that a claim compares with. */
export interface ToBeHad {
  /** "no PAUSEs against DT 2: +0.1% (-0.2 to +0.4%)". */
  readonly text: string;
  /** "at most +0.4%", the end of the interval towards the paper's change; absent: the seeds do not put that beyond it. */
  readonly most?: string;
}

/** A hundredth less: what an order needs on average (`verdicts.ts`). */
export const LESS = 0.99;

/**
 * The most that `a` against `b` comes to, one of which is the ideal.
 *
 * @param paper  the change that the paper prints, a / b
 * @param tried  the same of real schemes: where one is past the ideal, the ideal is no best case
 */
export function toBeHad(
  a: Sample,
  b: Sample,
  paper: number,
  tried: readonly (readonly [a: Sample, b: Sample])[] = [],
  show: Show = percentChange,
): ToBeHad {
  const found = quotient(a, b);
  const end = paper > 1 ? found.mean + found.half : found.mean - found.half;
  const isPast = ([one, other]: readonly [Sample, Sample]): boolean => {
    const { mean } = quotient(one, other);
    return paper > 1 ? mean > end : mean < end;
  };
  const past = found.count > 1 ? tried.filter(isPast) : [];
  const text = `${a.name} against ${b.name}: ${withInterval(found, show)}`;
  if (past.length > 0)
    return {
      text: `${text}; no best case, ${past.map(([one, other]) => (one === other ? `${one.name} itself` : `${one.name} against ${other.name}`)).join(", ")} is past it`,
    };
  // One seed has no interval, so it settles nothing.
  const isBeyond = found.count > 1 && (paper > 1 ? paper > end : paper < end);
  return isBeyond ? { text, most: `at most ${show(end)}` } : { text };
}

/** The claim with what was to be had, by which a claim that fails is settled. */
export function against(claim: Claim, { text, most }: ToBeHad): Claim {
  const told = { ...claim, toBeHad: text };
  if (most === undefined || claim.verdict === "holds") return told;
  const settled: Claim["settled"] =
    claim.verdict === "fails"
      ? (claim.settled ?? { because: "best case", evidence: `${text} ([ideals](../ideals.md)).` })
      : claim.settled;
  return { ...told, cannot: most, ...(settled === undefined ? {} : { settled }) };
}
