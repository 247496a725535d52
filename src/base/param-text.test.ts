import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quantityText, spell, spellDefault } from "./param-text.ts";
import type { NumberUnit } from "./params.ts";
import { parseQuantity } from "../scenario/quantity.ts";

describe("a value as a scenario spells it", () => {
  test.each([
    [1_500_000, "ps", "1.5us"],
    [500_000, "ps", "500ns"],
    [2_000_000_001_000, "ps", "2000000.001us"],
    [16_777_216_000, "ps", "16777.216us"],
    [1e6, "delay", "1us"],
    [64_000, "bytes", "64KB"],
    [65_536, "bytes", "64KiB"],
    [73_595, "bytes", "73595B"],
    [Number.MAX_SAFE_INTEGER, "bytes", "9007199254740991B"],
    [100e9, "bps", "100Gbps"],
    [1 / 256, "ratio", "1/256"],
    [0.25, "ratio", "0.25"],
    [0, "ps", "0"],
    [60, "quanta", "60"],
  ] as const)("%d %s is %s", (value, unit, text) => {
    expect(spell(value, unit)).toBe(text);
  });

  test("is read as the same value, whatever it is", () => {
    const units = fc.constantFrom<NumberUnit>("ps", "delay", "bytes", "bps", "count", "quanta");
    fc.assert(
      fc.property(units, fc.maxSafeNat(), (unit, value) => {
        expect(parseQuantity(unit, spell(value, unit))).toBe(value);
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (value) => {
        expect(parseQuantity("ratio", spell(value, "ratio"))).toBe(value);
      }),
    );
  });
});

test("to read, a value has four digits, and what they do not hold stands beside", () => {
  expect(quantityText(16_777_216_000, "ps")).toBe("16.78 ms (16777216000 ps)");
  expect(quantityText(3072, "bytes")).toBe("3 KiB");
  expect(quantityText(100e9, "bps")).toBe("100 Gbps");
});

test("a default is a number where it needs no unit, and undefined where it is worked out", () => {
  const common = { about: "", source: "", min: 0, max: 1e12 };
  expect(spellDefault({ ...common, unit: "count", default: 4 })).toBe(4);
  expect(spellDefault({ ...common, unit: "bps", default: 1e9 })).toBe("1Gbps");
  expect(spellDefault({ ...common, unit: "ratio", default: 1 / 256 })).toBe("1/256");
  expect(spellDefault({ ...common, unit: "bps", derived: "rate" })).toBeUndefined();
  expect(spellDefault({ about: "", source: "", unit: "flag", default: false })).toBe(false);
});
