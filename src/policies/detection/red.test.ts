import { expect, test } from "vitest";
import { Clock, detectionBench } from "../../batch/suites/views.ts";
import { gbps } from "../../base/units.ts";
import { CONGESTED, UNMARKED } from "../../contracts/detection.ts";
import { create } from "./red.ts";

const values = { kmin: 100_000, kmax: 300_000, pmax: 0.2, scaleTo: gbps(100) };

function marker(...made: Parameters<typeof create>): (port: number, cls: number, backlog: number) => number {
  const policy = create(...made);
  return (port, cls, backlog) => policy.mark!(port, cls, backlog);
}

test("kmin 100 KB, kmax 300 KB: unmarked up to kmin, marked above kmax, without a draw", () => {
  const bench = detectionBench(new Clock());
  const mark = marker(values, bench.view);
  expect([mark(0, 3, 0), mark(0, 3, 100_000), mark(0, 3, 300_001)]).toEqual([UNMARKED, UNMARKED, CONGESTED]);
  expect(bench.drawn).toBe(0);
});

test("half way, at 200 KB, the chance is half of pmax, 0.1: a draw of 0.0999 marks, 0.1 does not", () => {
  const bench = detectionBench(new Clock());
  const mark = marker(values, bench.view);
  bench.draws.push(0.0999, 0.1);
  expect([mark(0, 3, 200_000), mark(0, 3, 200_000)]).toEqual([CONGESTED, UNMARKED]);
  expect(bench.drawn).toBe(2);
});

test("at kmax the chance is pmax, 0.2, and not yet 1", () => {
  const bench = detectionBench(new Clock());
  const mark = marker(values, bench.view);
  bench.draws.push(0.1999, 0.2);
  expect([mark(0, 3, 300_000), mark(0, 3, 300_000)]).toEqual([CONGESTED, UNMARKED]);
});

test("a 400G port has four times the thresholds of a 100G port: 400 KB is kmin there and beyond kmax here", () => {
  const bench = detectionBench(new Clock(), { rate: (port) => gbps(port === 0 ? 100 : 400) });
  const mark = marker(values, bench.view);
  expect([mark(0, 3, 400_000), mark(1, 3, 400_000), mark(1, 3, 1_200_001)]).toEqual([CONGESTED, UNMARKED, CONGESTED]);
  bench.draws.push(0.0999);
  expect(mark(1, 3, 800_000)).toBe(CONGESTED);
});

test("scaled to 0bps, every port has the same thresholds", () => {
  const bench = detectionBench(new Clock(), { rate: (port) => gbps(port === 0 ? 100 : 400) });
  const mark = marker({ ...values, scaleTo: 0 }, bench.view);
  expect([mark(0, 3, 300_001), mark(1, 3, 300_001), mark(1, 3, 100_000)]).toEqual([CONGESTED, CONGESTED, UNMARKED]);
});

test("kmin = kmax, as DCTCP has it, is a step that draws nothing", () => {
  const bench = detectionBench(new Clock());
  const mark = marker({ ...values, kmin: 300_000 }, bench.view);
  expect([mark(0, 3, 300_000), mark(0, 3, 300_001)]).toEqual([UNMARKED, CONGESTED]);
  expect(bench.drawn).toBe(0);
});
