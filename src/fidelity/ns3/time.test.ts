import fc from "fast-check";
import { expect, test } from "vitest";
import { parityLines } from "../../../test/parity/files.ts";
import { delayToNs, microsecondsToNs, mulDivFloor, rateToBps, secondsToNs, txTimeNs } from "./time.ts";

/** ns-3's conversion of seconds, word by word, in integers of any size. */
function secondsInBigInt(v: number): bigint {
  const whole = Math.floor(v);
  const bits = BigInt(Math.floor((v - whole) * 2 ** 64));
  return BigInt(whole) * 1_000_000_000n + ((bits * 1_000_000_000n) >> 64n);
}

test("transmission times are the simulator's for 1 to 1600 and 8900 to 9100 bytes at 25G to 800G", () => {
  const rates = [25e9, 40e9, 50e9, 100e9, 200e9, 400e9, 800e9];
  const rows = parityLines("tables/txtime.txt");
  const wrong = rows.filter((row) => {
    const [bytes, ...expected] = row.replaceAll("*", "").split(" ").map(Number);
    return rates.some((bps, i) => txTimeNs(bytes, bps) !== expected[i]);
  });
  expect(rows.length).toBe(1801);
  expect(wrong).toEqual([]);
});

test("1048 B at 100G: 83 of 83.84 ns; 1050 B: 83, though 84 is the exact time; 43 B at 400G: 0", () => {
  expect([txTimeNs(1048, 100e9), txTimeNs(1050, 100e9), txTimeNs(43, 400e9)]).toEqual([83, 83, 0]);
});

test("a start of 2 s is exact; 2.000000433 s starts 1 ns early, as in the simulator", () => {
  expect([secondsToNs(0), secondsToNs(2), secondsToNs(2.000000433)]).toEqual([0, 2_000_000_000, 2_000_000_432]);
});

test("the 509 flows of a leaf-spine start at the nanoseconds that the simulator wrote down", () => {
  const column = (name: string, field: number, skip: number) =>
    parityLines(`cases/R8_leafspine_dcqcn/${name}`)
      .slice(skip)
      .map((line) => line.split(" ")[field]);
  const starts = column("flow.txt", 5, 1).map((text) => secondsToNs(Number(text)));
  const written = column("fct.txt", 5, 0).map(Number);
  expect(starts).toEqual(written.sort((a, b) => a - b));
});

test("seconds of any size agree with 128-bit integers", () =>
  fc.assert(
    fc.property(fc.double({ min: 0, max: 9e6, noNaN: true }), (v) => {
      expect(BigInt(secondsToNs(v))).toBe(secondsInBigInt(v));
    }),
    { numRuns: 2000 },
  ));

test("transmission times agree with 128-bit integers, from a kilobit per second to 1.6T", () =>
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 65_535 }), fc.integer({ min: 1000, max: 1.6e12 }), (bytes, bps) => {
      expect(BigInt(txTimeNs(bytes, bps))).toBe(secondsInBigInt((bytes * 8) / bps));
    }),
    { numRuns: 2000 },
  ));

test("link delays are the simulator's: 0.6us is 599 ns, 0.000001s is 999 ns", () => {
  for (const line of parityLines("tables/delay_strings.txt")) {
    const [, text, expected] = /^(\S+) -> (\d+)/.exec(line) ?? [];
    if (text !== undefined) expect([text, delayToNs(text)]).toEqual([text, Number(expected)]);
  }
});

test("of the 99,999 delays 0.001us to 99.999us, 49,597 come out a nanosecond short", () => {
  let short = 0;
  for (let ns = 1; ns <= 99_999; ns++) {
    const got = delayToNs(`${(ns / 1000).toFixed(3)}us`);
    if (got === ns - 1) short++;
    else expect(got).toBe(ns);
  }
  expect(short).toBe(49_597);
});

test("a bare number is in seconds as a delay, and in bits per second as a rate", () => {
  expect(["0.000001", "0", "1", ".5"].map(delayToNs)).toEqual([999, 0, 1e9, 5e8]);
  expect(["100000000000", "25000000000.0", "7.9", "0"].map(rateToBps)).toEqual([100e9, 25e9, 7, 0]);
});

test.each(["1e3", "1 us", "1US", "-1us", "us", "1e-6s", "1.2.3us", "", "10µs", "9".repeat(50) + "ns"])(
  "%j is no delay",
  (text) => expect(delayToNs(text)).toBeUndefined(),
);

test("rates: decimal units by thousands, byte units times eight, Ki/Mi/Gi by 1024, cut to whole bits", () => {
  const rates = ["100Gbps", "1000Mb/s", "2.5Gb/s", "64kbps", "1GBps", "1KiB/s", "1Mib/s", "7bps", "0.0015Kbps"];
  expect(rates.map(rateToBps)).toEqual([100e9, 1e9, 2.5e9, 64e3, 8e9, 8192, 1_048_576, 7, 1]);
});

test.each(["100Gbs", "1e9", "1.2.3", "", ".", "Gbps", "-1Gbps", "100gbps", "1e9bps", "100 Gbps", "100Gbps;"])(
  "%j is no rate",
  (text) => expect(rateToBps(text)).toBeUndefined(),
);

test("config timers keep whole microseconds only: 55.9 us is 55,000 ns", () => {
  expect([microsecondsToNs(55.9), microsecondsToNs(1), microsecondsToNs(0.5)]).toEqual([55_000, 1000, 0]);
});

test("floor(a * b / c): a window of 153,000 B at 1/3 of 100G is 50,999 B, though the product passes 2^53", () => {
  expect(mulDivFloor(153_000, 33_333_333_333, 100e9)).toBe(50_999);
});

test("floor(a * b / c) is exact for every factor it admits", () => {
  const factor = (bits: number) =>
    fc.oneof(
      fc.maxSafeNat().map((n) => n % 2 ** bits),
      fc.constant(2 ** bits - 1),
    );
  fc.assert(
    fc.property(factor(36), factor(40), factor(40), (a, b, c0) => {
      const c = Math.max(c0, 1);
      const exact = (BigInt(a) * BigInt(b)) / BigInt(c);
      fc.pre(exact < 2n ** 53n);
      expect(BigInt(mulDivFloor(a, b, c))).toBe(exact);
    }),
    { numRuns: 5000 },
  );
});

test("floor(a * b / c) refuses factors for which it would be inexact", () => {
  expect(() => mulDivFloor(1, 2 ** 40, 3)).toThrow("small enough");
});
