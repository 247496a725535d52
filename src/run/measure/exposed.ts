/**
 * Divides the time of one rank of a trace into computation, communication and exposed communication.
 *
 * The rank computes while one of its computations runs. It communicates while one of its collectives or messages is in
 * progress. Communication is exposed while the rank does not compute.
 *
 * Exposed time is assigned to one communication, the one that the rank waits for, even if several are in progress. To
 * find this communication, each wait is divided into parts, from the end of the wait back to its start. The
 * communication that ends with the wait gets the part from its own start to the end of the wait. The time before this
 * part is divided in the same way.
 */
import type { Ps } from "../../base/units.ts";

/** A computation or message of a rank, or the rank's share of a collective. */
export interface Activity {
  /**
   * The row to which the activity belongs in the results by layer (`layers.ts`). Each trace has rows of its own, numbered
   * from 0.
   */
  readonly row: number;
  /**
   * The index of the collective among all collectives of the same results row (`row`). Undefined: the activity is not
   * part of a collective.
   */
  readonly number: number | undefined;
  readonly computes: boolean;
  /** The time at which the activity began. Infinity: it did not begin within the run. */
  begin: Ps;
  end: Ps;
  isDone: boolean;
}

/** By row of the results: times in ps, summed over all ranks. */
export interface RankSums {
  readonly compute: Float64Array;
  readonly communication: Float64Array;
  readonly exposed: Float64Array;
}

type Span = readonly [begin: Ps, end: Ps];

/**
 * Adds the times of one rank to `sums`, whose arrays have one value per row of the results. Returns the times of the
 * rank, and the end of its last activity.
 */
export function addRank(
  activities: readonly Activity[],
  start: Ps,
  sums: RankSums,
): Record<keyof RankSums | "end", Ps> {
  const begun = activities.filter(({ begin }) => begin < Infinity);
  const computations = begun.filter(({ computes }) => computes);
  const communications = begun.filter(({ computes }) => !computes);
  addByRow(computations, sums.compute);
  addByRow(communications, sums.communication);
  const busy = union(computations);
  const end = begun.reduce((latest, one) => Math.max(latest, one.end), start);
  const rank = { compute: lengthOf(busy), communication: lengthOf(union(communications)), exposed: 0, end };
  for (const { row, length } of exposed(between(busy, start, end), communications)) {
    sums.exposed[row] += length;
    rank.exposed += length;
  }
  return rank;
}

/** Adds to `sums`, for each row of the results: the time for which at least one activity of that row is in progress. */
function addByRow(activities: readonly Activity[], sums: Float64Array): void {
  const byRow = new Map<number, Activity[]>();
  for (const one of activities) {
    const others = byRow.get(one.row);
    if (others === undefined) byRow.set(one.row, [one]);
    else others.push(one);
  }
  for (const [row, all] of byRow) sums[row] += lengthOf(union(all));
}

/** The spans in which at least one activity is in progress, in order. */
function union(activities: readonly Activity[]): Span[] {
  const spans: [Ps, Ps][] = [];
  for (const { begin, end } of activities.toSorted((a, b) => a.begin - b.begin)) {
    const last = spans.at(-1);
    if (last !== undefined && begin <= last[1]) last[1] = Math.max(last[1], end);
    else spans.push([begin, end]);
  }
  return spans;
}

const lengthOf = (spans: readonly Span[]): Ps => spans.reduce((sum, [begin, end]) => sum + end - begin, 0);

/** The gaps between `spans`, in order: the parts of the time from `start` to `end` that no span covers. */
function between(spans: readonly Span[], start: Ps, end: Ps): Span[] {
  const found: Span[] = [];
  let from = start;
  for (const [begin, until] of spans) {
    if (begin > from) found.push([from, begin]);
    from = Math.max(from, until);
  }
  if (end > from) found.push([from, end]);
  return found;
}

/**
 * Divides the waits of a rank, in which it does not compute, into parts. Each part counts for one communication. `row`:
 * the row of the results to which this communication belongs. `length`: the length of the part.
 */
function exposed(waits: readonly Span[], communications: readonly Activity[]): { row: number; length: Ps }[] {
  // Sorted by end, because the loop below takes communications from the back of this list. Of communications with the
  // same end, the one that began first stands last, because the loop must take it first.
  const byEnd = communications
    .filter(({ begin, end }) => begin < end)
    .sort((a, b) => a.end - b.end || b.begin - a.begin);
  const found: { row: number; length: Ps }[] = [];
  let last = byEnd.length - 1;
  for (const [from, to] of waits.toReversed()) {
    let at = to;
    while (at > from) {
      while (last >= 0 && byEnd[last].end > at) last--;
      const before = byEnd[last] as Activity | undefined;
      // The wait is divided from its end backwards, and `at` is the end of the next part. The part belongs to a
      // communication that ends at `at`. If none ends then, the part belongs to one that is in progress at `at`. If none
      // is in progress either, the part belongs to no communication.
      const one = before?.end === at ? before : byEnd.find(({ begin, end }) => begin < at && end > at);
      const begin = Math.max(from, one?.begin ?? before?.end ?? from);
      if (one !== undefined) found.push({ row: one.row, length: at - begin });
      at = begin;
    }
  }
  return found;
}
