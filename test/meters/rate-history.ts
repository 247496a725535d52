import { expect } from "vitest";
import type * as history from "../../src/policies/congestion/rate-history.ts";
import { between, draws, type Meter } from "./meter.ts";

const STEP = 50;

export const rateHistory: Meter<typeof history> = {
  file: "policies/congestion/rate-history.ts",
  says: "the rate before a time is that of the last stored change before it, of 32 changes",
  property({ RateHistory, ENTRIES }) {
    const random = draws("rate history");
    const meter = new RateHistory(2);
    /** All stored changes: the time from which a rate applies, and the rate. */
    let kept: [when: number, rate: number][] = [[0, 1]];
    meter.note(1, 0, 1, STEP);
    for (let now = 0, asked = 0, k = 0; k < 5000; k++) {
      now += between(random, 0, 60);
      const last = kept[kept.length - 1][0];
      if (random.next() < 0.02 && last > asked) {
        // Bytes are retransmitted, so entries from `asked` on no longer apply.
        now = between(random, asked, last);
        kept = now === last ? kept : [];
      }
      const rate = k + 2;
      meter.note(1, now, rate, STEP);
      meter.note(0, k, -1, 0); // another flow
      if (kept.length === 0 || now >= last + STEP) kept.push([now, rate]);
      else if (now === last) kept[kept.length - 1] = [now, rate];
      // In half of the steps, questions are rare. Between two of them there are then more changes than a flow has
      // entries.
      if (random.next() < (k % 500 < 250 ? 0.5 : 0.98)) continue;
      asked = Math.max(asked, now - between(random, 0, 5000));
      const earlier = kept.slice(-ENTRIES).filter(([when]) => when < asked);
      expect(meter.before(1, asked)).toBe((earlier.at(-1) ?? kept[Math.max(0, kept.length - ENTRIES)])[1]);
    }
  },
  mutations: [
    ["if (when < last + step) return;", "if (when <= last + step) return;"],
    ["oldest[flow] + 1)] < when", "oldest[flow] + 1)] <= when"],
    ["=== ENTRIES) this.oldest[flow]++;", "> ENTRIES) this.oldest[flow]++;"],
    ["} else if (when < last) this.oldest[flow] = this.newest[flow];", "}"],
    ["this.newest[flow]++;\n", "\n"],
  ],
};
