/** The hops of a path for a brute-force calculation: times and counters without wrap-around, and the INT stamps made from them. */
import type { Stream } from "../../src/base/random.ts";
import { gbps } from "../../src/base/units.ts";
import type { CongestionPolicy } from "../../src/contracts/congestion.ts";
import type { CongestionBench } from "../../src/batch/suites/views.ts";
import { between } from "./meter.ts";

interface Reading {
  /** ns; units of 128 and 80 bytes. */
  readonly time: number;
  readonly sent: number;
  readonly queue: number;
}

export const RATES = [gbps(100), gbps(40), gbps(400)] as const;

/**
 * A path whose hops advance by at most `step` ns with each `next`. `step` is less than 2.6 ms, after which the fastest hop's byte counter
 * of 20 bits wraps around. `next` returns the readings and writes them to the ACK.
 */
function path(random: Stream, { stamps }: CongestionBench): { next(step: number): readonly Reading[] } {
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

interface Acked {
  readonly readings: readonly Reading[];
  /** The readings with which the policy compares. `judge` replaces entries by those that count from now on. */
  readonly kept: Reading[];
  /** True if a whole window of bytes was acknowledged since the last ACK with this property. */
  readonly isFull: boolean;
  /** Number of rates that the policy had set before this ACK. */
  readonly before: number;
}

/**
 * Gives `hooks` 5,000 ACKs of flow 1 with stamps of a path. After the policy has acted on an ACK, `judge` checks it.
 * The first ACK is not checked.
 */
export function eachAck(
  random: Stream,
  bench: CongestionBench,
  hooks: CongestionPolicy,
  judge: (acked: Acked) => void,
): void {
  const { sndNxt } = bench.view;
  const hops = path(random, bench);
  const kept = hops.next(0).map((reading) => ({ ...reading }));
  let end = 0;
  for (let k = 0, ack = 0; k < 5000; k++) {
    ack += between(random, 0, 3000);
    sndNxt[1] = Math.max(sndNxt[1], ack + between(random, 0, 20_000));
    const readings = hops.next(random.next() < 0.02 ? 2_500_000 : 4000);
    const before = bench.set.length;
    hooks.onAck(1, ack, 0, 0, 1000, 1);
    const isFull = ack > end;
    if (end === 0) readings.forEach((reading, hop) => (kept[hop] = reading));
    else judge({ readings, kept, isFull, before });
    if (isFull) end = Math.max(end, sndNxt[1]);
  }
}
