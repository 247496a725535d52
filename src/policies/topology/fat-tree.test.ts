import { expect, test } from "vitest";

import { gbps, us } from "../../base/units.ts";
import { create } from "./fat-tree.ts";

const values = {
  rate: gbps(100),
  delay: us(1),
  hostsPerEdge: undefined,
  uplinkRate: undefined,
  uplinkDelay: undefined,
};

test.each([
  [4, 16, 20, 48],
  [8, 128, 80, 384],
  [16, 1024, 320, 3072],
])(
  "k = %i: k^3 / 4 = %i hosts, 5 k^2 / 4 = %i switches, 3 k^3 / 4 = %i links, k on every switch",
  (k, hosts, switches, links) => {
    const wiring = create({ ...values, k });
    expect(wiring.isSwitch.filter((isSwitch) => !isSwitch)).toHaveLength(hosts);
    expect(wiring.isSwitch.filter((isSwitch) => isSwitch)).toHaveLength(switches);
    expect(wiring.links).toHaveLength(links);
    const ports = wiring.names.map((_, node) => wiring.links.filter(({ a, b }) => a === node || b === node).length);
    expect(new Set(ports.slice(0, hosts))).toEqual(new Set([1]));
    expect(new Set(ports.slice(hosts))).toEqual(new Set([k]));
  },
);

test("k = 4: agg0 of a pod is wired to core0 and core1, agg1 to core2 and core3", () => {
  const { names, links } = create({ ...values, k: 4 });
  const above = (name: string) => links.filter(({ a }) => names[a] === name).map(({ b }) => names[b]);
  expect(above("h3")).toEqual(["edge1"]);
  expect(above("edge2")).toEqual(["agg2", "agg3"]);
  expect(above("agg2")).toEqual(["core0", "core1"]);
  expect(above("agg7")).toEqual(["core2", "core3"]);
});

test("an odd k is refused; more hosts an edge switch are not; links of switches may be faster", () => {
  expect(() => create({ ...values, k: 5 })).toThrow("k: expected an even number of ports, got 5. Set 4 or 6.");
  const wiring = create({ ...values, k: 2, hostsPerEdge: 3, uplinkRate: gbps(400) });
  expect(wiring.isSwitch.filter((isSwitch) => !isSwitch)).toHaveLength(6);
  expect(wiring.links.map(({ rate }) => rate / 1e9)).toEqual([100, 100, 100, 100, 100, 100, 400, 400, 400, 400]);
});
