/**
 * Ideals. An ideal is a run in which one problem cannot occur, such as a run in which no port pauses. A claim states
 * the change from one scheme to a better one. No scheme should be better than the ideal. So the change from the first
 * scheme to the ideal bounds the stated change. The change to the ideal has a 95% confidence interval over seeds. The
 * bound is the upper end of this interval for an increase, and the lower end for a decrease. If the mean change of a real
 * scheme in the figure is beyond this end, the ideal sets no bound (docs/ideals.md).
 *
 * The bound does not change a verdict. But a claim that does not hold is marked as "cannot hold" if the change in the
 * paper is beyond the bound.
 */
import type { Claim } from "./contract.ts";
import type { IdealName } from "../../base/ideals.ts";
import { quotient, type Sample } from "./samples.ts";
import { percentChange, withInterval, type Show } from "./verdicts.ts";

/** The name of the ideal run in which no port pauses. */
export const NO_PAUSES = "no PAUSEs" as const;
/** The name of the ideal run in which packets spread evenly over all paths. */
export const BEST_PATHS = "best paths";
/** The name of the ideal run in which each flow has its max-min fair rate. */
export const FAIR_RATES = "fair rates";

/** Returns the scenario with an ideal. An ideal removes one problem, such as PAUSEs. */
export const under = (
  ideal: IdealName,
  scenario: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({ ...scenario, ideal });

/**
 * The bound that an ideal run sets for the change between two schemes. The ideal run takes the place of the better scheme
 * in the comparison, because no scheme should be better than the ideal.
 */
export interface ToBeHad {
  /** The comparison as text: "no PAUSEs against DT 2: +0.1% (-0.2 to +0.4%)". */
  readonly text: string;
  /**
   * The bound as text, such as "at most +0.4%": a larger change would need a scheme that is better than the ideal. The bound is
   * one end of the confidence interval in `text`: the upper end for an increase, the lower end for a decrease. Absent: the
   * change that the paper prints is within the bound, or the runs set no bound. Runs with one seed set none.
   */
  readonly most?: string;
}

/** An `order` claim holds only if the mean of the better scheme is at most this share of the other mean (`verdicts.ts`). */
export const LESS = 0.99;

/**
 * Computes the bound for a change between two real schemes (docs/ideals.md). A change is a quotient of two results. The bound
 * is the quotient `a` / `b` at one end of its confidence interval. In this quotient the ideal run replaces the better scheme.
 *
 * @param paper the change that the paper prints, between the two real schemes
 * @param tried pairs of real schemes. If the mean change of one pair is beyond the computed bound, the ideal is no best
 *   case and sets no bound.
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
      text: `${text}; the ideal is no best case, since ${past.map(([one, other]) => (one === other ? one.name : `${one.name} against ${other.name}`)).join(", ")} exceeds it`,
    };
  // One seed gives no interval, and thus no evidence that the claim cannot hold.
  const isBeyond = found.count > 1 && (paper > 1 ? paper > end : paper < end);
  return isBeyond ? { text, most: `at most ${show(end)}` } : { text };
}

/**
 * Adds the bound from an ideal run (`toBeHad`) to a claim on the change between two schemes. If the paper's change is
 * larger than the bound and the claim does not hold, it is marked as one that cannot hold. If it fails, this settles it.
 */
export function against(claim: Claim, { text, most }: ToBeHad): Claim {
  const bounded = { ...claim, toBeHad: text };
  if (most === undefined || claim.verdict === "holds") return bounded;
  const settled: Claim["settled"] =
    claim.verdict === "fails"
      ? (claim.settled ?? { because: "best case", evidence: `${text} ([ideals](../ideals.md)).` })
      : claim.settled;
  return { ...bounded, cannot: most, ...(settled === undefined ? {} : { settled }) };
}
