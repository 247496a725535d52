/** The total length of a union of time spans. Spans are added in the order of their ends. */
import type { Ps } from "../../base/units.ts";

/**
 * The maximum number of separate spans. At the limit, the first half is summed and dropped. A later span that begins before their end
 * counts only from that end on.
 */
const KEPT = 8192;

export class Spans {
  total: Ps = 0;
  /** Separate spans in order of time: start and end, alternating. */
  private readonly ends: Ps[] = [];
  private settled: Ps = -Infinity;

  /** `to` must not be earlier than that of any previous span. */
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
