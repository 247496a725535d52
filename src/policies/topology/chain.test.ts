import { expect, test } from "vitest";

import { gbps, us } from "../../base/units.ts";
import { create } from "./chain.ts";

test("three switches with two hosts each: hosts by switch, then the trunks in a row", () => {
  const wiring = create({
    ...{ switches: 3, hostsPerSwitch: 2, rate: gbps(100), delay: us(1) },
    ...{ trunkRate: gbps(400), trunkDelay: undefined },
  });
  expect(wiring.names).toEqual(["h0", "h1", "h2", "h3", "h4", "h5", "sw0", "sw1", "sw2"]);
  const ends = wiring.links.map(({ a, b }) => `${wiring.names[a]}-${wiring.names[b]}`);
  expect(ends.join(" ")).toBe("h0-sw0 h1-sw0 h2-sw1 h3-sw1 h4-sw2 h5-sw2 sw0-sw1 sw1-sw2");
  expect(wiring.links.map(({ rate }) => rate / 1e9)).toEqual([100, 100, 100, 100, 100, 100, 400, 400]);
  expect(new Set(wiring.links.map(({ delay }) => delay))).toEqual(new Set([us(1)]));
});
