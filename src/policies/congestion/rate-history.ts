/**
 * The rates that flows had lately: what was in force when a packet was sent, asked when its ACK comes.
 *
 * A ring per flow of (from when on, rate). "When" is a time or a byte number, as whoever keeps it likes, so long as it grows. Of a sender
 * that changes its rate at each ACK only every so many changes are kept, so that a short ring goes back a whole round trip.
 */
import type { Bps } from "../../base/units.ts";

/** Entries of a flow, a power of 2. When they run out the oldest is forgotten. */
export const ENTRIES = 32;

export class RateHistory {
  private readonly from: Float64Array;
  private readonly rates: Float64Array;
  /** Entries of a flow, counted since its start: the one looked up last, and the newest. */
  private readonly oldest: Int32Array;
  private readonly newest: Int32Array;

  constructor(flows: number) {
    this.from = new Float64Array(flows * ENTRIES);
    this.rates = new Float64Array(flows * ENTRIES);
    this.oldest = new Int32Array(flows);
    this.newest = new Int32Array(flows);
  }

  /** From `when` on the flow has `rate`. Forgotten where the last one kept is less than `step` ago. */
  note(flow: number, when: number, rate: Bps, step: number): void {
    const last = this.from[place(flow, this.newest[flow])];
    if (when > last) {
      if (when < last + step) return;
      this.newest[flow]++;
      if (this.newest[flow] - this.oldest[flow] === ENTRIES) this.oldest[flow]++;
    } else if (when < last) this.oldest[flow] = this.newest[flow]; // bytes sent again: what was noted of them is void
    this.from[place(flow, this.newest[flow])] = when;
    this.rates[place(flow, this.newest[flow])] = rate;
  }

  /** The rate just before `when`, which must not fall from one call to the next: what was before may be forgotten. */
  before(flow: number, when: number): Bps {
    while (this.oldest[flow] < this.newest[flow] && this.from[place(flow, this.oldest[flow] + 1)] < when) {
      this.oldest[flow]++;
    }
    return this.rates[place(flow, this.oldest[flow])];
  }
}

const place = (flow: number, entry: number): number => flow * ENTRIES + (entry & (ENTRIES - 1));
