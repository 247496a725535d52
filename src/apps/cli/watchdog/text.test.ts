import { expect, test } from "vitest";
import { watchdogRow, type Legitimate, type Times } from "./rows.ts";
import { watchdogJson, watchdogText } from "./text.ts";

const US = 1e6;
const around = { until: 1e12, width: 200, storm: undefined };
const timesOf = (detection: number, isBlind: boolean): Times => ({
  ...{ detection: detection * US, restoration: detection * US, poll: 10 * US, isBlind },
});
const textOf = (run: Omit<Legitimate, "seed">, isBlind = false): string => {
  const runs = [{ seed: 1, ...run }];
  const rows = [100, 200].map((detection) => watchdogRow(timesOf(detection, isBlind), runs, [], []));
  return watchdogText(rows, runs, around);
};

test("two detection times with the same poll interval: the warning names the interval once", () => {
  expect(textOf({ lasted: [US], open: [], unrecorded: 0 }, true)).toMatch(/^Polls each 10 us are more frequent/m);
});

test("a run without PAUSEs has no share of cut PAUSEs", () => {
  expect(textOf({ lasted: [], open: [], unrecorded: 0 })).toMatch(/^100 us +10 us +- +0 of 1 /m);
});

test("a run with more PAUSEs than a table of results has: the longest ones, and the number of PAUSEs without a row", () => {
  const many = Array.from({ length: 400_000 }, (_, k) => (k + 1) * 10);
  const run = { seed: 1, lasted: many, open: many, unrecorded: 5 };
  const text = textOf(run);
  expect(text).toMatch(/^400,000 PAUSEs had not ended with the run, after 4 us at most/m);
  expect(text).toMatch(/^5 later PAUSEs of these runs are counted without a duration\./m);
  expect(watchdogJson([], [run])).toMatchObject({ pauses: 800_000, longest_ns: 4000, pauses_unrecorded: 5 });
});
