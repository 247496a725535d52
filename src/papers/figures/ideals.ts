/**
 * Ideals. An ideal is a run in which one problem cannot occur, such as a run in which no port pauses. A claim compares a
 * scheme with a second one. No scheme should be better than the ideal. So the change from the second scheme to the ideal
 * bounds the change that the claim states. If a real scheme of the figure has a larger change than the ideal, there is no
 * bound (docs/ideals.md).
 *
 * The bound does not change a verdict. But a claim that does not hold is marked as "cannot hold" if the paper's change lies
 * beyond the ideal's interval over seeds.
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

/** Returns the scenario under an ideal, which removes one problem. */
export const under = (
  ideal: IdealName,
  scenario: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({ ...scenario, ideal });

/** The bound that an ideal run sets for a claim on two schemes: the change from one of the schemes to the ideal run. */
export interface ToBeHad {
  /** The comparison as text: "no PAUSEs against DT 2: +0.1% (-0.2 to +0.4%)". */
  readonly text: string;
  /**
   * The largest change that the ideal permits: "at most +0.4%". This limit is one end of the ideal's interval over seeds:
   * the upper end for an increase, the lower end for a decrease. Absent: the paper's change is within the limit, or the
   * runs set no bound.
   */
  readonly most?: string;
}

/** An `order` claim holds only if the mean of the better scheme is at most this share of the other mean (`verdicts.ts`). */
export const LESS = 0.99;

/**
 * The bound from an ideal run (docs/ideals.md). A change is `a` divided by `b`. One of the two is the ideal.
 *
 * @param paper the change that the paper prints, a / b
 * @param tried pairs of real schemes. If one pair has a better change than the ideal, the ideal bounds nothing.
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

/** Adds the bound to the claim. If the claim fails and the paper's change is beyond the bound, the claim is settled: it cannot hold. */
export function against(claim: Claim, { text, most }: ToBeHad): Claim {
  const bounded = { ...claim, toBeHad: text };
  if (most === undefined || claim.verdict === "holds") return bounded;
  const settled: Claim["settled"] =
    claim.verdict === "fails"
      ? (claim.settled ?? { because: "best case", evidence: `${text} ([ideals](../ideals.md)).` })
      : claim.settled;
  return { ...bounded, cannot: most, ...(settled === undefined ? {} : { settled }) };
}
