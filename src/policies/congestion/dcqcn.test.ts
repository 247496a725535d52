import { describe, expect, test } from "vitest";
import { Clock, congestionBench } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { gbps, ns, us } from "../../base/units.ts";
import { CONGESTED, UNDETERMINED } from "../../base/view.ts";
import { create, params } from "./dcqcn.ts";

const LINE = gbps(100);
/**
 * The settings of HPCC's simulator (run.py) at 100G. Ta is 1 us, Td 4 us and Ti 300 us. g is 1/256 and F 1. The steps
 * are 20 and 200 Mb/s.
 */
const values = { ...defaults(params), minRate: gbps(1) };

function bench(more: Partial<typeof values> = {}) {
  const clock = new Clock();
  const at = congestionBench(clock, 2, LINE);
  const policy = create({ ...values, ...more }, at.view);
  policy.onStart(0);
  return {
    clock,
    ...at,
    policy,
    /** Delivers an ACK at `time`. `marked`: its data packet had a mark. */
    ack: (time: number, marked = true): void => {
      clock.runTo(time);
      policy.onAck(0, 1000, marked ? 2 : 0, us(5), 1000, 1);
    },
    rateAt: (time: number): number => {
      clock.runTo(time);
      return at.view.rate[0];
    },
  };
}

test("the first mark, at 0, cuts nothing; the cut comes Td + 1 ns = 4.001 us later, not at 4 us", () => {
  const { ack, rateAt, set } = bench();
  ack(0);
  expect(rateAt(us(4))).toBe(LINE);
  expect(set).toEqual([]);
  expect(rateAt(ns(4001))).toBeLessThan(LINE);
  expect(set).toHaveLength(1);
});

test("alpha has then sunk four times by 255/256 to 0.984466: rate = trunc(100e9 (1 - 0.984466/2)) = 50,776,684,272 bit/s", () => {
  const { ack, rateAt } = bench();
  ack(0);
  const alpha = (255 / 256) * (255 / 256) * (255 / 256) * (255 / 256);
  expect(alpha).toBeCloseTo(0.984466, 6);
  expect(rateAt(ns(4001))).toBe(Math.trunc(LINE * (1 - alpha / 2)));
  expect(rateAt(ns(4001))).toBe(50_776_684_272);
});

test("with g = 1/2 and no further mark alpha is 1/16 at 4 us: cut to 100 (1 - 1/32) = 96.875 Gb/s", () => {
  const { ack, rateAt } = bench({ g: 1 / 2 });
  ack(0);
  expect(rateAt(ns(4001))).toBe(gbps(96.875));
});

test("with g = 1/2 and marks in the 2nd and 4th us: 1/2, 3/4, 3/8, 11/16: cut to 100 (1 - 11/32) = 65.625 Gb/s", () => {
  const { ack, rateAt } = bench({ g: 1 / 2 });
  ack(0);
  ack(us(1.5));
  ack(us(1.7)); // a second mark in the same interval counts once
  ack(us(3.5));
  expect(rateAt(ns(4001))).toBe(gbps(65.625));
});

describe("after a cut to 50 Gb/s (g = 0, alpha stays 1), one step up each 300 us", () => {
  test("first halfway back to the target, which is still the line rate: 50/2 + 100/2 = 75", () => {
    const { ack, rateAt } = bench({ g: 0 });
    ack(0);
    expect(rateAt(ns(304_001) - 1)).toBe(gbps(50));
    expect(rateAt(ns(304_001))).toBe(gbps(75));
  });

  test("then additive, the target capped at the line rate: 75/2 + 100/2 = 87.5, then 93.75", () => {
    const { ack, rateAt } = bench({ g: 0 });
    ack(0);
    expect(rateAt(ns(604_001))).toBe(gbps(87.5));
    expect(rateAt(ns(904_001))).toBe(gbps(93.75));
  });

  test("clamped, the first cut lowers the target to 100 as well, later cuts to what the rate was", () => {
    const { ack, rateAt } = bench({ g: 0, clampTarget: true });
    ack(0);
    expect(rateAt(ns(4001))).toBe(gbps(50));
    ack(us(5));
    expect(rateAt(ns(8001))).toBe(gbps(25));
    expect(rateAt(ns(308_001))).toBe(gbps(37.5)); // 25/2 + 50/2
  });

  test("not clamped, a second cut before any step up keeps the old target: 25/2 + 100/2 = 62.5", () => {
    const { ack, rateAt } = bench({ g: 0 });
    ack(0);
    ack(us(5));
    expect(rateAt(ns(8001))).toBe(gbps(25));
    expect(rateAt(ns(308_001))).toBe(gbps(62.5));
  });

  test("a cut after a step up sets the target to the rate: 75 to 37.5, then 37.5/2 + 75/2 = 56.25", () => {
    const { ack, rateAt } = bench({ g: 0 });
    ack(0);
    ack(us(305));
    expect(rateAt(ns(308_001))).toBe(gbps(37.5));
    expect(rateAt(ns(608_001))).toBe(gbps(56.25));
  });

  test("with the target at 75: fast 56.25, + 20 Mb/s: 65.635, + 200 Mb/s: 70.4275 (each half way to 75, 75.02, 75.22)", () => {
    const { ack, rateAt } = bench({ g: 0 });
    ack(0);
    ack(us(305));
    expect(rateAt(ns(608_001))).toBe(56_250_000_000);
    expect(rateAt(ns(908_001))).toBe(56_250_000_000 / 2 + 75_020_000_000 / 2);
    expect(rateAt(ns(1208_001))).toBe(65_635_000_000 / 2 + 75_220_000_000 / 2);
  });

  test("five stages of fast recovery, as the paper has it: 75, 87.5, 93.75, 96.875, 98.4375 to a target that stays", () => {
    const { ack, rateAt } = bench({ g: 0, fastRecovery: 5, clampTarget: true });
    ack(0);
    const steps = [1, 2, 3, 4, 5].map((k) => rateAt(ns(4001 + 300_000 * k)));
    expect(steps).toEqual([75, 87.5, 93.75, 96.875, 98.4375].map(gbps));
  });
});

test("a cut restarts the wait for a step up: marked at 305 us, no step at 604.001 us but at 608.001 us", () => {
  const { ack, rateAt } = bench({ g: 0 });
  ack(0);
  ack(us(305));
  expect(rateAt(ns(608_001) - 1)).toBe(gbps(37.5));
  expect(rateAt(ns(608_001))).toBe(gbps(56.25));
});

test("one cut in Td however many marks, none without: marked at 0, 1, 5, 6, 9 us: 100, 50, 25, 12.5 and then 12.5", () => {
  const { clock, policy, rateAt } = bench({ g: 0 });
  const rates: number[] = [];
  for (let t = 0; t <= 16; t++) {
    rates.push(rateAt(us(t)));
    if ([0, 1, 5, 6, 9].includes(t)) policy.onAck(0, 1000, 2, us(5), 1000, 1);
  }
  clock.runTo(us(20));
  expect([4, 5, 9, 13, 16].map((t) => rates[t])).toEqual([100, 50, 25, 12.5, 12.5].map(gbps));
});

test("no cut goes below minRate: 1.5 Gb/s to 1, not 0.75", () => {
  const { ack, rateAt, view } = bench({ g: 0 });
  view.rate[0] = gbps(1.5);
  ack(0);
  expect(rateAt(ns(4001))).toBe(gbps(1));
});

test("marks of one flow are nothing to another", () => {
  const { ack, clock, view } = bench();
  ack(0);
  clock.runTo(us(1000));
  expect(view.rate[1]).toBe(LINE);
});

test("an unmarked ACK does nothing; a finished flow's timers end", () => {
  const { ack, clock, policy, set } = bench();
  ack(0, false);
  expect(clock.silent).toBe(true);
  ack(us(1));
  clock.runTo(us(6));
  const changes = set.length;
  policy.onFinish?.(0);
  clock.runTo(us(10_000));
  expect(set).toHaveLength(changes);
  expect(clock.silent).toBe(true);
});

test("a packet that passed an undetermined port is no mark", () => {
  const { clock, policy } = bench();
  policy.onAck(0, 1000, UNDETERMINED, us(5), 1000, 1);
  expect(clock.silent).toBe(true);
});

describe("with CNPs, at most one in 50 us", () => {
  test("a packet that passed an undetermined port brings none, and does not use up the 50 us", () => {
    const { policy } = bench({ cnpInterval: us(50) });
    expect([policy.notifies!(0, UNDETERMINED), policy.notifies!(0, CONGESTED)]).toEqual([false, true]);
  });

  test("the receiver answers the first mark, then those from 50 us on", () => {
    const { clock, policy } = bench({ cnpInterval: us(50) });
    const asked = [0, 10_000, 49_999, 50_000, 50_001, 120_000].map((t) => {
      clock.runTo(ns(t));
      return policy.notifies!(0, 2);
    });
    expect(asked).toEqual([true, false, false, true, false, true]);
  });

  test("each flow has its own interval", () => {
    const { policy } = bench({ cnpInterval: us(50) });
    expect([policy.notifies!(0, 2), policy.notifies!(1, 2), policy.notifies!(0, 2)]).toEqual([true, true, false]);
  });

  test("a CNP is to the sender what a mark is otherwise", () => {
    const { policy, rateAt } = bench({ cnpInterval: us(50), g: 0 });
    policy.onCnp!(0, CONGESTED);
    expect(rateAt(ns(4001))).toBe(gbps(50));
  });

  test("without them there is no receiver half", () => {
    expect("notifies" in bench().policy).toBe(false);
  });
});

describe("with TCD's marks", () => {
  /** With g = 0, alpha stays 1 and a cut halves the rate. R_T is 100 Gb/s, and each step halves the distance to it. */
  const tcd = { tcd: true, g: 0, tcdCut: 1, fastRecovery: 100 };

  test("alpha 1/16 at the cut, 1.5 times: 100 (1 - 1.5 / 32) = 95.3125 Gb/s; never more than half", () => {
    const { ack, rateAt } = bench({ tcd: true, g: 1 / 2 });
    ack(0);
    expect(rateAt(ns(4001))).toBe(gbps(95.3125));
    const whole = bench({ tcd: true, g: 0 });
    whole.ack(0);
    expect(whole.rateAt(ns(4001))).toBe(gbps(50));
  });

  test("UE alone neither cuts nor lets the rate rise in its 300 us: 50 Gb/s at 305 us, 75 at 605 us", () => {
    const { ack, policy, rateAt } = bench(tcd);
    ack(0);
    expect(rateAt(us(100))).toBe(gbps(50));
    policy.onAck(0, 1000, UNDETERMINED, us(5), 1000, 1);
    expect(rateAt(us(305))).toBe(gbps(50));
    expect(rateAt(us(605))).toBe(gbps(75));
  });

  test("UE before the first CE starts nothing", () => {
    const { clock, policy } = bench(tcd);
    policy.onAck(0, 1000, UNDETERMINED, us(5), 1000, 1);
    expect(clock.silent).toBe(true);
  });

  test("UE brings CNPs, one in 50 us, and none so soon after one for CE; CE does not wait for UE's", () => {
    const { clock, policy } = bench({ ...tcd, cnpInterval: us(50) });
    const asked = ([at, mark]: [number, number]): boolean => {
      clock.runTo(us(at));
      return policy.notifies!(0, mark);
    };
    const heard: [number, number][] = [
      [0, UNDETERMINED],
      [10, UNDETERMINED],
      [20, CONGESTED],
      [60, UNDETERMINED],
      [70, UNDETERMINED],
    ];
    expect(heard.map(asked)).toEqual([true, false, true, false, true]);
  });

  test("a CNP for UE holds as a mark does", () => {
    const { ack, policy, rateAt } = bench({ ...tcd, cnpInterval: us(50) });
    ack(0);
    rateAt(us(100));
    policy.onCnp!(0, UNDETERMINED);
    expect(rateAt(us(305))).toBe(gbps(50));
  });
});
