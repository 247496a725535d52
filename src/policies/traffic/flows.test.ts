import { expect, test } from "vitest";

import { ms, us } from "../../base/units.ts";
import { check, create } from "./flows.ts";

const view = { hosts: [0, 1], until: ms(1), rate: () => 100e9 };
const row = { from: 0, to: 1, size: 1000, start: us(10), class: undefined };

test("a row is a flow; its class is its own or the entry's", () => {
  const { flows, trains } = create({ list: [row, { ...row, from: 1, to: 0, start: 0, class: 5 }], cls: 3 });
  expect(flows).toEqual([
    { source: 0, destination: 1, bytes: 1000, start: us(10), cls: 3 },
    { source: 1, destination: 0, bytes: 1000, start: 0, cls: 5 },
  ]);
  expect(trains).toEqual([]);
});

test.each([
  [[], "list: expected at least one flow, got []"],
  [[row, { ...row, to: 0 }], "list[1].to: expected a host other than the sender, got 0"],
  [
    [row, row, { ...row, start: ms(2) }],
    'list[2].start: expected a time before the end of the run at 1 ms, got "2 ms"',
  ],
])("listing %# is refused", (list, message) => {
  expect(() => check({ list, cls: 3 }, view)).toThrow(message);
});
