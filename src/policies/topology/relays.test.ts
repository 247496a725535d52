import { expect, test } from "vitest";
import { gbps, ns, us } from "../../base/units.ts";
import { withRelays } from "./relays.ts";

const long = { a: 1, b: 2, rate: gbps(400), delay: us(3000), failsAt: us(5) };
const wiring = {
  names: ["h0", "s0", "s1", "h1"],
  isSwitch: [false, true, true, false],
  links: [{ a: 0, b: 1, rate: gbps(100), delay: us(1) }, long, { a: 2, b: 3, rate: gbps(100), delay: us(1) }],
};

test("a box at each end: the link keeps number, rate, delay and fate, cables of its rate come last", () => {
  const { wiring: relayed, relays } = withRelays(wiring, new Map([[1, ns(50)]]));
  expect(relayed.names).toEqual(["h0", "s0", "s1", "h1", "relay0", "relay1"]);
  expect(relayed.isSwitch).toEqual([false, true, true, false, true, true]);
  expect(relayed.relays).toEqual([4, 5]);
  expect(relayed.links).toEqual([
    wiring.links[0],
    { ...long, a: 4, b: 5, joins: [1, 2] },
    wiring.links[2],
    { a: 1, b: 4, rate: gbps(400), delay: ns(50) },
    { a: 2, b: 5, rate: gbps(400), delay: ns(50) },
  ]);
  expect(relays.get(1)).toEqual([
    { node: 4, cable: 3 },
    { node: 5, cable: 4 },
  ]);
});

test("a name that is taken is left out", () => {
  const { wiring: relayed } = withRelays({ ...wiring, names: ["h0", "relay0", "s1", "h1"] }, new Map([[1, 0]]));
  expect(relayed.names.slice(4)).toEqual(["relay1", "relay2"]);
});
