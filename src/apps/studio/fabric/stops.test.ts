import { expect, test } from "vitest";
import type { Pauses } from "../lab/messages.ts";
import { Stops } from "./stops.ts";

/** PAUSEs of these ports, from `start` to `end` in ns, in order of start. */
const stopsOf = (rows: readonly (readonly [port: number, start: number, end: number])[]): Stops =>
  new Stops(
    {
      port: Int32Array.from(rows, ([port]) => port),
      start: Float64Array.from(rows, ([, start]) => start),
      end: Float64Array.from(rows, ([, , end]) => end),
    } as Pauses,
    2,
  );

test("a PAUSE is in effect from its start until before its end", () => {
  const stops = stopsOf([[0, 10, 20], [1, 12, 14], [0, 30, 40]]); // prettier-ignore
  const times = [9, 10, 19, 20, 35, 40];
  expect(times.map((time) => stops.at(0, time))).toEqual([-1, 0, 0, -1, 2, -1]);
  expect(times.map((time) => stops.last(0, time))).toEqual([-1, 0, 0, 0, 2, 2]);
  expect(stops.at(1, 13)).toBe(1);
});

test("of PAUSEs of several classes, the latest in effect is found, also after a later one has ended", () => {
  const stops = stopsOf([[0, 10, 90], [0, 20, 60], [0, 25, 30], [0, 50, 55]]); // prettier-ignore
  expect([10, 22, 27, 30, 52, 55, 60, 89, 90].map((time) => stops.at(0, time))).toEqual([0, 1, 2, 1, 3, 1, 0, 0, -1]);
});
