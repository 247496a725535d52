import { expect, test } from "vitest";

import { defaults } from "../base/params.ts";
import { create, params } from "../policies/topology/leaf-spine.ts";
import { ms } from "../base/units.ts";
import { trafficView } from "./traffic.ts";

test("traffic sees hosts, the rate of a host's first link, and the switch at its other end", () => {
  const wiring = create({ ...defaults(params), leaves: 2, spines: 1, hostsPerLeaf: 2 });
  const [first, ...others] = wiring.links;
  const view = trafficView({ ...wiring, links: [{ ...first, a: first.b, b: first.a, rate: 25e9 }, ...others] }, ms(1));
  expect(view.hosts).toEqual([0, 1, 2, 3]);
  expect(view.hosts.map((host) => view.rate(host) / 1e9)).toEqual([25, 100, 100, 100]);
  expect(view.hosts.map((host) => wiring.names[view.leafOf(host)])).toEqual(["leaf0", "leaf0", "leaf1", "leaf1"]);
  expect(view.until).toBe(ms(1));
});
