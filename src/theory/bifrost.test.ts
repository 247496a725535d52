import { expect, test } from "vitest";
import { gbps, ms, us } from "../base/units.ts";
import { bdp, bifrostBuffer, cbfcBuffer, pauseShare, pfcBuffer, theorem1 } from "./bifrost.ts";

const hop = { rate: gbps(400), delay: ms(3) };

test("3 ms at 400 Gbps: a BDP of 2 x 3 ms x 400 Gbps / 8 = 300e6 B, 286 MiB", () => {
  expect(bdp(hop.rate, hop.delay)).toBe(300e6);
  expect(300e6 / 2 ** 20).toBeCloseTo(286.1, 1);
});

test("PFC twice that; Bifrost with T = 10 us two slots of 500,000 B and a packet; CBFC what 4.096 us bring and a packet", () => {
  expect(pfcBuffer(hop)).toBe(600e6);
  expect(bifrostBuffer(hop, us(10), 1, 1062)).toBe(301_001_062);
  expect(cbfcBuffer(hop, us(4.096), 1062)).toBe(300e6 + 204_800 + 1062);
});

test("Theorem 1: printed for H >= BDP + 2 R T, where it is BDP + R T to H; one slot less and the lower bound is H - R T", () => {
  expect(theorem1(100, 10, 130)).toEqual({ least: 110, most: 130 });
  expect(theorem1(100, 10, 120)).toEqual({ least: 110, most: 120 });
  expect(theorem1(100, 10, 110)).toEqual({ least: 100, most: 110 });
});

test("PAUSE frames: 64 B every 10 us of 100 Gbps are 0.0512% of it", () => {
  expect(pauseShare(gbps(100), us(10), 64)).toBeCloseTo(0.000512, 9);
});
