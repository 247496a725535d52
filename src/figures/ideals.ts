/**
 * What was to be had: a figure's rows under an ideal bound a claim by what one run without a problem comes to (docs/ideals.md).
 *
 * The verdict of a claim stays. One that does not hold is settled as "cannot hold" where the paper's change lies beyond the ideal's interval
 * over seeds: then no policy of that role is known to reach it in this set-up.
 */
import type { Claim } from "./contract.ts";
import { quotient, type Sample } from "./samples.ts";
import { percentChange, withInterval, type Show } from "./verdicts.ts";

/** An ideal against the scheme that a claim compares with. */
export interface ToBeHad {
  /** "no PAUSEs against DT 2: +0.1% (-0.2 to +0.4%)". */
  readonly text: string;
  /** "at most +0.4%", the end of the interval towards the paper's change; absent: the seeds do not put that beyond it. */
  readonly most?: string;
}

/** `paper`: the change that the paper prints, scheme / base. */
export function toBeHad(ideal: Sample, base: Sample, paper: number, show: Show = percentChange): ToBeHad {
  const found = quotient(ideal, base);
  const text = `${ideal.name} against ${base.name}: ${withInterval(found, show)}`;
  const end = paper > 1 ? found.mean + found.half : found.mean - found.half;
  // One seed has no interval, so it settles nothing.
  const isBeyond = found.count > 1 && (paper > 1 ? paper > end : paper < end);
  return isBeyond ? { text, most: `at most ${show(end)}` } : { text };
}

/** The claim with what was to be had, by which a claim that fails is settled. */
export function against(claim: Claim, { text, most }: ToBeHad): Claim {
  const told = { ...claim, toBeHad: text };
  if (most === undefined || claim.verdict === "holds") return told;
  const settled: Claim["settled"] =
    claim.verdict === "fails" ? (claim.settled ?? { because: "best case", evidence: `${text}.` }) : claim.settled;
  return { ...told, cannot: most, ...(settled === undefined ? {} : { settled }) };
}
