import { expect, test } from "vitest";
import { Clock, detectionBench } from "../../batch/suites/views.ts";
import { gbps, ns, us } from "../../base/units.ts";
import type { PacketWords } from "../../base/view.ts";
import { create, HOPS, WORDS } from "./int.ts";

function bench(scale = 1, sent = 0, queued = 0) {
  const clock = new Clock();
  const column: { width: number; at: Int32Array } = { width: 0, at: new Int32Array(0) };
  const { view } = detectionBench(clock, {
    sent: () => sent,
    queued: () => queued,
    rate: (port) => gbps(port === 2 ? 2.5 : 400),
    words: (width): PacketWords => {
      column.width = width;
      column.at = new Int32Array(width * 16);
      return column;
    },
  });
  const policy = create({ scale }, view);
  const stamp = (port: number, packet: number, hop: number): void => policy.stamp!(port, packet, hop);
  const record = (packet: number, hop: number): number[] => {
    const at = (packet * HOPS + hop) * WORDS;
    return [...column.at.subarray(at, at + WORDS)];
  };
  return { clock, stamp, record };
}

test("at 7 us with 1,280,000 B sent and 8,000 B queued at 400G: 7000 ns, 10,000 units of 128, 100 units of 80, 400,000 Mbit/s", () => {
  const { clock, stamp, record } = bench(1, 1_280_000, 8000);
  clock.runTo(us(7));
  stamp(1, 5, 0);
  expect(record(5, 0)).toEqual([7000, 10_000, 100, 400_000]);
});

test("scale 4: units of 512 and 320 bytes, and what does not fill a unit is cut off", () => {
  const { stamp, record } = bench(4, 512 * 9 + 511, 320 * 7 + 319);
  stamp(0, 1, 0);
  expect(record(1, 0)).toEqual([0, 9, 7, 400_000]);
});

test("counters wrap at 24, 20 and 17 bits: 2^24 + 3 ns, 2^20 + 2 units, 2^17 + 1 units read 3, 2, 1", () => {
  const { clock, stamp, record } = bench(1, (2 ** 20 + 2) * 128, (2 ** 17 + 1) * 80);
  clock.runTo(ns(2 ** 24 + 3) + 999);
  stamp(2, 0, 0);
  expect(record(0, 0)).toEqual([3, 2, 1, 2500]);
});

test("time is read to its 24 bits even after an hour, when it no longer fits 32", () => {
  const { clock, stamp, record } = bench();
  const hour = 3.6e12; // ns
  clock.runTo(ns(hour));
  stamp(0, 0, 0);
  expect(record(0, 0)[0]).toBe(hour % 2 ** 24);
});

test("five hops side by side; a sixth overwrites the first and leaves the rest", () => {
  const { clock, stamp, record } = bench();
  for (let hop = 0; hop < 6; hop++) {
    clock.runTo(us(hop + 1));
    stamp(0, 3, hop);
  }
  expect([0, 1, 2, 3, 4].map((hop) => record(3, hop)[0])).toEqual([6000, 2000, 3000, 4000, 5000]);
  expect(record(2, 4)).toEqual([0, 0, 0, 0]);
  expect(record(4, 0)).toEqual([0, 0, 0, 0]);
});
