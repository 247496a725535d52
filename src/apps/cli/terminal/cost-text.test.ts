import { expect, test } from "vitest";
import type { Estimate } from "../../../run/lab/lab.ts";
import { costText, longCostText, longTotalText, totalOf, totalText } from "./cost-text.ts";
import { secondsOf } from "./run-time.ts";

const small: Estimate = {
  ...{ packetHops: 412_345, ends: 1e9, flows: 10, unfinished: 0, packets: 100 },
  ...{ hosts: 16, ports: 32, memory: 88_123_456, skips: false },
};
/** Days on any machine. */
const large: Estimate = { ...small, packetHops: 1.5e12, hosts: 128 };

test("one run: time of this machine, packet-hops and memory to two digits", () => {
  expect(costText(small, 1)).toMatch(
    /^A run takes about \S+ (ms|s|min) in one thread on this machine: about 410,000 packet-hops, 88 MB of memory\.$/,
  );
  expect(costText(large, 2)).toMatch(
    /^A run takes about \S+ h in 2 threads on this machine: about 1,500 billion packet-hops, 180 MB of memory\.$/,
  );
});

test("with fast-forward: the estimate is that of the exact run", () => {
  const skips = { ...large, skips: true };
  expect(longCostText(skips, 1)).toMatch(/^Without fast-forward, a run takes about \S+ h in one thread/);
  const total = totalOf(
    [small, skips].map((estimate) => ({ estimate, times: 1 })),
    1,
  );
  expect(longTotalText(total, "rows")).toMatch(/^Without fast-forward, 2 rows take about \S+ h, one at a time/);
});

test("only what takes longer than a minute is announced", () => {
  expect(longCostText(small, 1)).toBeUndefined();
  expect(longCostText(large, 1)).toBe(costText(large, 1));
  expect(longTotalText(totalOf([{ estimate: small, times: 1 }], 2), "rows")).toBeUndefined();
});

test("many runs: each as often as it is asked for, so many at once", () => {
  const total = totalOf(
    [
      { estimate: small, times: 3 },
      { estimate: large, times: 7 },
    ],
    1,
  );
  expect(total).toMatchObject({ runs: 10, atOnce: 1, packetHops: 3 * small.packetHops + 7 * large.packetHops });
  expect(totalText(total, "rows")).toMatch(
    /^10 rows take about \S+ h, one at a time, on this machine: about 11,000 billion packet-hops, 88 MB of memory\.$/,
  );
  const two = totalOf([{ estimate: small, times: 10 }], 2);
  expect(two.seconds).toBeCloseTo(5 * secondsOf(small), 9);
  expect(two.memory).toBe(2 * small.memory);
});

test("a packet-hop takes longer among more hosts, and further threads take less than their share off", () => {
  const of = (hosts: number, threads = 1): number => secondsOf({ ...large, hosts }, threads);
  expect(of(1024)).toBeGreaterThan(1.5 * of(128));
  expect(of(20_000)).toBe(of(8192));
  expect(of(128) / of(128, 2)).toBeGreaterThan(1.6);
  expect(of(128) / of(128, 8)).toBeLessThan(5);
});
