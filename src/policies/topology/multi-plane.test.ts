import { expect, test } from "vitest";

import { defaults } from "../../base/params.ts";
import { gbps, ns, us } from "../../base/units.ts";
import { create, params } from "./multi-plane.ts";

test("2 planes of 2 leaves and 1 spine, 1 host a leaf: each NIC has its host, then a port on each plane", () => {
  const wiring = create({ ...defaults(params), planes: 2, leaves: 2, spines: 1, hostsPerLeaf: 1 });
  expect(wiring.names).toEqual(["h0", "h1", "nic0", "nic1", "leaf0", "leaf1", "leaf2", "leaf3", "spine0", "spine1"]);
  const ends = wiring.links.map(({ a, b }) => `${wiring.names[a]}-${wiring.names[b]}`);
  expect(ends).toEqual([
    ...["h0-nic0", "h1-nic1"],
    ...["nic0-leaf0", "nic1-leaf1", "leaf0-spine0", "leaf1-spine0"],
    ...["nic0-leaf2", "nic1-leaf3", "leaf2-spine1", "leaf3-spine1"],
  ]);
});

test("a host's link is as fast as its NIC's ports together", () => {
  const wiring = create({ ...defaults(params), planes: 4, rate: gbps(200) });
  expect(wiring.links[0]).toMatchObject({ rate: 800e9, delay: ns(100) });
  expect(wiring.links[8]).toMatchObject({ rate: 200e9, delay: us(1) });
  expect(wiring.links).toHaveLength(8 + 4 * (8 + 4));
});
