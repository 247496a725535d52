/** How many claims came out how: the sentence that sums up a figure, a paper or all of them. */
import { counts } from "../figures/claims.ts";
import type { Claim, Verdict } from "../figures/contract.ts";
import { formatCount } from "../base/format.ts";

export interface VerdictCounts {
  /** Claims that the paper makes and that could have come out otherwise, in all and by verdict. */
  readonly counted: number;
  readonly byVerdict: Readonly<Record<Verdict, number>>;
  /** Those of them that hold by means alone. */
  readonly byMeans: number;
  /** Not counted: what cannot come out otherwise, and what the paper does not say. */
  readonly definitions: number;
  readonly ours: number;
}

export function verdictCounts(claims: readonly Claim[]): VerdictCounts {
  const counted = claims.filter(counts);
  const of = (wanted: Verdict): number => counted.filter(({ verdict }) => verdict === wanted).length;
  return {
    counted: counted.length,
    byVerdict: { holds: of("holds"), direction: of("direction"), undecided: of("undecided"), fails: of("fails") },
    byMeans: counted.filter(({ byMeans }) => byMeans).length,
    definitions: claims.filter(({ standing }) => standing === "definition").length,
    ours: claims.filter(({ standing }) => standing === "ours").length,
  };
}

/** "9 claims: 5 hold, 2 direction, 1 undecided, 1 fails; 3 definitions and 2 of our own are not counted", without what there is none of. */
export function verdictSentence({ counted, byVerdict, definitions, ours }: VerdictCounts): string {
  const some = (n: number, one: string, several = one): string[] =>
    n === 0 ? [] : [`${formatCount(n)} ${n === 1 ? one : several}`];
  const verdicts = [
    ...some(byVerdict.holds, "holds", "hold"),
    ...some(byVerdict.direction, "direction"),
    ...some(byVerdict.undecided, "undecided"),
    ...some(byVerdict.fails, "fails", "fail"),
  ];
  const uncounted = [...some(definitions, "definition", "definitions"), ...some(ours, "of our own")].join(" and ");
  return [
    counted === 0 ? "no claim" : `${some(counted, "claim", "claims").join("")}: ${verdicts.join(", ")}`,
    ...(uncounted === "" ? [] : [`${uncounted} ${definitions + ours === 1 ? "is" : "are"} not counted`]),
  ].join("; ");
}

/** What the words mean, once a page. */
export const VERDICTS_MEAN =
  "A claim holds where the 95% interval over seeds excludes the other side; direction: it goes the paper's way, but our change is less than " +
  "half or more than twice the paper's; undecided: the interval does not exclude the other side, as that of one seed never does where seeds scatter; it fails " +
  "where the other side came out, where a formula is not met, or where there is no difference: an interval with no change in it and none half as " +
  "large as the paper's, or, where the paper only says who is ahead, none of a hundredth. A level that the paper gives without a baseline (a time, a rate, a percentile) holds within a factor of 1.5 of it.";

export const UNCOUNTED_MEAN =
  "A definition cannot come out otherwise: an identity, a constant, a number chosen from the answer. Ours are claims that the paper does not make.";

export const TIMES_MEAN =
  "Completion times are the receiver's, until it has the last byte in order, unless a figure says otherwise.";
