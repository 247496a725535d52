import fc from "fast-check";
import { expect, test } from "vitest";

import { formatBytes, formatRate, formatTime } from "../base/format.ts";
import { gbps, KiB, MiB, ms, us } from "../base/units.ts";
import {
  parseCount,
  parseDelay,
  parseQuantity,
  parseRate,
  parseRatio,
  parseSize,
  parseTime,
  QuantityError,
} from "./quantity.ts";

/** The parts of a message that differ between values: `got` and the hint. */
function refusal(parse: (given: unknown) => number, given: unknown): { expected: string; hint: string | undefined } {
  try {
    parse(given);
  } catch (error) {
    if (error instanceof QuantityError) return { expected: error.expected, hint: error.hint };
  }
  throw new Error(`${String(given)} was accepted`);
}

test.each([
  ["2us", us(2)],
  ["2 µs", us(2)],
  ["2μs", us(2)],
  ["1.1us", 1_100_000],
  ["0.3333333333us", 333_333],
  ["55 ps", 55],
  ["1e3ns", us(1)],
  [".5ms", ms(0.5)],
  ["9007.199254740991s", Number.MAX_SAFE_INTEGER],
  ["0", 0],
  [0, 0],
])("the time %j is %i ps", (text, ps) => {
  expect(parseTime(text)).toBe(ps);
});

test.each([
  ["200m", us(1)],
  ["600km", ms(3)],
  ["0.1m", 500],
  ["1.5us", us(1.5)],
])("the delay %j is %i ps: a metre of fibre takes 5 ns", (text, ps) => {
  expect(parseDelay(text)).toBe(ps);
});

test.each([
  ["64KB", 64_000],
  ["64kB", 64_000],
  ["64KiB", KiB(64)],
  ["1.5 MiB", MiB(1.5)],
  ["16MB", 16e6],
  ["0.1TB", 1e11],
  ["84B", 84],
])("the size %j is %i bytes", (text, bytes) => {
  expect(parseSize(text)).toBe(bytes);
});

test.each([
  ["100Gbps", gbps(100)],
  ["1.6Tbps", gbps(1600)],
  ["25.78125Gbps", 25_781_250_000],
  ["40 Mbps", 40e6],
])("the rate %j is %i bps", (text, bps) => {
  expect(parseRate(text)).toBe(bps);
});

test.each([
  [0.25, 0.25],
  ["0.25", 0.25],
  ["25%", 0.25],
  ["12.5 %", 0.125],
  ["1/16", 0.0625],
  ["1 / 128", 1 / 128],
])("the ratio %j is %f", (given, ratio) => {
  expect(parseRatio(given)).toBe(ratio);
});

test("a count is a whole number, 65535 quanta may say so, and each unit of a table has its parser", () => {
  expect([parseCount(7), parseCount("7"), parseCount("1e3")]).toEqual([7, 7, 1000]);
  expect(parseQuantity("quanta", "65535 quanta")).toBe(65_535);
  expect(parseQuantity("quanta", 65_535)).toBe(65_535);
  expect(parseQuantity("ps", "2us")).toBe(us(2));
  expect(parseQuantity("delay", "200m")).toBe(us(1));
  expect(parseQuantity("bytes", "1KiB")).toBe(1024);
  expect(parseQuantity("bps", "1Gbps")).toBe(1e9);
  expect(parseQuantity("ratio", "1/2")).toBe(0.5);
  expect(parseQuantity("count", 3)).toBe(3);
});

test.each([
  [parseRate, "100Gbs", 'Did you mean "100Gbps"?'],
  [parseRate, "100gbps", 'Did you mean "100Gbps"?'],
  [parseRate, "100G", 'Did you mean "100Gbps"?'],
  [parseRate, "12.5GB/s", 'Rates are in bits per second: write "12.5Gbps", or eight times that for bytes.'],
  [parseRate, "100Gbit/s", 'Did you mean "100Gbps"?'],
  [parseRate, "100GE", 'Did you mean "100Gbps"?'],
  [parseRate, "1us", "Units are bps, Kbps, Mbps, Gbps, Tbps."],
  [parseRate, 100, "Add the unit: 100Mbps, 100Gbps?"],
  [parseSize, "5mb", 'Write "5MB" for powers of 1000, "5MiB" for powers of 1024.'],
  [parseSize, "5M", 'Write "5MB" for powers of 1000, "5MiB" for powers of 1024.'],
  [parseSize, "64 bytes", 'Did you mean "64B"?'],
  [parseSize, "64Kbit", "Sizes are in bytes of 8 bits."],
  [parseSize, "64", "Add the unit: 64B, 64KB, 64MB?"],
  [parseSize, "1.5B", "It must be a whole number of bytes."],
  [parseSize, "0.1KiB", "It must be a whole number of bytes."],
  [parseSize, "9008TB", "The maximum is 2^53 - 1 bytes."],
  [parseTime, 100, "Add the unit: 100ns, 100us, 100ms?"],
  [parseTime, "5m", 'Only a delay may be a length; milliseconds are "ms".'],
  [parseTime, "5msec", 'Did you mean "5ms"?'],
  [parseTime, "1,5ms", "Write a point for decimals and no thousands separator: 1.5, 1500."],
  [parseTime, "1_000us", "Write a point for decimals and no thousands separator: 1.5, 1500."],
  [parseRatio, "0,5", "Write a point for decimals and no thousands separator: 1.5, 1500."],
  [parseCount, "1_000", "Write a point for decimals and no thousands separator: 1.5, 1500."],
  [parseCount, 2 ** 60, "The maximum is 9007199254740991."],
  [parseTime, "2uss", 'Did you mean "2us"?'],
  [parseTime, "2 fortnights", "Units are ps, ns, us, ms, s."],
  [parseTime, "-2us", "It cannot be negative."],
  [parseTime, -2, "It cannot be negative."],
  [parseTime, "0.4ps", "It must be a whole number of picoseconds."],
  [parseTime, "3 hours", "Units are ps, ns, us, ms, s."],
  [parseTime, "9008s", "The maximum is 9007 s, which is 2.5 hours."],
  [parseTime, "1e999us", "The maximum is 9007 s, which is 2.5 hours."],
])("%o refuses %j with a hint: %s", (parse, given, hint) => {
  expect(refusal(parse, given).hint).toBe(hint);
});

test.each([NaN, Infinity, null, undefined, true, {}, [], "", "fast", "NaNus", "2us 3us", `1${"0".repeat(1e6)}us`])(
  "%j is no time at all",
  (given) => {
    expect(refusal(parseTime, given).expected).toBe("a time such as 2us");
  },
);

test.each([-1, "-1", "-25%", "1/0", "1/-2", "1/2/3", "1us/2us", "half", NaN, Infinity, null])(
  "%j is no ratio",
  (given) => {
    expect(refusal(parseRatio, given).hint).toBeUndefined();
  },
);

test.each([-1, 1.5, "1.5", "7 quanta", "seven", 2 ** 53, null])("%j is no count", (given) => {
  expect(refusal(parseCount, given).expected).toBe("a whole number");
});

test("the message says it in one line: expected, got, hint", () => {
  expect(() => parseRate("100Gbs")).toThrow('expected a rate such as 100Gbps, got "100Gbs". Did you mean "100Gbps"?');
});

test("what format writes, the parsers read back to four digits", () => {
  const amount = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }).map((n) => Math.floor(n / 2 ** (n % 50)) + 1);
  fc.assert(
    fc.property(amount, (n) => {
      expect(Math.abs(parseTime(formatTime(n)) - n)).toBeLessThanOrEqual(n * 0.0005);
      expect(Math.abs(parseSize(formatBytes(n)) - n)).toBeLessThanOrEqual(n * 0.0005);
      expect(Math.abs(parseRate(formatRate(n)) - n)).toBeLessThanOrEqual(n * 0.0005);
    }),
  );
});
