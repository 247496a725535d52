/** The hops of a path as a brute force has them: times and counters without an end, and what INT stamps say of them. */
import type { Stream } from "../../src/base/random.ts";
import { gbps } from "../../src/base/units.ts";
import type { CongestionBench } from "../../src/suites/views.ts";
import { between } from "./meter.ts";

interface Reading {
  /** ns; units of 128 and 80 bytes. */
  readonly time: number;
  readonly sent: number;
  readonly queue: number;
}

export const RATES = [gbps(100), gbps(40), gbps(400)] as const;

/**
 * A path whose hops go on by at most `step` ns a `next`: less than 2.6 ms, in which the fastest hop's byte counter of 20 bits turns over. `next`
 * gives the readings and puts them on the ACK.
 */
export function path(random: Stream, { stamps }: CongestionBench): { next(step: number): readonly Reading[] } {
  const hops = RATES.map(() => ({ time: between(random, 0, 2 ** 24), sent: between(random, 0, 2 ** 20), queue: 0 }));
  return {
    next(step) {
      hops.forEach((hop, k) => {
        const dt = between(random, 0, step);
        hop.time += dt;
        hop.sent += Math.round((random.next() * dt * RATES[k]) / 8e9 / 128);
        hop.queue = random.next() < 0.3 ? 0 : between(random, 0, 500);
      });
      stamps.records = hops.map(({ time, sent, queue }, k) => ({
        ...{ time: time % 2 ** 24, bytes: sent % 2 ** 20, queue, rate: RATES[k] },
      }));
      return hops.map((hop) => ({ ...hop }));
    },
  };
}
