/**
 * Claims on the factor by which a measure is better under one scheme than under another. An ideal is a run in which one
 * problem, such as PAUSEs, cannot occur. A claim says by which factor the scheme `one` is better than the scheme `other`.
 * No scheme should be better than the ideal. So the factor by which the ideal is better than `other` limits the factor of the claim
 * (docs/ideals.md).
 */
import { order, ratio, type Said } from "../claims.ts";
import type { Claim } from "../contract.ts";
import { against, LESS, toBeHad } from "../ideals.ts";
import { meanOf, type Sample } from "../samples.ts";
import { changes, percentChange, upTo, type Judged, type Show } from "../verdicts.ts";
import { aboveEach } from "./samples.ts";

/** The schemes that a claim compares, and the ideal run. No scheme should be better than the ideal run, so it limits their difference. */
interface Bounded<Name> {
  /** The scheme that the paper says is better. */
  readonly one: Name;
  /** The scheme with which `one` is compared. */
  readonly other: Name;
  /** The name of the ideal run. */
  readonly ideal: Name;
  /** Real schemes. If one of them is better than the ideal run, the ideal run is no best case. It then sets no bound for `factor`. */
  readonly schemes: readonly Name[];
  /** The factor `one` / `other` that the paper prints. */
  readonly factor: number;
  readonly show?: Show;
}

/**
 * The fields of `ratioAgainstIdeal`. `judged` is the verdict of the claim. Without `judged`, the verdict follows from a
 * comparison of the scheme `one` with the scheme `other`.
 */
export type AgainstIdeal<Name> = Said &
  Bounded<Name> & { readonly of: (name: Name) => Sample; readonly judged?: Judged };

/** Makes a claim on the factor `one` / `other`. Adds the bound that the ideal run sets for this factor. */
export function ratioAgainstIdeal<Name>(id: string, fields: AgainstIdeal<Name>): Claim {
  const { one, other, ideal, schemes, factor, show = percentChange, of, ...said } = fields;
  const { judged = changes(of(one), of(other), factor, show) } = said;
  const real = schemes.map((name) => [of(name), of(other)] as const);
  return against(ratio(id, { ...said, judged }), toBeHad(of(ideal), of(other), factor, real, show));
}

/** The fields of `highestAgainstIdeal`: the schemes that a claim compares, and the ideal run that bounds their differences. */
export type HighestAgainstIdeal<Name> = Said &
  Omit<Bounded<Name>, "other" | "factor" | "schemes" | "show"> & {
    readonly others: readonly Name[];
    readonly of: (name: Name) => Sample;
    readonly show: Show;
  };

/**
 * Makes the claim that `one` has a higher measure than each of `others`. Two schemes have an order only if they differ by
 * at least 1%. No scheme should be above the ideal run. So the claim cannot hold if the ideal run is less than 1% above one of
 * `others`. The claim shows the bound against the scheme to which the ideal run is closest.
 */
export function highestAgainstIdeal<Name>(id: string, fields: HighestAgainstIdeal<Name>): Claim {
  const { one, others, ideal, of, show, ...said } = fields;
  const closest = others.reduce((a, b) => (meanOf(of(b)) > meanOf(of(a)) ? b : a));
  const real = [one, ...others].map((name) => [of(name), of(closest)] as const);
  const claim = order(id, { ...said, judged: aboveEach(one, others, of, show) });
  return against(claim, toBeHad(of(ideal), of(closest), 1 / LESS, real));
}

/**
 * A change that the paper prints as "up to" a number. The number is the largest change over several conditions: loads,
 * numbers of senders or workloads. In the code such a condition is a place.
 */
export interface UpTo<Name, Place> extends Bounded<Name> {
  readonly places: readonly Place[];
  readonly of: (place: Place) => (name: Name) => Sample;
  /**
   * The statement of the claim for the load, sender or workload with the largest measured change. `printed` is the paper's change as text:
   * "up to -50.0%".
   */
  readonly said: (place: Place, printed: string) => Said;
  /** Changes the verdict for one place (load, senders or workload), for instance if flows are unfinished there. */
  readonly judge?: (judged: Judged, place: Place) => Judged;
}

/** Makes the claim for the place (load, senders or workload) with the largest measured change. */
export function upToAgainstIdeal<Name, Place>(id: string, fields: UpTo<Name, Place>): Claim {
  const { places, of, said, judge, ...bounded } = fields;
  const { one, other, factor, show } = bounded;
  const pairs = places.map((place) => [of(place)(one), of(place)(other)] as const);
  const most = upTo(pairs, factor, show);
  const place = places[most.at];
  const printed = `up to ${(show ?? percentChange)(factor)}`;
  const judged = judge?.(most.judged, place) ?? most.judged;
  return ratioAgainstIdeal(id, { ...said(place, printed), ...bounded, of: of(place), judged });
}
