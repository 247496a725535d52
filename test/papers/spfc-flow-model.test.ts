/**
 * Compares SPFC's flow model with packets: the departure rates of victim and burst ports, and the classification by K = 5.
 *
 * h0 sends one flow to an idle receiver and k flows to a congested one. So epsilon = k / (k + 1), as in figure 11. N hosts send to the
 * congested receiver at line rate. There is no congestion control, and a gigabyte of memory avoids every pause, as the model assumes.
 *
 * The tolerance is 1% of the line rate, measured over 0.4 ms for streams that began 0.2 ms before.
 */
import { expect, test } from "vitest";
import * as spfc from "../../src/policies/buffer/spfc.ts";
import type { BufferView } from "../../src/contracts/buffer.ts";
import type { Values } from "../../src/base/params.ts";
import { policies } from "../../src/policies/policies.ts";
import { covers, fifoRates } from "../../src/theory/spfc-bounds.ts";
import { us } from "../../src/base/units.ts";
import { choose, flow, input, network, star } from "../lab-bench.ts";

const FROM = us(200);
const FOR = us(400);

/**
 * Rates as shares of the line rate, and the share of 50 checks in which the port is classified as a victim. Both for h0 and for a burst
 * host.
 */
function observe(bursts: number, congestedFlows: number, k = 5) {
  let departed: Float64Array = new Float64Array(0);
  let isVictim: (port: number) => boolean = () => false;
  const watched = {
    ...spfc,
    create(p: Values<typeof spfc.params>, view: BufferView) {
      const policy = spfc.create(p, view);
      const { capacity, used } = view;
      const normal = (node: number): number => p.alpha * (capacity[node] - used[node]);
      const [node] = view.switches;
      isVictim = (host) => policy.threshold(view.firstPort[node] + host, 3) > normal(node);
      departed = view.departures().subarray(view.firstPort[node]);
      return policy;
    },
  };
  const [idle, congested] = [bursts + 1, bursts + 2];
  const flows = [
    flow(0, idle, Infinity),
    ...Array.from({ length: congestedFlows }, () => flow(0, congested, Infinity)),
    ...Array.from({ length: bursts }, (_, h) => flow(h + 1, congested, Infinity)),
  ];
  const net = network(
    input(star(bursts + 3), flows, {
      memory: 2 ** 30,
      // Alpha is small enough that a victim's threshold differs, and large enough that every queue fits.
      buffer: choose(watched, { k, alpha: 0.5 }),
      recovery: choose(policies.recovery["go-back-n"], { ackEvery: 1_000_000 }),
    }),
  );
  net.run(FROM);
  const before = departed.slice();
  const found = { victim: 0, burst: 0 };
  for (let look = 1; look <= 50; look++) {
    net.run(FROM + (look * FOR) / 50);
    if (isVictim(0)) found.victim++;
    if (isVictim(1)) found.burst++;
  }
  expect(net.fabric.linkFrames.count).toBe(0);
  const rate = (port: number): number => ((departed[port] - before[port]) * (1082 / 1062) * 80) / FOR;
  return { victim: rate(0), burst: rate(1), found: { victim: found.victim / 50, burst: found.burst / 50 } };
}

/** One flow goes to the idle receiver and 1, 3 or 7 to the congested one, as in figure 11. */
const cases = [2, 3, 5, 8, 12].flatMap((bursts) => [1, 3, 7].map((congested) => [bursts, congested] as const));

test.each(cases)(
  "%i bursts, %i of h0's flows congested: a FIFO shares its output by arrivals, and a port that drains faster than C / 5 is a victim",
  (bursts, congested) => {
    const theory = fifoRates(bursts, congested / (congested + 1));
    const seen = observe(bursts, congested);
    for (const port of ["victim", "burst"] as const) {
      expect(Math.abs(seen[port] - theory[port])).toBeLessThan(0.01);
      // Within 10% of C / 5, single packets decide the classification.
      if (theory[port] > 0.22) expect(seen.found[port]).toBe(1);
      if (theory[port] < 0.18) expect(seen.found[port]).toBe(0);
    }
  },
);

test("K = 5 distinguishes h0 from a burst host as eq. 8 says: not at N = 3 (burst hosts are victims), but at N = 8", () => {
  expect([covers(5, 3, 0.5), observe(3, 1).found]).toEqual([false, { victim: 1, burst: 1 }]);
  expect([covers(5, 8, 0.5), observe(8, 1).found]).toEqual([true, { victim: 1, burst: 0 }]);
});

test("a larger K classifies more ports as victims: at N = 5 and K = 9 the burst hosts too, as figure 11 shows for few bursts", () => {
  expect([covers(9, 5, 0.5), observe(5, 1, 9).found]).toEqual([false, { victim: 1, burst: 1 }]);
});

test("a small K misses h0: K = 3, epsilon 0.875 and 12 bursts, where it leaves at 0.193 C", () => {
  expect([covers(3, 12, 0.875), observe(12, 7, 3).found]).toEqual([false, { victim: 0, burst: 0 }]);
});
