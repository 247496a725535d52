import { expect, test } from "vitest";

import { gbps, us } from "../../base/units.ts";
import { create } from "./leaf-spine.ts";

const values = { rate: gbps(100), delay: us(1), uplinkRate: undefined, uplinkDelay: undefined };

test("2 leaves, 2 spines, 2 hosts a leaf: each leaf's ports are its hosts, then spine0, spine1", () => {
  const wiring = create({ ...values, leaves: 2, spines: 2, hostsPerLeaf: 2 });
  expect(wiring.names).toEqual(["h0", "h1", "h2", "h3", "leaf0", "leaf1", "spine0", "spine1"]);
  const ends = wiring.links.map(({ a, b }) => `${wiring.names[a]}-${wiring.names[b]}`);
  expect(ends).toEqual([
    ...["h0-leaf0", "h1-leaf0", "h2-leaf1", "h3-leaf1"],
    ...["leaf0-spine0", "leaf0-spine1", "leaf1-spine0", "leaf1-spine1"],
  ]);
});

test("the fabric of DSH and of many others, 8 x 8 with 16 hosts a leaf: 128 hosts, 128 + 64 links", () => {
  const wiring = create({
    ...values,
    leaves: 8,
    spines: 8,
    hostsPerLeaf: 16,
    uplinkRate: gbps(400),
    uplinkDelay: us(2),
  });
  expect(wiring.isSwitch.filter((isSwitch) => !isSwitch)).toHaveLength(128);
  expect(wiring.links).toHaveLength(192);
  expect(wiring.links[191]).toMatchObject({ rate: 400e9, delay: 2e6 });
});

test("more links than fit is refused", () => {
  expect(() => create({ ...values, leaves: 5000, spines: 250, hostsPerLeaf: 1 })).toThrow("at most 1048576 links");
});
