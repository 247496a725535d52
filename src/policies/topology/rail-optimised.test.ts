import { expect, test } from "vitest";

import { defaults } from "../../base/params.ts";
import { gbps, us } from "../../base/units.ts";
import { create, params } from "./rail-optimised.ts";

test("2 groups of 2 servers with 2 NICs, 1 spine: NIC k of each server hangs on leaf k of its group", () => {
  const wiring = create({ ...defaults(params), groups: 2, servers: 2, rails: 2, spines: 1 });
  const ends = wiring.links.map(({ a, b }) => `${wiring.names[a]}-${wiring.names[b]}`);
  expect(ends).toEqual([
    ...["h0-leaf0", "h1-leaf1", "h2-leaf0", "h3-leaf1"],
    ...["h4-leaf2", "h5-leaf3", "h6-leaf2", "h7-leaf3"],
    ...["leaf0-spine0", "leaf1-spine0", "leaf2-spine0", "leaf3-spine0"],
  ]);
});

test("1024 GPUs: 4 groups of 32 servers with 8 NICs, 32 leaves of 32 hosts and 16 spines", () => {
  const size = { groups: 4, servers: 32, rails: 8, spines: 16, uplinkRate: gbps(400), uplinkDelay: us(2) };
  const wiring = create({ ...defaults(params), ...size });
  expect(wiring.isSwitch.filter((at) => !at)).toHaveLength(1024);
  expect(wiring.isSwitch.filter((at) => at)).toHaveLength(32 + 16);
  expect(wiring.links).toHaveLength(1024 + 32 * 16);
  expect(wiring.links.at(-1)).toMatchObject({ rate: 400e9, delay: 2e6 });
});
