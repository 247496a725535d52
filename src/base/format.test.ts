import { expect, test } from "vitest";

import {
  formatBytes,
  formatDuration,
  formatLarge,
  formatPercent,
  formatRate,
  formatTime,
  printable,
  quoted,
} from "./format.ts";
import { gbps, KiB, MiB, us } from "./units.ts";

test.each([
  [0, "0 ps"],
  [999, "999 ps"],
  [67_200, "67.2 ns"],
  [us(12.34), "12.34 us"],
  [us(12.345678), "12.35 us"],
  [us(2), "2 us"],
  [999_960, "1 us"],
  [999_940, "999.9 ns"],
  [3e9, "3 ms"],
  [9007e12, "9007 s"],
  [-us(1.5), "-1.5 us"],
  [0.25, "0.25 ps"],
])("%f ps reads %s", (time, text) => {
  expect(formatTime(time)).toBe(text);
});

test.each([
  [gbps(100), "100 Gbps"],
  [gbps(1600), "1.6 Tbps"],
  [25_781_250_000, "25.78 Gbps"],
  [40_000_000, "40 Mbps"],
  [0, "0 bps"],
])("%i bps reads %s", (rate, text) => {
  expect(formatRate(rate)).toBe(text);
});

test.each([
  [0, "0 B"],
  [512, "512 B"],
  [1000, "1 KB"],
  [KiB(1), "1 KiB"],
  [64_000, "64 KB"],
  [KiB(64), "64 KiB"],
  [MiB(1.5), "1.5 MiB"],
  [56_840, "56.84 KB"],
  [12_345, "12.35 KB"],
  [10_001, "10 KB"],
  [MiB(286), "286 MiB"],
  [300e6, "300 MB"],
  [16e6, "16 MB"],
  [MiB(16), "16 MiB"],
  [-64_000, "-64 KB"],
])("%i bytes read %s, in the power that is exact in fewer digits", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test("text for people: cut after what is invisible is spelled out", () => {
  expect(quoted("x".repeat(40), 40)).toBe(`"${"x".repeat(40)}"`);
  expect(quoted("x".repeat(1e6), 40)).toBe(`"${"x".repeat(40)}..."`);
  expect(quoted("\0".repeat(40), 40)).toBe(`"${"\\u0000".repeat(6)}..."`);
  expect(quoted('a "b" \\', 40)).toBe('"a \\"b\\" \\\\"');
  expect(printable("\u001b[31mred\u202e", 30)).toBe("\\u001b[31mred\\u202e");
  expect(printable("\u001b[31mred", 8)).toBe("\\u001b[3...");
});

test("large numbers: three digits, and a word from a million on", () => {
  expect([0, 8.3, 999, 8300, 999_600, 1_234_567, 32_145_670, 2.5e9, 1.2e13].map(formatLarge)).toEqual(
    ["0", "8.3", "999", "8,300", "1 million", "1.23 million", "32.1 million", "2.5 billion", "12,000 billion"], // prettier-ignore
  );
});

test("durations: two digits, whole seconds from ten on", () => {
  expect([0, 0.0004, 0.0831, 1.2148, 9.94, 9.96, 61.2, 99.2, 100, 5999, 6000, 45_000].map(formatDuration)).toEqual(
    ["0 ps", "400 us", "83 ms", "1.2 s", "9.9 s", "10 s", "62 s", "100 s", "2 min", "100 min", "1.7 h", "13 h"], // prettier-ignore
  );
});

test.each([
  [0, "0.0%"],
  [0.00033, "0.033%"],
  [0.092, "9.2%"],
  [0.999, "100%"],
  [1.5, "150%"],
])("a share of %f reads %s", (share, text) => {
  expect(formatPercent(share)).toBe(text);
});
