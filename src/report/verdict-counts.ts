/** How many claims came out how: the sentence that sums up a figure, a paper or all of them. */
import { counts, isSettled, isUnderdetermined } from "../papers/figures/claims.ts";
import type { Claim, Verdict } from "../papers/figures/contract.ts";
import { formatCount } from "../base/format.ts";

export interface VerdictCounts {
  /** Claims that the paper makes and that could have come out otherwise, in all and by verdict. */
  readonly counted: number;
  readonly byVerdict: Readonly<Record<Verdict, number>>;
  /** Those of them that hold by means alone. */
  readonly byMeans: number;
  /** Those that hold, or fail for a reason that excludes anything else. */
  readonly settled: number;
  /** Those of which the text leaves open what decides them. */
  readonly underdetermined: number;
  /** Not counted: what cannot come out otherwise, what the paper does not say, and what another claim states. */
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

/** "9 claims: 5 hold, 2 direction, 1 undecided, 1 fails; 3 definitions and 2 added by xoff are not counted". Counts of 0 are omitted. */
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

/** Of a claim in Markdown: "**fails** because: bound", "direction, underdetermined", "holds, repeats acc/fig9/a". */
export function verdictText(claim: Claim): string {
  const { standing, verdict, repeats, settled, cannot } = claim;
  if (standing === "definition") return "definition";
  const said = [
    verdict === "holds" ? verdict : `**${verdict}**`,
    ...(settled === undefined ? [] : [` because: ${settled.because}`]),
    ...(cannot === undefined ? [] : [`; cannot hold: ${cannot}`]),
    ...(isUnderdetermined(claim) ? [", underdetermined"] : []),
    ...(standing === "ours" ? [" (added by xoff)"] : []),
    ...(repeats === undefined ? [] : [`, repeats ${repeats}`]),
  ];
  return said.join("");
}

/** Why a claim does not hold: what settles it or what the text leaves open, then what was tried. */
export const whyNot = ({ settled, underdetermined, tried }: Claim): string | undefined => {
  const told = [settled?.evidence, underdetermined?.evidence, tried].filter((one) => one !== undefined);
  return told.length === 0 ? undefined : told.join(" ");
};

/** What the words mean, once a page. */
export const VERDICTS_MEAN = [
  "A claim holds if the 95% interval over seeds excludes the opposite result. An order also needs a mean difference of at least 1%.",
  "A ratio is judged by its logarithm, divided by the logarithm of the paper's ratio. It holds if the whole interval lies between half and twice the paper's change. Direction means that the whole interval has the paper's sign, but lies below half or above twice the paper's change.",
  "Undecided means that the interval contains such a limit. With a single seed this is always so, unless the seed has no effect.",
  "A claim fails if the result is opposite, or if a formula is not met. It also fails without a difference. For a ratio, the interval then contains no change, and its largest change is below half the paper's. For an order, the whole interval is below 1%.",
  "Similar means within 10% in every figure. A time, rate or percentile that the paper gives without a baseline holds within a factor of 1.5.",
  "A percentile is undecided if the unfinished flows are more than the flows above it.",
].join(" ");

export const UNCOUNTED_MEAN =
  "A definition has only one possible result: it is an identity, a constant, or a number that was chosen to match. The paper does not make the claims added by xoff. A fact that two claims state counts once.";

export const TIMES_MEAN =
  "A completion time ends when the receiver has the last byte in order, unless a figure says otherwise.";
