import fc from "fast-check";
import { expect, test } from "vitest";
import { Digest } from "./digest.ts";

const of = (...events: [number, number, number][]): string => {
  const digest = new Digest();
  for (const event of events) digest.mix(...event);
  return digest.toString();
};

test("sixteen hexadecimal digits, from the start on", () => {
  expect(of()).toMatch(/^[0-9a-f]{16}$/);
  expect(of([1, 2, 3])).toMatch(/^[0-9a-f]{16}$/);
});

test("the digest of three given events, on every machine", () => {
  expect(of([1, 2, 3], [2 ** 31, -1, 2 ** 40 + 5], [0, 0, 0])).toBe("73ebf878efb338f0");
});

test("the same events in the same order give the same digest", () => {
  const event = fc.tuple(fc.integer(), fc.integer(), fc.integer());
  fc.assert(
    fc.property(fc.array(event), (events) => {
      expect(of(...events)).toBe(of(...events));
    }),
  );
});

test("one event more or one number changed give another digest, two events swapped do not", () => {
  const event = fc.tuple(fc.nat(2 ** 31 - 1), fc.nat(2 ** 31 - 1), fc.nat(2 ** 31 - 1));
  fc.assert(
    fc.property(fc.array(event, { maxLength: 20 }), event, event, fc.nat(2), (events, a, b, place) => {
      const changed: [number, number, number] = [...a];
      changed[place] ^= 1;
      expect(of(...events, a)).not.toBe(of(...events));
      expect(of(...events, changed)).not.toBe(of(...events, a));
      expect(of(...events, b, a)).toBe(of(...events, a, b));
    }),
  );
});

test("all 53 bits of a time count: 2^52 + 1 and 2^52 + 2^33 + 1 are other moments than 1", () => {
  const at = (time: number): string => {
    const digest = new Digest();
    digest.mixTime(time, 7);
    return digest.toString();
  };
  expect(new Set([1, 2 ** 33 + 1, 2 ** 52 + 1, 2 ** 52 + 2 ** 33 + 1].map(at)).size).toBe(4);
});

test("10,000 digests of runs that differ in one number are 10,000 different digests", () => {
  const seen = new Set(Array.from({ length: 10_000 }, (_, k) => of([k, 0, 0], [0, 1, 2])));
  expect(seen.size).toBe(10_000);
});
