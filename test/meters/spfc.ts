import { expect } from "vitest";
import type * as policy from "../../src/policies/buffer/spfc.ts";
import { defaults } from "../../src/base/params.ts";
import { MiB, us } from "../../src/base/units.ts";
import { bufferView, Clock } from "../../src/batch/suites/views.ts";
import { between, draws, type Meter } from "./meter.ts";

const PERIOD = us(32);
const [PORT, CLS] = [3, 3];

export const spfc: Meter<typeof policy> = {
  file: "policies/buffer/spfc.ts",
  says: "a port is a victim by its departures in this interval or the last, but not while it is paused or by older departures",
  property({ create, params }) {
    const random = draws("spfc");
    const clock = new Clock();
    let stored = 0;
    const view = bufferView(clock, { used: MiB(15), backlog: () => stored, occupancy: () => stored });
    const p = { ...defaults(params), period: PERIOD };
    const hooks = create(p, view);
    const enough = (view.rate(PORT) * PERIOD) / 8e12 / p.k;
    const normal = p.alpha * MiB(1);
    const departures: { at: number; bytes: number }[] = [];
    let resetAt = -1;
    let isPaused = false;
    const seen = [0, 0];
    /** Bytes that left in the interval after `start`. A departure at the end of an interval belongs to it. */
    const left = (start: number): number =>
      departures.filter(({ at }) => at > start && at <= start + PERIOD).reduce((total, { bytes }) => total + bytes, 0);

    for (let k = 0, many = 100; k < 12_000; k++) {
      if (k % 50 === 0) many = random.next() < 0.5 ? 3000 : 20_000;
      // Events are never exactly at a tick. Some departures and readings are just before and after one. In steps 70 to
      // 99 of each hundred, no packet arrives and nothing is read: all bytes first stay for some intervals, then leave.
      const isQuiet = k % 100 >= 70;
      if (k % 100 === 69) {
        hooks.threshold(PORT, CLS);
        stored += 400_000;
      }
      let to = clock.now + (k % 100 === 70 ? 3 * PERIOD : 0) + between(random, 1, us(random.next() < 0.02 ? 150 : 2));
      if (to % PERIOD === 0) to++;
      clock.runTo(to);
      const what = isQuiet ? 0.7 : random.next();
      if (what < 0.06) {
        isPaused = !isPaused;
        resetAt = clock.now;
        if (isPaused) hooks.onPauseSent?.(PORT, CLS);
        else hooks.onResumeSent?.(PORT, CLS);
      } else if (what < 0.5) {
        // As in a switch, the threshold is read before the packet is stored.
        hooks.threshold(PORT, CLS);
        stored += between(random, 64, many);
      } else if (what < 0.9 && stored > 0) {
        const bytes = Math.min(stored, between(random, 64, many));
        stored -= bytes;
        view.departed[PORT] += bytes;
        departures.push({ at: clock.now, bytes });
        if (departures.length > 200) departures.shift();
      }
      // A reading restarts a clock that has stopped. Some steps have no reading, so that stopped clocks are tested too.
      if (isQuiet || random.next() < 0.6) continue;
      const start = Math.floor(clock.now / PERIOD) * PERIOD;
      const isLatched = left(start - PERIOD) >= enough && resetAt < start;
      const isVictim = !isPaused && (left(start) >= enough || isLatched);
      expect(hooks.threshold(PORT, CLS)).toBe(isVictim ? Math.max(normal, stored + MiB(1)) : normal);
      seen[isVictim ? 1 : 0]++;
    }
    expect(Math.min(...seen)).toBeGreaterThan(300);
  },
  mutations: [
    ["      before[port] = departed[port];\n", ""],
    ["count >= enough[port] ? -Infinity", "count >= enough[port] ? Infinity"],
    ["(Math.floor(view.now / period) + 1) * period", "view.now + period"],
    ["if (paused[port] === 0) victimFrom[port] = count", "victimFrom[port] = count"],
    ["      victimFrom[port] = Infinity;\n", ""],
    [
      "victimFrom[port] = before[port] + enough[port];\n    },",
      "victimFrom[port] = departed[port] + enough[port];\n    },",
    ],
    ["if (count > 0 || view.occupancy(port) > 0) busy = true;", "if (count > 0) busy = true;"],
    ["/ 8e12 / p.k);", "/ 8e12 / (p.k + 1));"],
  ],
};
