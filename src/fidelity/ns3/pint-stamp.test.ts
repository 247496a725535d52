import { expect, test } from "vitest";
import { parityText } from "../../../test/parity/files.ts";
import { Clock, detectionBench } from "../../batch/suites/views.ts";
import { PS_PER_NS } from "../../base/units.ts";
import { CRand } from "./c-rand.ts";
import { PintCode } from "./pint-code.ts";
import { createPintStamp, exactLog2 } from "./pint-stamp.ts";

/** The runs in the table. Each has a line with base, round trip and rate, then a line for each packet. */
const runs = parityText("tables/pint_powers.txt").split("\n# ").slice(1);

test.each([
  ["1.05", runs[0]],
  ["1.01", runs[1]],
])("the powers that the C library gives, base %s", (_base, run) => {
  const [head, ...packets] = run.trim().split("\n");
  const [base, trip, rate] = head.split(":")[0].split(" ").map(Number);
  const clock = new Clock();
  let queued = 0;
  const words = { width: 1, at: new Int32Array(1) };
  const { view } = detectionBench(clock, { rate: () => rate, queued: () => queued, words: () => words });
  const last = { at: new Float64Array(1), size: new Float64Array(1) };
  const parts = { code: new PintCode(base), rand: new CRand(1), last, longestRttNs: () => trip };
  const policy = createPintStamp(parts, view);
  for (const line of packets) {
    const [ns, queue, size, power] = line.split(" ").map(Number);
    clock.runTo(ns * PS_PER_NS);
    queued = queue;
    policy.stamp!(0, 0, 0);
    expect([ns, words.at[0]]).toEqual([ns, power]);
    last.at[0] = clock.now;
    last.size[0] = size;
  }
  expect(packets).toHaveLength(120);
});

test("a packet keeps the highest power of its hops, and begins anew at its first", () => {
  const clock = new Clock();
  const words = { width: 1, at: new Int32Array(8) };
  const { view } = detectionBench(clock, { words: () => words });
  const last = { at: new Float64Array(4), size: Float64Array.of(0, 1050, 0, 0) };
  const parts = { code: new PintCode(1.05), rand: new CRand(1), last, longestRttNs: () => 4160 };
  const policy = createPintStamp(parts, view);
  clock.runTo(5000 * PS_PER_NS);
  policy.stamp!(1, 5, 0);
  // 1050 B of the 52,000 B in a round trip are 10.3 parts of 512. They are rounded up to 11, between 1.05^49 = 10.9 and
  // 1.05^50 = 11.5.
  const first = words.at[5];
  expect([49, 50]).toContain(first);
  policy.stamp!(0, 5, 1); // no packet came before, so U = 0
  expect(words.at[5]).toBe(first);
  policy.stamp!(0, 5, 0);
  expect(words.at[5]).toBe(0);
});

test("log2, rounded once", () => {
  expect(exactLog2(1)).toBe(0);
  expect(exactLog2(4096)).toBe(12);
  expect(exactLog2(1e9)).toBe(29.897352853986263); // of 29.89735285398626275...
  expect(exactLog2(12_500_000_000)).toBeCloseTo(33.54120904376098, 13);
});
