import { expect, test } from "vitest";

import { gbps, us } from "../../base/units.ts";
import { create } from "./dumbbell.ts";

const values = { pairs: 2, rate: gbps(100), delay: us(1), trunkRate: undefined, trunkDelay: undefined };

test("two pairs: senders on sw0, receivers on sw1, and the link that all share comes last", () => {
  const { names, isSwitch, links } = create(values);
  expect(names).toEqual(["h0", "h1", "r0", "r1", "sw0", "sw1"]);
  expect(isSwitch).toEqual([false, false, false, false, true, true]);
  const ends = links.map(({ a, b }) => `${names[a]}-${names[b]}`);
  expect(ends).toEqual(["h0-sw0", "h1-sw0", "r0-sw1", "r1-sw1", "sw0-sw1"]);
  expect(new Set(links.map(({ rate, delay }) => `${rate / 1e9}G ${delay / 1e6}us`))).toEqual(new Set(["100G 1us"]));
});

test("only the link between the switches has the trunk's rate and delay", () => {
  const { links } = create({ ...values, trunkRate: gbps(40), trunkDelay: us(10) });
  expect(links.map(({ rate }) => rate / 1e9)).toEqual([100, 100, 100, 100, 40]);
  expect(links.map(({ delay }) => delay / 1e6)).toEqual([1, 1, 1, 1, 10]);
});
