import { expect, test } from "vitest";

import { ms } from "../../base/units.ts";
import { checkCount, checkSpan, others } from "./kind.ts";

const view = { hosts: [0, 1], until: ms(1), rate: () => 100e9 };

test("nobody sends to itself", () => {
  expect(others([0, 1, 2], 1)).toEqual([0, 2]);
});

test("flows start before the run ends, and stop after they start", () => {
  expect(() => checkSpan({ start: 0, stop: undefined }, view)).not.toThrow();
  expect(() => checkSpan({ start: ms(1) }, view, "list[2].")).toThrow(
    'list[2].start: expected a time before the end of the run at 1 ms, got "1 ms". The run would end before the first flow.',
  );
  expect(() => checkSpan({ start: 5, stop: 5 }, view)).toThrow(
    'stop: expected a time after its start at 5 ps, got "5 ps"',
  );
});

test("three million flows are enough", () => {
  expect(() => checkCount(3e6, "load")).not.toThrow();
  expect(() => checkCount(3e6 + 1, "load")).toThrow("load: expected at most 3,000,000 flows");
});
