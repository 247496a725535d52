import { expect, test } from "vitest";
import { Clock, congestionBench } from "../../batch/suites/views.ts";
import { gbps } from "../../base/units.ts";
import { CRand } from "./c-rand.ts";
import { PintCode } from "./pint-code.ts";
import { createPintRate, type PintRateOptions } from "./pint-rate.ts";

/** The target is 1/2 and the base 2. So the powers 8, 9 and 10 mean U = 1/2, 1 and 2. */
function bench(more: Partial<PintRateOptions> = {}) {
  const { view, set } = congestionBench(new Clock(), 1);
  const rand = new CRand(1);
  let power = 0;
  const policy = createPintRate(
    {
      ...{ code: new PintCode(2), rand, power: () => power, probability: 1 },
      ...{ target: 0.5, maxStage: 0, increase: 40e6, minRate: 1e9, ...more },
    },
    view,
  );
  policy.onStart(0);
  return {
    set,
    rand,
    ack: (ack: number, sent: number, carries: number): number => {
      view.sndNxt[0] = sent;
      power = carries;
      policy.onAck(0, ack, 0, 0, 1000, 1);
      return view.rate[0];
    },
  };
}

test("the first ACK only sets the end of the round", () => {
  const { ack, set } = bench();
  ack(1000, 10_000, 10);
  expect(set).toEqual([]);
});

test("U = 1 at a target of 1/2: 100/2 + 0.04 Gb/s; within the round again from 100, after it from 50.04", () => {
  const { ack } = bench();
  ack(1000, 10_000, 9);
  expect(ack(9000, 19_000, 9)).toBe(50_040_000_000);
  expect(ack(10_000, 20_000, 10)).toBe(25_040_000_000);
  expect(ack(11_000, 20_000, 9)).toBe(50_040_000_000);
  expect(ack(12_000, 30_000, 9)).toBe(25_060_000_000);
  expect(ack(21_000, 30_000, 9)).toBe(25_060_000_000);
});

test("below the target: one step up for each of `maxStage` rounds, then by the ratio, at most the line rate", () => {
  const { ack } = bench({ maxStage: 1 });
  ack(1000, 10_000, 10);
  ack(11_000, 20_000, 10); // 25.04
  expect(ack(21_000, 30_000, 7)).toBe(25_080_000_000);
  expect(ack(31_000, 40_000, 7)).toBe(50_200_000_000); // U = 1/4, c = 1/2
  ack(41_000, 50_000, 7);
  expect(ack(51_000, 60_000, 7)).toBe(gbps(100));
});

test("no lower than the minimum rate", () => {
  const { ack } = bench({ minRate: gbps(30) });
  ack(1000, 10_000, 10);
  expect(ack(11_000, 20_000, 10)).toBe(gbps(30));
});

test("each ACK draws, and rand() mod 65536 below the share is read: 17,767 then 9,158 and 39,017 of seed 1", () => {
  // The first numbers of rand are 17767, 9158 and 39017 modulo 65536.
  const { ack, set, rand } = bench({ probability: 17_767 / 65_536 });
  ack(1000, 10_000, 9);
  ack(2000, 20_000, 9); // the first code that is read sets the end of the round
  ack(21_000, 30_000, 9);
  expect(set).toEqual([]);
  expect(rand.next()).toBe(1714636915);
  expect(bench({ probability: 0 }).ack(1000, 10_000, 9)).toBe(gbps(100));
});
