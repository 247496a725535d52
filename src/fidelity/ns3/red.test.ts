import { expect, test } from "vitest";
import { Clock, detectionBench } from "../../batch/suites/views.ts";
import { CONGESTED, UNMARKED } from "../../contracts/detection.ts";
import { gbps } from "../../base/units.ts";
import { createRed } from "./red.ts";

const ranges = (rate: number) => {
  const times = rate / gbps(100);
  return { kmin: 100_000 * times, kmax: 300_000 * times, pmax: 0.2 };
};

test("up to kmin unmarked, beyond kmax marked, without a coin; in between one coin a packet", () => {
  const bench = detectionBench(new Clock());
  const policy = createRed(ranges, bench.view);
  const mark = (backlog: number): number => policy.mark!(0, 3, backlog);
  expect([mark(100_000), mark(300_001)]).toEqual([UNMARKED, CONGESTED]);
  expect(bench.drawn).toBe(0);
  bench.draws.push(0.0999, 0.1);
  expect([mark(200_000), mark(200_000)]).toEqual([CONGESTED, UNMARKED]);
  expect(bench.drawn).toBe(2);
});

test("each port by the range of its own rate", () => {
  const bench = detectionBench(new Clock(), { rate: (port) => gbps(port === 0 ? 100 : 400) });
  const policy = createRed(ranges, bench.view);
  expect([policy.mark!(0, 3, 400_000), policy.mark!(1, 3, 400_000)]).toEqual([CONGESTED, UNMARKED]);
});

test("kmin = kmax never draws", () => {
  const bench = detectionBench(new Clock());
  const policy = createRed(() => ({ kmin: 300_000, kmax: 300_000, pmax: 1 }), bench.view);
  expect([policy.mark!(0, 3, 300_000), policy.mark!(0, 3, 300_001)]).toEqual([UNMARKED, CONGESTED]);
  expect(bench.drawn).toBe(0);
});
