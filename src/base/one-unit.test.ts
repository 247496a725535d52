import { expect, test } from "vitest";
import { inOneUnit, unitOf } from "./one-unit.ts";

test("60.48 us, 900 us and 9.267 ms: all in us, in which at least half of them are 1 or more", () => {
  expect(inOneUnit("time", [60.48e6, 900e6, 9.267e9])).toEqual(["60.48 us", "900 us", "9,267 us"]);
});

test("60.48 us, 900 us and 45 s: in ms, since 45 s are 45,000,007 us; 999 ms stay in us", () => {
  expect(inOneUnit("time", [60.48e6, 900e6, 45.000_007e12])).toEqual(["0.06048 ms", "0.9 ms", "45,000 ms"]);
  expect(inOneUnit("time", [60.48e6, 900e6, 999e9])).toEqual(["60.48 us", "900 us", "999,000 us"]);
});

test("a 0 and what does not exist have no say: 0, 2 ms and 3 ms are in ms", () => {
  expect(inOneUnit("time", [0, NaN, 2e9, 3e9])).toEqual(["0 ms", "-", "2 ms", "3 ms"]);
});

test("64 KiB beside 100,000 bytes: both in KB, and whole KiB alone in KiB", () => {
  expect(inOneUnit("bytes", [65_536, 100_000])).toEqual(["65.54 KB", "100 KB"]);
  expect(inOneUnit("bytes", [65_536, 2_097_152])).toEqual(["64 KiB", "2,048 KiB"]);
});

test("nothing known: the least unit, and no number", () => {
  expect(unitOf("rate", []).name).toBe("bps");
  expect(inOneUnit("rate", [NaN, 0])).toEqual(["-", "0 bps"]);
});

test("999.96 ns reads 1 us", () => {
  expect(inOneUnit("time", [999_960])).toEqual(["1 us"]);
});
