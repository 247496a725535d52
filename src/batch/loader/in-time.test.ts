import { expect, test } from "vitest";
import { inTime, madeInTime, TooLong } from "./in-time.ts";

const forEver = (): never => {
  for (;;);
};

test("what returns is as it is, with what it throws; what does not ends", () => {
  expect(inTime(() => 7)).toBe(7);
  expect(() =>
    inTime(() => {
      throw new RangeError("its own");
    }),
  ).toThrow(RangeError);
  expect(() => inTime(forEver, 20)).toThrow(TooLong);
});

test("a create that loops is told of with its file", () => {
  expect(madeInTime(undefined, () => 7)).toBe(7);
  expect(() => madeInTime([{ file: "a.ts" }, { file: "b.ts" }], forEver, 20)).toThrow(
    /a create that returns, got no answer for 0\.02 s \(a\.ts or b\.ts\)/,
  );
});
