import { expect, test } from "vitest";

import { ms, us } from "../../base/units.ts";
import { check, create } from "./long-lived.ts";

const view = { hosts: [0, 1, 2], until: ms(1), rate: () => 100e9 };

test("one endless flow from each sender but the receiver", () => {
  const values = { from: [0, 1, 2], to: 1, start: us(1), cls: 3 };
  check(values, view);
  expect(create(values).flows).toEqual([
    { source: 0, destination: 1, bytes: Infinity, start: us(1), cls: 3 },
    { source: 2, destination: 1, bytes: Infinity, start: us(1), cls: 3 },
  ]);
});

test("a host cannot send to itself alone", () => {
  expect(() => check({ from: [1], to: 1, start: 0, cls: 3 }, view)).toThrow(
    "from: expected a host other than the receiver, got [1]",
  );
});
