import { describe, expect, test } from "vitest";
import { Clock, congestionBench } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { gbps, ns } from "../../base/units.ts";
import { create, params } from "./powertcp.ts";

/**
 * One hop of 100 Gb/s. With a base round trip of 10,240 ns, the BDP of 128,000 B is a whole number of the counters'
 * units.
 */
const TRIP = 10_240;
/** One BDP: sent bytes in units of 128 B, and queued bytes in units of 80 B. */
const SENT = 1000;
const QUEUED = 1600;

const values = defaults(params);
/** With these parameters the rate becomes 100 Gb/s / G. */
const bare = { gamma: 1, increase: 0, target: 1 };

interface Hop {
  readonly time: number;
  readonly bytes: number;
  readonly queue?: number;
}

function bench(more: Partial<typeof values> = {}, start = gbps(100)) {
  const clock = new Clock();
  const { view, stamps, set } = congestionBench(clock, 1);
  view.baseRtt[0] = ns(TRIP);
  view.rate[0] = start;
  const policy = create({ ...values, ...more }, view);
  policy.onStart(0);
  return {
    set,
    clock,
    /**
     * Delivers an ACK up to byte `ack` when `sent` bytes have been sent. Its packet passed `hops`. Returns the new rate
     * in Gb/s.
     */
    ack: (ack: number, sent: number, ...hops: Hop[]): number => {
      view.sndNxt[0] = sent;
      stamps.records = hops.map(({ time, bytes, queue = 0 }) => ({ time, bytes, queue, rate: gbps(100) }));
      policy.onAck(0, ack, 0, 0, 1000, 1);
      return view.rate[0] / 1e9;
    },
    /** Delivers an ACK at `at` ns with a round trip of `rtt` ns. Returns the new rate in Gb/s. */
    heard: (at: number, rtt: number, ack: number, sent: number): number => {
      clock.runTo(ns(at));
      view.sndNxt[0] = sent;
      policy.onAck(0, ack, 0, ns(rtt), 1000, 1);
      return view.rate[0] / 1e9;
    },
  };
}

/** The rate in Gb/s after a round trip in which the hop sent `bytes`. Its queue changed from `from` to `to`, in BDPs. */
function after(
  form: string,
  bytes: number,
  from: number,
  to: number,
  more: Partial<typeof values> = {},
  start?: number,
) {
  const { ack } = bench({ form, ...more } as Partial<typeof values>, start);
  ack(1000, 10_000, { time: 0, bytes: 0, queue: from * QUEUED });
  return ack(11_000, 20_000, { time: TRIP, bytes: bytes * SENT, queue: to * QUEUED });
}

describe("power, shown by a rate of 40 Gb/s that becomes 40 / power", () => {
  test.each([
    ["arrivals at C, no queue: 1", 1, 0, 0, 1],
    ["arrivals at C, a queue of one BDP that stands: 2", 1, 1, 1, 2],
    ["arrivals at 2C, no queue: 2", 2, 0, 0, 2],
    ["no arrivals, no queue: the floor, 0.5", 0, 0, 0, 0.5],
    ["sent C while the queue grows by a BDP: 2C arrive, times 2", 1, 0, 1, 4],
    ["sent C while the queue falls by a BDP: nothing arrives, the floor", 1, 1, 0, 0.5],
  ])("%s", (_title, bytes, from, to, power) => {
    expect(after("rate", bytes, from, to, bare, gbps(40))).toBe(40 / power);
  });
});

describe("rate form, from 100 Gb/s", () => {
  test("G = 2: 0.9 (100 * 0.95 / 2 + 0.15) + 10 = 52.885 Gb/s", () => {
    expect(after("rate", 1, 1, 1)).toBeCloseTo(52.885, 9);
  });

  test("G = 1: 95.635 Gb/s", () => {
    expect(after("rate", 1, 0, 0)).toBeCloseTo(95.635, 9);
  });

  test("G begins at 1 and moves by dt / tau: power 2 for a quarter of the round trip gives 1.25", () => {
    const { ack } = bench(bare);
    ack(1000, 10_000, { time: 0, bytes: 0, queue: QUEUED });
    expect(ack(11_000, 20_000, { time: TRIP / 4, bytes: SENT / 4, queue: QUEUED })).toBe(80);
  });

  test("ACKs within a round trip reckon from the rate of the last full one", () => {
    const { ack } = bench(bare);
    ack(1000, 10_000, { time: 0, bytes: 0, queue: QUEUED });
    expect(ack(9000, 10_000, { time: TRIP, bytes: SENT, queue: QUEUED })).toBe(50);
    expect(ack(11_000, 20_000, { time: 2 * TRIP, bytes: 2 * SENT, queue: QUEUED })).toBe(50);
    expect(ack(12_000, 20_000, { time: 3 * TRIP, bytes: 3 * SENT, queue: QUEUED })).toBe(25);
  });

  test("no rate goes below 100 Mb/s", () => {
    expect(after("rate", 1, 70, 70, bare, gbps(1))).toBe(0.1);
  });
});

describe("window form", () => {
  test("G = 2 and beta a tenth of the BDP: 125,000 B at tau = 10 us becomes 80,000 B, which is 64 Gb/s", () => {
    expect(after("window", 1, 1, 1)).toBeCloseTo((80_000 * 8) / 10e-6 / 1e9, 9);
  });

  test("the first sample is taken as it is: power 2 for a quarter of the round trip gives G = 2", () => {
    const { ack } = bench({ form: "window", ...bare });
    ack(1000, 10_000, { time: 0, bytes: 0, queue: QUEUED });
    expect(ack(11_000, 20_000, { time: TRIP / 4, bytes: SENT / 4, queue: QUEUED })).toBe(50);
  });

  /** Two updates at power 2 within a round trip, then a third one that compares with the first of them. */
  const thrice = (literal: boolean): number[] => {
    const { ack, clock } = bench({ form: "window", literal });
    const at = (trips: number, upTo: number, sent: number): number => {
      clock.runTo(ns(trips * TRIP));
      return ack(upTo, sent, { time: trips * TRIP, bytes: trips * SENT, queue: QUEUED });
    };
    at(0, 1000, 10_000);
    return [at(1, 9000, 20_000), at(1.5, 19_000, 200_000), at(2.25, literal ? 20_001 : 19_500, 300_000)];
  };
  const MIXED = "64, then 0.9 (100 / 2 + 10) + 0.1 * 64 = 60.4, then 0.9 (64 / 2 + 10) + 0.1 * 60.4 = 43.84 Gb/s";

  test(`W_old is the window a base round trip ago, the present one is mixed in: ${MIXED}`, () => {
    thrice(false).forEach((rate, k) => expect(rate).toBeCloseTo([64, 60.4, 43.84][k], 9));
  });

  test(`literal: W_old is the window when the acknowledged packet was sent, byte 20,000 at 64 Gb/s: ${MIXED}`, () => {
    thrice(true).forEach((rate, k) => expect(rate).toBeCloseTo([64, 60.4, 43.84][k], 9));
  });

  test("no less than one packet a round trip: 1000 B in 10.24 us are 0.78125 Gb/s", () => {
    expect(after("window", 1, 70, 70, bare, gbps(1))).toBeCloseTo(0.78125, 9);
  });
});

describe("delay form", () => {
  test("a round trip that stays at 2 tau: U = 2 / 1.05, 0.7 (100 / U + 0.15) + 30 = 66.855 Gb/s", () => {
    const { heard } = bench({ form: "delay" });
    heard(0, 2 * TRIP, 1000, 10_000);
    expect(heard(TRIP, 2 * TRIP, 11_000, 20_000)).toBeCloseTo(66.855, 9);
  });

  test("one that grows from tau to 2 tau within tau: twice C arrives, power 4", () => {
    const { heard } = bench({ form: "delay", ...bare });
    heard(0, TRIP, 1000, 10_000);
    expect(heard(TRIP, 2 * TRIP, 11_000, 20_000)).toBe(25);
  });

  test("two ACKs of one moment tell no slope", () => {
    const { heard, set } = bench({ form: "delay" });
    heard(0, TRIP, 1000, 10_000);
    heard(0, 2 * TRIP, 11_000, 20_000);
    expect(set).toEqual([]);
  });
});

describe("what tells nothing", () => {
  test("the first ACK is only remembered", () => {
    const { ack, set } = bench();
    ack(1000, 10_000, { time: 0, bytes: 0 });
    expect(set).toEqual([]);
  });

  test("two records of the same nanosecond", () => {
    const { ack, set } = bench();
    ack(1000, 10_000, { time: 7, bytes: 0 });
    ack(11_000, 20_000, { time: 7, bytes: 8 });
    expect(set).toEqual([]);
  });

  test("a packet that passed more hops than it has room for, 6", () => {
    const { ack, set } = bench();
    const hops = (time: number): Hop[] => Array.from({ length: 6 }, () => ({ time, bytes: time }));
    ack(1000, 10_000, ...hops(0));
    ack(11_000, 20_000, ...hops(1024));
    expect(set).toEqual([]);
  });
});

test("counters wrap: a round trip at C across 2^24 ns and 2^20 units has power 1", () => {
  const { ack } = bench(bare, gbps(40));
  ack(1000, 10_000, { time: 2 ** 24 - 240, bytes: 2 ** 20 - 500 });
  expect(ack(11_000, 20_000, { time: TRIP - 240, bytes: SENT - 500 })).toBe(40);
});

test("the hop of most power decides: half load and full load, the rate stays", () => {
  const { ack } = bench(bare, gbps(40));
  ack(1000, 10_000, { time: 0, bytes: 0 }, { time: 0, bytes: 0 });
  expect(ack(11_000, 20_000, { time: TRIP, bytes: SENT / 2 }, { time: TRIP, bytes: SENT })).toBe(40);
});
