import { expect, test } from "vitest";

import { ParamError } from "../../base/params.ts";
import { gbps, us } from "../../base/units.ts";
import { create } from "./star.ts";

const values = { hosts: 2, rate: gbps(100), delay: us(9), receivers: 0, receiverDelay: undefined };

test("two hosts and a switch: h0 and h1 are nodes 0 and 1, the switch comes last", () => {
  const { names, isSwitch, links } = create(values);
  expect(names).toEqual(["h0", "h1", "sw0"]);
  expect(isSwitch).toEqual([false, false, true]);
  expect(links).toEqual([
    { a: 0, b: 2, rate: 100e9, delay: 9e6 },
    { a: 1, b: 2, rate: 100e9, delay: 9e6 },
  ]);
});

test("receivers are hosts r1, r2, ... with a delay of their own, or the common one", () => {
  const { names, links } = create({ ...values, receivers: 2, receiverDelay: us(1) });
  expect(names).toEqual(["h0", "h1", "r1", "r2", "sw0"]);
  expect(links.map(({ a, b, delay }) => [a, b, delay])).toEqual([
    [0, 4, us(9)],
    [1, 4, us(9)],
    [2, 4, us(1)],
    [3, 4, us(1)],
  ]);
  expect(create({ ...values, receivers: 1 }).links[2].delay).toBe(us(9));
});

test("one host alone is refused, one with a receiver is not, and neither are too many nodes let through", () => {
  expect(() => create({ ...values, hosts: 1 })).toThrow(
    "hosts: expected at least two hosts, receivers included, got 1",
  );
  expect(create({ ...values, hosts: 1, receivers: 1 }).names).toEqual(["h0", "r1", "sw0"]);
  expect(() => create({ ...values, hosts: 131_072 })).toThrow(ParamError);
});
