/** The length of a union of spans of time, which come in the order of their ends. */
import type { Ps } from "../base/units.ts";

/** Spans before the last so many are added up for good: none that comes later reaches back so far. */
const KEPT = 256;

export class Spans {
  total: Ps = 0;
  /** Apart from each other, in order of time: from and to in turn. */
  private readonly ends: Ps[] = [];

  /** `to` is no earlier than that of any span before. */
  add(from: Ps, to: Ps): void {
    const { ends } = this;
    let start = from;
    while (ends.length > 0 && ends[ends.length - 1] >= start) {
      const [last, first] = [ends.pop() as Ps, ends.pop() as Ps];
      this.total -= last - first;
      start = Math.min(start, first);
    }
    ends.push(start, to);
    this.total += to - start;
    if (ends.length > 2 * KEPT) ends.splice(0, KEPT);
  }
}
