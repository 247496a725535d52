/** Counts claims by verdict, and sums up a figure, a paper or all papers in a sentence. */
import { counts, isSettled, isUnderdetermined } from "../papers/figures/claims.ts";
import type { Claim, Verdict } from "../papers/figures/contract.ts";
import { formatCount } from "../base/format.ts";

export interface VerdictCounts {
  /** The number of claims of the paper that can fail, without those that repeat another claim. */
  readonly counted: number;
  /** The number of `counted` claims with each verdict. */
  readonly byVerdict: Readonly<Record<Verdict, number>>;
  /** The number of `counted` claims that hold if only the means are compared, without their intervals. */
  readonly byMeans: number;
  /** The number of `counted` claims that hold, or that fail for a reason that no other scenario or parameter can remove. */
  readonly settled: number;
  /** The number of `counted` claims for which the paper leaves a decisive detail open. */
  readonly underdetermined: number;
  /** The number of claims that cannot fail. They are not in `counted`. */
  readonly definitions: number;
  /** The number of claims that the paper does not state. They are not in `counted`. */
  readonly ours: number;
  /** The number of claims that repeat another claim. They are not in `counted`. */
  readonly repeats: number;
}

export function verdictCounts(claims: readonly Claim[]): VerdictCounts {
  const counted = claims.filter(counts);
  const of = (wanted: Verdict): number => counted.filter(({ verdict }) => verdict === wanted).length;
  return {
    counted: counted.length,
    byVerdict: { holds: of("holds"), direction: of("direction"), undecided: of("undecided"), fails: of("fails") },
    byMeans: counted.filter(({ byMeans }) => byMeans).length,
    settled: counted.filter(isSettled).length,
    underdetermined: counted.filter(isUnderdetermined).length,
    definitions: claims.filter(({ standing }) => standing === "definition").length,
    ours: claims.filter(({ standing }) => standing === "ours").length,
    repeats: claims.filter(({ standing, repeats }) => standing === "paper" && repeats !== undefined).length,
  };
}

/**
 * A sentence with the verdicts, such as "9 claims: 5 hold, 2 direction, 1 undecided, 1 fails; 3 definitions and 2 added
 * by xoff are not counted". Verdicts without a claim are left out.
 */
export function verdictSentence({ counted, byVerdict, definitions, ours, repeats }: VerdictCounts): string {
  const some = (n: number, one: string, several = one): string[] =>
    n === 0 ? [] : [`${formatCount(n)} ${n === 1 ? one : several}`];
  const verdicts = [
    ...some(byVerdict.holds, "holds", "hold"),
    ...some(byVerdict.direction, "direction"),
    ...some(byVerdict.undecided, "undecided"),
    ...some(byVerdict.fails, "fails", "fail"),
  ];
  const uncounted = [
    ...some(definitions, "definition", "definitions"),
    ...some(ours, "added by xoff"),
    ...some(repeats, "repetition", "repetitions"),
  ]
    .join(", ")
    .replace(/, (?=[^,]*$)/, " and ");
  return [
    counted === 0 ? "no claim" : `${some(counted, "claim", "claims").join("")}: ${verdicts.join(", ")}`,
    ...(uncounted === "" ? [] : [`${uncounted} ${definitions + ours + repeats === 1 ? "is" : "are"} not counted`]),
  ].join("; ");
}

/**
 * The verdict of a claim in Markdown. Examples:
 *
 * - "**fails** because: bound": a proved bound excludes the paper's number.
 * - "**fails** because: best case, at most +1.0%": the ideal run does not reach the paper's number.
 * - "**direction**, underdetermined": only the direction agrees with the paper, and the result depends on a question
 *   that the paper leaves open.
 * - "holds, repeats acc/fig9/a".
 */
export function verdictText(claim: Claim): string {
  const { standing, verdict, repeats, settled, cannot } = claim;
  if (standing === "definition") return "definition";
  const said = [
    verdict === "holds" ? verdict : `**${verdict}**`,
    ...(settled === undefined ? [] : [` because: ${settled.because}`]),
    // `cannot` is a limit from an ideal run, such as "at most +1.0%". The reason "best case" says that even the
    // ideal run does not reach the paper's number. So after it, the words "cannot hold" are left out.
    ...(cannot === undefined ? [] : [settled?.because === "best case" ? `, ${cannot}` : `; cannot hold: ${cannot}`]),
    ...(isUnderdetermined(claim) ? [", underdetermined"] : []),
    ...(standing === "ours" ? [" (added by xoff)"] : []),
    ...(repeats === undefined ? [] : [`, repeats ${repeats}`]),
  ];
  return said.join("");
}

/**
 * The explanation for a claim that does not hold. It begins with the reason why the claim cannot hold, or with the
 * detail that the paper leaves open. Then it has the attempts to reach the paper's result.
 */
export const whyNot = ({ settled, underdetermined, tried }: Claim): string | undefined => {
  const evidence = [settled?.evidence, underdetermined?.evidence, tried].filter((one) => one !== undefined);
  return evidence.length === 0 ? undefined : evidence.join(" ");
};

/** The explanation of the verdicts, shown once on a page. */
export const VERDICTS_MEAN = [
  "A claim holds if the 95% interval over seeds confirms it. An order also needs a mean difference of 1% or more.",
  "A ratio is judged by its logarithm, divided by that of the paper's ratio. It holds if the whole interval is between half and twice the paper's change. Direction: the whole interval has the paper's sign, but lies outside of this range.",
  "Undecided: the interval crosses a border between verdicts. The interval of a single seed always does if seeds scatter.",
  "A claim fails if the result is the opposite, if a formula is not met, or if there is no difference. No difference means that the interval includes no change and excludes half of the paper's change. For an order it excludes every difference of 1% or more.",
  "Similar means within 10%, in every figure. A value without a baseline, such as a time or a percentile, holds within a factor of 1.5.",
  "A percentile is undecided if more flows are unfinished than lie above it.",
].join(" ");

export const UNCOUNTED_MEAN =
  "A definition cannot fail: it is an identity, a constant, or a number chosen from the answer. The paper does not make the claims added by xoff. A fact that two claims state counts once.";

export const TIMES_MEAN =
  "Completion times end when the receiver has the last byte in order, unless a figure says otherwise.";
