/**
 * Tests the course of throughput on the long link against hand calculations. The link is 60 km long, with a round trip
 * of .6 ms. Flows begin for 2 ms.
 */
import { expect, test } from "vitest";
import { answers } from "../figures/readings.ts";
import { bifrost, type BifrostReading } from "./readings.ts";
import { averageOf, longestSpell, spanOf, unsteadiness, type Row } from "./throughput.ts";

const SIZE = { km: 60, arrivalsMs: 2 };
/** Samples of .1 ms. */
const course = (gbps: readonly number[]): Row => ({ rate: gbps.map((rate, k) => [(k + 1) / 10, rate] as const) });
const reading = (window: string): BifrostReading => answers(bifrost, { window }) as BifrostReading;

/** Gbps in each sample: 400 in the first round trip, 100 while new flows start, and 20 while the last flows end. */
const THREE = [...Array<number>(6).fill(400), ...Array<number>(14).fill(100), ...Array<number>(20).fill(20)];

test.each([
  ["arrivals", (6 * 400 + 14 * 100) / 20],
  ["warm", 100],
  ["drain", (6 * 400 + 14 * 100 + 20 * 20) / 40],
  // A tenth of a second on 600 km becomes 10 ms on 60 km: 100 samples. The last 60 samples are after the end of the
  // flows.
  ["tenth", (6 * 400 + 14 * 100 + 20 * 20) / 100],
])("%s: the average is taken over that time alone", (window, gbps) => {
  expect(averageOf(course(THREE), spanOf(reading(window), SIZE))).toBeCloseTo(gbps, 9);
});

test("a spell counts in round trips, from below 10% of the link, and neither in the first round trip nor when no more flows begin", () => {
  const silent = [0, 0, 0, 0, 0, 0, 0, 100, 39, 39, 39, 41, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
  expect(longestSpell(course(silent), SIZE)).toBeCloseTo(1, 9);
});

test("a steady link has no deviation; one that is on half of the time has as much as its mean", () => {
  const span = spanOf(reading("arrivals"), SIZE);
  expect(unsteadiness(course(Array<number>(20).fill(70)), span)).toBe(0);
  const onOff = Array.from({ length: 20 }, (_, k) => (k % 2) * 400);
  expect(unsteadiness(course(onOff), span)).toBeCloseTo(1, 9);
});
