import { expect, test } from "vitest";

import { defaults } from "../../base/params.ts";
import { gbps, MiB, ms, us } from "../../base/units.ts";
import { failLinks } from "./fail.ts";
import * as fatTree from "./fat-tree.ts";
import { create, params } from "./two-dc.ts";

const values = defaults(params);
const ends = ({ names, links }: ReturnType<typeof create>) => links.map(({ a, b }) => `${names[a]}-${names[b]}`);

test("Bifrost's simulations: two fat-trees of 16 hosts, each core switch wired to its DCI switch, 400G and 3 ms between those", () => {
  const fabric = create({ ...values, dciRate: gbps(400), dciDelay: ms(3), dciMemory: MiB(320) });
  expect(fabric.isSwitch.filter((at) => !at)).toHaveLength(32);
  expect(fabric.names.slice(32, 53)).toEqual([
    ...Array.from({ length: 8 }, (_, k) => `edge${k}`),
    ...Array.from({ length: 8 }, (_, k) => `agg${k}`),
    ...["core0", "core1", "core2", "core3", "dci0"],
  ]);
  expect(fabric.names[53]).toBe("edge8");
  expect(ends(fabric).filter((link) => link.includes("dci"))).toEqual([
    ...["core0-dci0", "core1-dci0", "core2-dci0", "core3-dci0"],
    ...["core4-dci1", "core5-dci1", "core6-dci1", "core7-dci1", "dci0-dci1"],
  ]);
  const long = fabric.links[fabric.links.length - 1];
  expect([long.rate, long.delay]).toEqual([gbps(400), ms(3)]);
  expect(fabric.links.slice(0, -1).every(({ rate, delay }) => rate === gbps(100) && delay === us(1))).toBe(true);
  const memory = [...(fabric.memory ?? [])].map(([node, bytes]) => [fabric.names[node], bytes]);
  expect(memory).toEqual([
    ["dci0", MiB(320)],
    ["dci1", MiB(320)],
  ]);
});

test("each data centre is the fat-tree of that k", () => {
  const fabric = create(values);
  const tree = fatTree.create({ ...defaults(fatTree.params), k: 4 });
  const inside = ends(fabric).filter((link) => !link.includes("dci"));
  const expected = tree.links.map(({ a, b }) => `${tree.names[a]}-${tree.names[b]}`);
  expect(inside.slice(0, 48)).toEqual(expected);
  const renumbered = expected.map((link) =>
    link.replace(/([a-z]+)(\d+)/g, (_, kind: string, k: string) => {
      return `${kind}${Number(k) + { h: 16, edge: 8, agg: 8, core: 4 }[kind]!}`;
    }),
  );
  expect(inside.slice(48)).toEqual(renumbered);
});

test.each([
  ["A", { hosts: 2, farHosts: 1, dciLinks: 2 }, "h0-dci0 h1-dci0 h2-dci1 dci0-dci1 dci0-dci1"],
  ["B", { dciLinks: 2 }, "h0-dci0 h1-dci0 h2-dci1 h3-dci1 dci0-dci1 dci0-dci1"],
  [
    "C",
    { hosts: 4, farHosts: 2, dciLinks: 3 },
    "h0-dci0 h1-dci0 h2-dci0 h3-dci0 h4-dci1 h5-dci1 dci0-dci1 dci0-dci1 dci0-dci1",
  ],
])("Bifrost's testbed, topology %s: hosts on the DCI switches and links of 400 us", (_, more, links) => {
  const fabric = create({ ...values, k: 0, ...more });
  expect(ends(fabric).join(" ")).toBe(links);
  expect(fabric.links.map(({ delay }) => delay)).toEqual(
    ends(fabric).map((link) => (link === "dci0-dci1" ? us(400) : us(1))),
  );
});

test("the second of the long links fails by its name", () => {
  const fabric = create({ ...values, k: 0, dciLinks: 2 });
  const failed = failLinks(fabric, [{ link: "dci0-dci1#2", at: ms(1) }]).links.map(({ failsAt }) => failsAt);
  expect(failed).toEqual([undefined, undefined, undefined, undefined, undefined, ms(1)]);
});

test.each([
  [{ k: 3 }, "k: expected an even number of ports, got 3. Set 2 or 4."],
  [{ hosts: 12 }, "hosts: expected a multiple of 8, the edge switches, got 12"],
  [{ farHosts: 4 }, "farHosts: expected a multiple of 8, the edge switches, got 4"],
])("%o is refused", (more, message) => {
  expect(() => create({ ...values, ...more })).toThrow(message);
});
