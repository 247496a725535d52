/** A claim by how much one scheme changes a measure against another, bounded by a run without the problem (docs/ideals.md). */
import { ratio } from "../claims.ts";
import type { Claim } from "../contract.ts";
import { against, toBeHad } from "../ideals.ts";
import type { Sample } from "../samples.ts";
import { changes, percentChange, type Judged, type Show } from "../verdicts.ts";

/** The schemes that a claim compares, and the ideal that bounds it. */
export interface Bounded<Name> {
  /** The scheme that the paper says is better, and the one that it is compared with. */
  readonly one: Name;
  readonly other: Name;
  /** The run without the problem. */
  readonly ideal: Name;
  /** The ideal is no best case if one of these schemes passes it. */
  readonly tried: readonly Name[];
  /** The paper's `one` / `other`. */
  readonly paper: number;
  readonly of: (name: Name) => Sample;
  readonly show?: Show;
}

/** A ratio claim with its ideal. `judge`: the verdict, if it is not that of `one` against `other`. */
export function ratioAgainstIdeal<Name>(
  said: Parameters<typeof ratio>[0],
  { one, other, ideal, tried, paper, of, show = percentChange }: Bounded<Name>,
  context?: string,
  judged: Judged = changes(of(one), of(other), paper, show),
): Claim {
  const real = tried.map((name) => [of(name), of(other)] as const);
  return against(ratio(said, judged, context), toBeHad(of(ideal), of(other), paper, real, show));
}
