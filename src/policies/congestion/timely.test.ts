import { describe, expect, test } from "vitest";
import { Clock, congestionBench } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { gbps, us } from "../../base/units.ts";
import { CONGESTED, UNDETERMINED, UNMARKED } from "../../base/view.ts";
import { create, params } from "./timely.ts";

/**
 * The settings of HPCC's simulator at 100G. a is 0.875 and b 0.8. Tlow is 50 us, Thigh 500 us and minRtt 20 us. The
 * steps are 100 and 500 Mb/s.
 */
const values = defaults(params);

/** A sender for which every ACK ends a round, because the next byte to send is always one packet further. */
function bench(start = gbps(100), more: Partial<typeof values> = {}) {
  const { view, set } = congestionBench(new Clock(), 1);
  view.rate[0] = start;
  const policy = create({ ...values, ...more }, view);
  policy.onStart(0);
  let sent = 0;
  return {
    view,
    set,
    policy,
    ack: (rttUs: number, mark = UNMARKED): number => {
      view.sndNxt[0] = sent + 1000;
      policy.onAck(0, sent + 1, mark, us(rttUs), 1, 1);
      sent += 1000;
      return view.rate[0];
    },
  };
}

test("the first ACK is only remembered, whatever its round trip", () => {
  const { ack, set } = bench();
  ack(1000);
  expect(set).toEqual([]);
});

test("below 50 us up, though the gradient is steep: five steps of 100 Mb/s, then 500 each", () => {
  const { ack } = bench(gbps(10));
  ack(10);
  const rates = [20, 25, 30, 35, 40, 45, 49.999].map((rtt) => ack(rtt));
  expect(rates).toEqual([10.1, 10.2, 10.3, 10.4, 10.5, 11, 11.5].map(gbps));
});

test("never above the line rate: 99.95 + 0.1 is 100", () => {
  const { ack } = bench(gbps(99.95));
  ack(10);
  expect(ack(10)).toBe(gbps(100));
});

test("above 500 us down, though the gradient is negative: at 1000 us to 100 (1 - 0.8 (1 - 1/2)) = 60 Gb/s", () => {
  const { ack } = bench();
  ack(2000);
  expect(ack(1000)).toBe(gbps(60));
});

describe("between the two, the gradient decides", () => {
  test("100 us, then 110: diff 0.875 * 10 = 8.75 us, gradient 8.75/20 = 0.4375, rate 100 (1 - 0.8 * 0.4375) = 65 Gb/s", () => {
    const { ack } = bench();
    ack(100);
    expect(ack(110)).toBeCloseTo(gbps(65), -1);
  });

  test("then 109: diff 0.125 * 8.75 - 0.875 = 0.21875 us is still rising: 65 (1 - 0.8 * 0.0109375) = 64.43125 Gb/s", () => {
    const { ack } = bench();
    ack(100);
    ack(110);
    expect(ack(109)).toBeCloseTo(gbps(64.43125), -1);
  });

  test("then 105: diff 0.125 * 0.21875 - 3.5 falls: up by 100 Mb/s", () => {
    const { ack } = bench();
    ack(100);
    ack(110);
    const before = ack(109);
    expect(ack(105)).toBe(before + gbps(0.1));
  });

  test("a round trip that stays is a gradient of 0, and counts as falling", () => {
    const { ack } = bench(gbps(10));
    ack(100);
    expect(ack(100)).toBe(gbps(10.1));
  });

  test("gradient 1.3125, a factor below 0: the rate falls to minRate, 1 Gb/s, not below", () => {
    const { ack } = bench();
    ack(100);
    expect(ack(130)).toBe(gbps(1));
  });
});

test("a fall starts the count of rises anew: after five, one fall, the next step is 100 Mb/s again", () => {
  const { ack } = bench(gbps(10));
  ack(10);
  for (let k = 0; k < 6; k++) ack(10); // the rate is 10.5, then 11
  const low = ack(1000);
  expect(low).toBe(gbps(6.6)); // 11 * 0.6
  expect(ack(10)).toBe(gbps(6.7));
});

test("one decision a round: ACKs up to what had been sent at the last one are passed over", () => {
  const { policy, view, set } = bench(gbps(10));
  view.sndNxt[0] = 50_000;
  policy.onAck(0, 1000, 0, us(10), 1000, 1);
  for (const ack of [2000, 30_000, 50_000]) policy.onAck(0, ack, 0, us(10), 1000, 1);
  expect(set).toEqual([]);
  view.sndNxt[0] = 90_000;
  policy.onAck(0, 51_000, 0, us(10), 1000, 1);
  policy.onAck(0, 90_000, 0, us(10), 1000, 1);
  expect(set).toHaveLength(1);
});

test("the difference is to the last decision's round trip, not to the last ACK's", () => {
  const { policy, view } = bench();
  view.sndNxt[0] = 50_000;
  policy.onAck(0, 1000, 0, us(100), 1000, 1);
  policy.onAck(0, 2000, 0, us(400), 1000, 1); // passed over
  view.sndNxt[0] = 90_000;
  policy.onAck(0, 51_000, 0, us(110), 1000, 1);
  expect(view.rate[0]).toBeCloseTo(gbps(65), -1);
});

describe("with TCD's marks", () => {
  const tcd = { tcd: true };

  test("CE with a gradient of 0.875 * 4 / 20 = 0.175: down by it times 1, not 0.8, though below 50 us: 8.25 Gb/s", () => {
    const { ack } = bench(gbps(10), tcd);
    ack(20);
    expect(ack(24, CONGESTED)).toBe(gbps(8.25));
  });

  test("CE at 1 ms: 10 (1 - (1 - 500 / 1000)) = 5 Gb/s", () => {
    const { ack } = bench(gbps(10), tcd);
    ack(1000);
    expect(ack(1000, CONGESTED)).toBe(gbps(5));
  });

  test("CE with a round trip that falls: no rise", () => {
    const { ack } = bench(gbps(10), tcd);
    ack(40);
    expect(ack(20, CONGESTED)).toBe(gbps(10));
  });

  test("UE alone: no rise below 50 us, no fall at 1 ms", () => {
    const { ack } = bench(gbps(10), tcd);
    ack(20);
    expect([ack(20, UNDETERMINED), ack(1000, UNDETERMINED), ack(20)]).toEqual([10, 10, 10.1].map(gbps));
  });

  test("without `tcd` marks are nothing", () => {
    const { ack } = bench(gbps(10));
    ack(20);
    expect([ack(20, CONGESTED), ack(20, UNDETERMINED)]).toEqual([10.1, 10.2].map(gbps));
  });
});
