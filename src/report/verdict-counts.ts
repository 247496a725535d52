/** Counts claims by verdict, and sums up a figure, a paper or all papers in a sentence. */
import { counts, isSettled, isUnderdetermined } from "../papers/figures/claims.ts";
import type { Claim, Verdict } from "../papers/figures/contract.ts";
import { formatCount } from "../base/format.ts";

export interface VerdictCounts {
  /** Claims that the paper makes and that can fail: their total, and their number by verdict. */
  readonly counted: number;
  readonly byVerdict: Readonly<Record<Verdict, number>>;
  /** Counted claims that hold if only the means are compared, without their intervals. */
  readonly byMeans: number;
  /** Counted claims that hold, or that fail for a reason that excludes any other outcome. */
  readonly settled: number;
  /** Counted claims for which the paper leaves a decisive detail open. */
  readonly underdetermined: number;
  /**
   * Claims that are not counted: those that cannot fail, those that the paper does not state, and repetitions of other
   * claims.
   */
  readonly definitions: number;
  readonly ours: number;
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
 * The verdicts in a sentence: "9 claims: 5 hold, 2 direction, 1 undecided, 1 fails; 3 definitions and 2 of our own are
 * not counted". Zero counts are omitted.
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
    ...some(ours, "of our own"),
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
 * The verdict of a claim in Markdown: "**fails** because: bound", "direction, underdetermined", "holds, repeats
 * acc/fig9/a".
 */
export function verdictText(claim: Claim): string {
  const { standing, verdict, repeats, settled, cannot } = claim;
  if (standing === "definition") return "definition";
  const said = [
    verdict === "holds" ? verdict : `**${verdict}**`,
    ...(settled === undefined ? [] : [` because: ${settled.because}`]),
    ...(cannot === undefined ? [] : [`; cannot hold: ${cannot}`]),
    ...(isUnderdetermined(claim) ? [", underdetermined"] : []),
    ...(standing === "ours" ? [" (ours)"] : []),
    ...(repeats === undefined ? [] : [`, repeats ${repeats}`]),
  ];
  return said.join("");
}

/** Why a claim does not hold: the deciding reason or the open detail, then the attempts. */
export const whyNot = ({ settled, underdetermined, tried }: Claim): string | undefined => {
  const told = [settled?.evidence, underdetermined?.evidence, tried].filter((one) => one !== undefined);
  return told.length === 0 ? undefined : told.join(" ");
};

/** The explanation of the verdicts, shown once on a page. */
export const VERDICTS_MEAN = [
  "A claim holds where the 95% interval over seeds excludes the other side and, of who is ahead, the mean is a hundredth or more.",
  "A ratio is judged by its logarithm over that of the paper's: it holds where the whole interval lies between half and twice the paper's change, and direction means that all of it goes the paper's way outside of that.",
  "Undecided: the interval reaches over such a border, as that of one seed always does where seeds scatter.",
  "It fails where the other side came out, where a formula is not met, or where there is no difference: an interval with no change in it and none half as large as the paper's, or, where the paper only says who is ahead, nothing of a hundredth or more.",
  "Similar means within a tenth, in every figure. A level that the paper gives without a baseline (a time, a rate, a percentile) holds within a factor of 1.5 of it.",
  "A percentile is undecided where more flows are not done than lie above it.",
].join(" ");

export const UNCOUNTED_MEAN =
  "A definition cannot come out otherwise: an identity, a constant, a number chosen from the answer. Ours are claims that the paper does not make. A fact that two claims state counts once.";

export const TIMES_MEAN =
  "Completion times are the receiver's, until it has the last byte in order, unless a figure says otherwise.";
