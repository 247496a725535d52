/**
 * Claims by how much one scheme changes a measure against another. An ideal, a run without the problem, bounds the change (docs/ideals.md).
 */
import { ratio, type Said } from "../claims.ts";
import type { Claim } from "../contract.ts";
import { against, toBeHad } from "../ideals.ts";
import type { Sample } from "../samples.ts";
import { changes, percentChange, upTo, type Judged, type Show } from "../verdicts.ts";

/** The schemes that a claim compares, and the ideal that bounds their difference. */
export interface Bounded<Name> {
  /** The scheme that the paper says is better. `other` is the scheme with which it is compared. */
  readonly one: Name;
  readonly other: Name;
  /** The name of the run without the problem. */
  readonly ideal: Name;
  /** Real schemes. If one of them is better than the ideal, the ideal is no best case. */
  readonly tried: readonly Name[];
  /** The factor `one` / `other` that the paper prints. */
  readonly paper: number;
  readonly of: (name: Name) => Sample;
  readonly show?: Show;
}

/** Makes a ratio claim with its ideal. `judged` is the verdict, if it is not that of `one` against `other`. */
export function ratioAgainstIdeal<Name>(
  said: Said,
  { one, other, ideal, tried, paper, of, show = percentChange }: Bounded<Name>,
  context?: string,
  judged: Judged = changes(of(one), of(other), paper, show),
): Claim {
  const real = tried.map((name) => [of(name), of(other)] as const);
  return against(ratio(said, judged, context), toBeHad(of(ideal), of(other), paper, real, show));
}

/** A change that the paper prints as "up to" a number, at one of several places: loads, senders or workloads. */
export interface UpTo<Name, Place> extends Omit<Bounded<Name>, "of"> {
  readonly places: readonly Place[];
  readonly of: (place: Place) => (name: Name) => Sample;
}

/** Makes the claim at the place where our change is largest. `judge` changes the verdict there, for instance if flows are unfinished. */
export function upToAgainstIdeal<Name, Place>(
  said: (place: Place, paper: string) => Said,
  { places, of, ...bounded }: UpTo<Name, Place>,
  context: (place: Place) => string,
  judge: (judged: Judged, place: Place) => Judged = (judged) => judged,
): Claim {
  const { one, other, paper, show } = bounded;
  const pairs = places.map((place) => [of(place)(one), of(place)(other)] as const);
  const most = upTo(pairs, paper, show);
  const place = places[most.at];
  const printed = `up to ${(show ?? percentChange)(paper)}`;
  const judged = judge(most.judged, place);
  return ratioAgainstIdeal(said(place, printed), { ...bounded, of: of(place) }, context(place), judged);
}
