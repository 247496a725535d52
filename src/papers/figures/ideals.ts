/**
 * Ideals. An ideal is a run without one problem. It bounds the change that a claim can have (docs/ideals.md).
 *
 * A bound does not change a verdict. It marks a claim that does not hold as "cannot hold", if the paper's change lies beyond the ideal's
 * interval over seeds. Then no known policy of that role reaches the paper's change in this set-up.
 */
import type { Claim } from "./contract.ts";
import type { IdealName } from "../../base/ideals.ts";
import { quotient, type Sample } from "./samples.ts";
import { percentChange, withInterval, type Show } from "./verdicts.ts";

/** The name of the run under the ideal `pauses`, in which no port pauses. */
export const NO_PAUSES = "no PAUSEs" as const;
/** The name of the run under the ideal `paths`, in which packets spread evenly over all paths. */
export const BEST_PATHS = "best paths";
/** The name of the run under the ideal `rates`. */
export const FAIR_RATES = "fair rates";

/** The same scenario under an ideal: without one problem. */
export const under = (
  ideal: IdealName,
  scenario: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({ ...scenario, ideal });

/** The bound that an ideal run sets: the comparison of this run with a scheme of the claim. */
export interface ToBeHad {
  /** The comparison as text: "no PAUSEs against DT 2: +0.1% (-0.2 to +0.4%)". */
  readonly text: string;
  /** "at most +0.4%": the interval's end that is nearest to the paper's change. Absent: the interval may contain the paper's change. */
  readonly most?: string;
}

/** A claim that one scheme is better holds only if its mean is at least 1% less (`verdicts.ts`). */
export const LESS = 0.99;

/**
 * The best change that any scheme can reach, from a run with an ideal (docs/ideals.md). The change is `a` over `b`, and either of
 * them is the ideal.
 *
 * @param paper the change that the paper prints, a / b
 * @param tried pairs of real schemes. If one pair has a better change than the run with the ideal, that run bounds nothing.
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
  // One seed has no interval, so it cannot show that the claim cannot hold.
  const isBeyond = found.count > 1 && (paper > 1 ? paper > end : paper < end);
  return isBeyond ? { text, most: `at most ${show(end)}` } : { text };
}

/** Adds the bound to the claim. If the claim fails, the bound settles it. */
export function against(claim: Claim, { text, most }: ToBeHad): Claim {
  const bounded = { ...claim, toBeHad: text };
  if (most === undefined || claim.verdict === "holds") return bounded;
  const settled: Claim["settled"] =
    claim.verdict === "fails"
      ? (claim.settled ?? { because: "best case", evidence: `${text} ([ideals](../ideals.md)).` })
      : claim.settled;
  return { ...bounded, cannot: most, ...(settled === undefined ? {} : { settled }) };
}
