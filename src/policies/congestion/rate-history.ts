/**
 * Stores recent rates of each flow, so that an ACK finds the rate at which its packet was sent.
 *
 * Each flow has a ring of entries (start, rate). A start is a time or a byte number, as the caller chooses. A byte number
 * falls if bytes are retransmitted; then the earlier entries no longer apply. A sender may change its rate at each ACK.
 * Only changes that are at least one step apart are stored, so a short ring covers a whole round trip.
 */
import type { Bps } from "../../base/units.ts";

/**
 * The number of entries of each flow's ring, a power of 2. If the ring is full, a new entry overwrites the oldest one.
 */
export const ENTRIES = 32;

export class RateHistory {
  private readonly from: Float64Array;
  private readonly rates: Float64Array;
  /**
   * By flow: the number of the oldest entry that is still needed. Entries are numbered from the start of the flow. The
   * needed entry is the one whose rate the latest call of `before()` returned. If a newer entry has overwritten it, the
   * number is that of the oldest entry left.
   */
  private readonly oldest: Int32Array;
  /** By flow: the number of the newest entry. */
  private readonly newest: Int32Array;

  constructor(flows: number) {
    this.from = new Float64Array(flows * ENTRIES);
    this.rates = new Float64Array(flows * ENTRIES);
    this.oldest = new Int32Array(flows);
    this.newest = new Int32Array(flows);
  }

  /**
   * Stores that the flow has had `rate` since `when`. The call has no effect if the last entry began less than `step`
   * before.
   */
  note(flow: number, when: number, rate: Bps, step: number): void {
    const last = this.from[place(flow, this.newest[flow])];
    if (when > last) {
      if (when < last + step) return;
      this.newest[flow]++;
      if (this.newest[flow] - this.oldest[flow] === ENTRIES) this.oldest[flow]++;
    } else if (when < last) this.oldest[flow] = this.newest[flow]; // retransmitted bytes, whose entries no longer apply
    this.from[place(flow, this.newest[flow])] = when;
    this.rates[place(flow, this.newest[flow])] = rate;
  }

  /**
   * The rate just before `when`. `when` must not decrease between calls, because earlier entries may have been
   * overwritten.
   */
  before(flow: number, when: number): Bps {
    while (this.oldest[flow] < this.newest[flow] && this.from[place(flow, this.oldest[flow] + 1)] < when) {
      this.oldest[flow]++;
    }
    return this.rates[place(flow, this.oldest[flow])];
  }
}

const place = (flow: number, entry: number): number => flow * ENTRIES + (entry & (ENTRIES - 1));
