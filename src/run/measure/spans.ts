/**
 * Computes the total time that is covered by a set of time spans, where an overlap counts once. Spans must be added in
 * the order of their ends.
 */
import type { Ps } from "../../base/units.ts";

/**
 * The limit for stored spans that do not overlap. At the limit, the older half is removed, and its time stays in
 * `total`. A later span may begin before the end of the removed spans. It then counts only from that end on.
 */
const KEPT = 8192;

export class Spans {
  total: Ps = 0;
  /** The stored spans in the order of time: start and end alternate. */
  private readonly ends: Ps[] = [];
  private settled: Ps = -Infinity;

  /** Adds a span. `to` must not be before the end of any span that is already added. */
  add(from: Ps, to: Ps): void {
    const { ends } = this;
    let start = Math.max(from, this.settled);
    while (ends.length > 0 && ends[ends.length - 1] >= start) {
      const [last, first] = [ends.pop() as Ps, ends.pop() as Ps];
      this.total -= last - first;
      start = Math.min(start, first);
    }
    ends.push(start, to);
    this.total += to - start;
    if (ends.length > 2 * KEPT) this.settled = ends.splice(0, KEPT)[KEPT - 1];
  }
}
