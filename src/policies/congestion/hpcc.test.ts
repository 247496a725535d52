import { describe, expect, test } from "vitest";
import { Clock, congestionBench } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { gbps, ns } from "../../base/units.ts";
import { create, params } from "./hpcc.ts";

/**
 * A target of 1/2 and steps of 40 Mb/s give round numbers. The base round trip is 4096 ns, and the window is one BDP,
 * 51,200 B.
 */
const values = { ...defaults(params), target: 0.5 };
const TRIP = 4096;
/** The bytes that a 100G port sends in 1024 ns, 12,800 B, in units of 128 B. */
const FULL = 100;

interface Hop {
  readonly time: number;
  readonly bytes: number;
  readonly queue?: number;
  readonly rate?: number;
}

function bench(more: Partial<typeof values> = {}) {
  const { view, stamps, set } = congestionBench(new Clock(), 1);
  view.baseRtt[0] = ns(TRIP);
  view.window[0] = 51_200;
  const policy = create({ ...values, ...more }, view);
  policy.onStart(0);
  return {
    view,
    set,
    /** Delivers an ACK up to byte `ack` when `sent` bytes have been sent. Its packet passed `hops`. */
    ack: (ack: number, sent: number, ...hops: Hop[]): number => {
      view.sndNxt[0] = sent;
      stamps.records = hops.map(({ time, bytes, queue = 0, rate = gbps(100) }) => ({ time, bytes, queue, rate }));
      policy.onAck(0, ack, 0, 0, 1000, 1);
      return view.rate[0];
    },
  };
}

test("the first ACK is only remembered", () => {
  const { ack, set } = bench();
  ack(1000, 10_000, { time: 0, bytes: 0 });
  expect(set).toEqual([]);
});

test("a hop at full load, no queue: u = 1, U = 1, c = 1 / 0.5 = 2: 100/2 + 0.04 = 50.04 Gb/s, at once", () => {
  const { ack, set } = bench();
  ack(1000, 10_000, { time: 0, bytes: 0 });
  expect(ack(11_000, 20_000, { time: 1024, bytes: FULL })).toBe(50_040_000_000);
  expect(set.map(({ atOnce }) => atOnce)).toEqual([true]);
});

test("a hop at 1% for a whole round trip: U = 0.01, c = 0.02: fifty times the rate is capped at the line rate", () => {
  const { ack } = bench();
  ack(1000, 10_000, { time: 0, bytes: 0 });
  expect(ack(11_000, 20_000, { time: TRIP, bytes: 4 })).toBe(gbps(100));
});

test("half load for a quarter of the round trip: U = (1 * 3072 + 0.5 * 1024) / 4096 = 0.875, c = 1.75: 57.142857142 + 0.04", () => {
  const { ack } = bench();
  ack(1000, 10_000, { time: 0, bytes: 0 });
  expect(ack(11_000, 20_000, { time: 1024, bytes: FULL / 2 })).toBe(57_142_857_142 + 40_000_000);
});

test("a queue of one window in both records, 640 units of 80 B, adds 1: over a round trip U = 2, c = 4: 25.04 Gb/s", () => {
  const { ack } = bench();
  ack(1000, 10_000, { time: 0, bytes: 0, queue: 640 });
  expect(ack(11_000, 20_000, { time: TRIP, bytes: 4 * FULL, queue: 640 })).toBe(25_040_000_000);
});

test("the smaller of the two queues counts: a queue seen once adds nothing", () => {
  const { ack } = bench();
  ack(1000, 10_000, { time: 0, bytes: 0, queue: 0 });
  expect(ack(11_000, 20_000, { time: TRIP, bytes: 4 * FULL, queue: 640 })).toBe(50_040_000_000);
});

test("the most loaded hop decides: half load and full load of a round trip each, U = 1", () => {
  const { ack } = bench();
  ack(1000, 10_000, { time: 0, bytes: 0 }, { time: 0, bytes: 0 });
  expect(ack(11_000, 20_000, { time: TRIP, bytes: 2 * FULL }, { time: TRIP, bytes: 4 * FULL })).toBe(50_040_000_000);
});

test("a 400G hop that sends 100G is at a quarter: U = 0.25, c = 0.5: twice 100 Gb/s, capped at the line rate", () => {
  const { ack } = bench();
  ack(1000, 10_000, { time: 0, bytes: 0, rate: gbps(400) });
  expect(ack(11_000, 20_000, { time: TRIP, bytes: 4 * FULL, rate: gbps(400) })).toBe(gbps(100));
});

test("counters wrap: from 2^24 - 512 ns and 2^20 - 50 units to 512 ns and 50 units is 1024 ns at full load", () => {
  const { ack } = bench();
  ack(1000, 10_000, { time: 2 ** 24 - 512, bytes: 2 ** 20 - 50 });
  expect(ack(11_000, 20_000, { time: 512, bytes: 50 })).toBe(50_040_000_000);
});

describe("within a round trip", () => {
  test("each ACK reckons from the rate of the last full round, 100, not from the one before: 50.04 again, not 25.06", () => {
    const { ack } = bench();
    ack(1000, 10_000, { time: 0, bytes: 0 });
    expect(ack(9000, 10_000, { time: 1024, bytes: FULL })).toBe(50_040_000_000);
    expect(ack(10_000, 20_000, { time: 2048, bytes: 2 * FULL })).toBe(50_040_000_000);
    expect(ack(11_000, 20_000, { time: 3072, bytes: 3 * FULL })).toBe(50_040_000_000);
    // A full round has ended. From now on cuts start from the rate 50.04.
    expect(ack(12_000, 20_000, { time: TRIP, bytes: 4 * FULL })).toBe(25_020_000_000 + 40_000_000);
  });

  test("without fastReact only full rounds change the rate", () => {
    const { ack, set } = bench({ fastReact: false });
    ack(1000, 10_000, { time: 0, bytes: 0 });
    ack(9000, 10_000, { time: 1024, bytes: FULL });
    expect(set).toEqual([]);
    // The stamps of the ACK of byte 9000 were not kept. So the interval is 2048 ns, at full load.
    expect(ack(11_000, 20_000, { time: 2048, bytes: 2 * FULL })).toBe(50_040_000_000);
  });

  test("with skipEmpty a hop without a queue is passed over, and its old record stays", () => {
    const { ack, set } = bench({ skipEmpty: true });
    ack(1000, 10_000, { time: 0, bytes: 0 });
    ack(9000, 10_000, { time: 1024, bytes: FULL });
    expect(set).toEqual([]);
    expect(ack(11_000, 20_000, { time: 2048, bytes: 2 * FULL })).toBe(50_040_000_000);
  });
});

test("with maxStage 2, c below 1 adds 40 Mb/s twice and then multiplies", () => {
  const { ack } = bench({ maxStage: 2, target: 0.95 });
  ack(1000, 10_000, { time: 0, bytes: 0 });
  // The link is at full load, then at half load for whole round trips. The rate is 100 / (1 / 0.95) + 0.04 = 95.04
  // Gb/s, then c = 0.5 / 0.95.
  const first = ack(11_000, 20_000, { time: TRIP, bytes: 4 * FULL });
  expect(first).toBeCloseTo(95_040_000_000, -1);
  expect(ack(21_000, 30_000, { time: 2 * TRIP, bytes: 6 * FULL })).toBe(first + 40_000_000);
  expect(ack(31_000, 40_000, { time: 3 * TRIP, bytes: 8 * FULL })).toBe(first + 80_000_000);
  expect(ack(41_000, 50_000, { time: 4 * TRIP, bytes: 10 * FULL })).toBe(gbps(100));
});

test("perHop takes the least rate: hops at U = 1 and U = 2 of a round trip give 50.04 and 25.04 Gb/s", () => {
  const { ack } = bench({ perHop: true });
  ack(1000, 10_000, { time: 0, bytes: 0, queue: 640 }, { time: 0, bytes: 0 });
  const [queued, plain] = [
    { time: TRIP, bytes: 4 * FULL, queue: 640 },
    { time: TRIP, bytes: 4 * FULL },
  ];
  expect(ack(11_000, 20_000, queued, plain)).toBe(25_040_000_000);
});

test("a packet that passed more hops than it has room for, 6, is not read", () => {
  const { ack, set } = bench();
  const hops = (time: number): Hop[] => Array.from({ length: 6 }, () => ({ time, bytes: time }));
  ack(1000, 10_000, ...hops(0));
  ack(11_000, 20_000, ...hops(1024));
  expect(set).toEqual([]);
});

test("no rate goes below minRate: c = 200 of 100 Gb/s would be 0.54", () => {
  const { ack } = bench();
  ack(1000, 10_000, { time: 0, bytes: 0, queue: 64_000 });
  expect(ack(11_000, 20_000, { time: TRIP, bytes: 0, queue: 64_000 })).toBe(gbps(1));
});

test("two records of the same nanosecond, as at 1.6T, say nothing of a rate: it stays a number and stays as it is", () => {
  const { ack, view } = bench();
  ack(1000, 10_000, { time: 7, bytes: 0 });
  ack(2000, 10_000, { time: 7, bytes: 1 });
  expect(view.rate[0]).toBe(gbps(100));
  // The first of two stamps is kept, so the load since then is full.
  expect(ack(11_000, 20_000, { time: 7 + 1024, bytes: FULL })).toBe(50_040_000_000);
});
