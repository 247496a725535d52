import { expect, test } from "vitest";

import { gbps, us } from "../../base/units.ts";
import { create, type ListedLink, type ListedNode } from "./file.ts";

const node = (name: string, kind: "host" | "switch" = "host"): ListedNode => ({ name, kind });
const link = (a: string, b: string, more: Partial<ListedLink> = {}): ListedLink => ({
  ...{ a, b, rate: gbps(100), delay: us(1), bitErrorRate: 0, frameErrorRate: 0, failsAt: undefined },
  ...more,
});
const nodes = [node("left"), node("s", "switch"), node("right")];

test("hosts come first, then switches; links keep their order", () => {
  const wiring = create({ nodes, links: [link("s", "right"), link("left", "s")] });
  expect(wiring.names).toEqual(["left", "right", "s"]);
  expect(wiring.isSwitch).toEqual([false, false, true]);
  expect(wiring.links).toEqual([
    { a: 2, b: 1, rate: 100e9, delay: 1e6 },
    { a: 0, b: 2, rate: 100e9, delay: 1e6 },
  ]);
});

test("a link may err, and fail", () => {
  const bad = link("left", "s", { bitErrorRate: 1e-12, frameErrorRate: 0.001, failsAt: us(5) });
  const [made] = create({ nodes, links: [bad, link("s", "right")] }).links;
  expect(made).toMatchObject({ bitErrorRate: 1e-12, frameErrorRate: 0.001, failsAt: us(5) });
});

test.each([
  [{}, "nodes: expected hosts and switches, or `path` of a topology file, got []"],
  [{ nodes: [node("a"), node("s", "switch")] }, "nodes: expected at least two hosts, got 1"],
  [
    { nodes: [...nodes, node("left")] },
    'nodes[3].name: expected a unique name, got "left". Another node has this name.',
  ],
  [{ nodes: [...nodes, node("")] }, 'nodes[3].name: expected a name, got ""'],
  [
    { nodes, links: [link("left", "s"), link("rihgt", "s")] },
    'links[1].a: expected the name of a node, got "rihgt". Did you mean "right"?',
  ],
  [{ nodes, links: [link("s", "s")] }, 'links[0].b: expected a node other than s, got "s". A link joins two nodes.'],
  [
    { nodes, links: [link("left", "s"), link("s", "left")] },
    'links[1]: expected one link between two nodes, got "s-left". links[0] joins them already.',
  ],
])("listing %# is refused: %o", (listing, message) => {
  expect(() => create(listing)).toThrow(message);
});

test("links side by side are so many links between the same two nodes", () => {
  const nodes = [
    { name: "a", kind: "host" as const },
    { name: "b", kind: "host" as const },
    { name: "s", kind: "switch" as const },
    { name: "t", kind: "switch" as const },
  ];
  const link = { rate: 1e11, delay: 1000, bitErrorRate: 0, frameErrorRate: 0, failsAt: undefined };
  const ends = [
    { a: "a", b: "s" },
    { a: "s", b: "t", parallel: 3 },
    { a: "t", b: "b" },
  ];
  const { links } = create({ nodes, links: ends.map((one) => ({ ...link, ...one })) });
  expect(links.map(({ a, b }) => `${a}-${b}`)).toEqual(["0-2", "2-3", "2-3", "2-3", "3-1"]);
});

test("a switch may have memory of its own", () => {
  const links = [link("left", "s"), link("s", "right")];
  expect(create({ nodes, links, memory: [{ switch: "s", memory: 64 }] }).memory).toEqual(new Map([[2, 64]]));
  expect(() => create({ nodes, links, memory: [{ switch: "left", memory: 64 }] })).toThrow(
    'memory[0].switch: expected the name of a switch, got "left"',
  );
});

test("rows of a topology file may join the same two nodes: each is a link", () => {
  const links = [link("left", "s"), link("s", "left", { rate: gbps(50) }), link("s", "right")];
  expect(create({ nodes, links, sideBySide: true }).links.map(({ rate }) => rate)).toEqual([100e9, 50e9, 100e9]);
});
