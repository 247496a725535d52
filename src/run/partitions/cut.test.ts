import fc from "fast-check";
import { expect, test } from "vitest";

import type { Wiring } from "../../contracts/topology.ts";
import { create as dumbbell } from "../../policies/topology/dumbbell.ts";
import { create as fatTree } from "../../policies/topology/fat-tree.ts";
import { create as leafSpine } from "../../policies/topology/leaf-spine.ts";
import { create as star } from "../../policies/topology/star.ts";
import { create as twoDc } from "../../policies/topology/two-dc.ts";
import { gbps, ms, us, type Ps } from "../../base/units.ts";
import { cut, type Cut } from "./cut.ts";
import { heaviest, pack } from "./graph-partition.ts";

const links = { rate: gbps(100), delay: us(1), uplinkRate: undefined, uplinkDelay: undefined };

/** The load of links if the traffic is unknown. */
const unknown = (wiring: Wiring): Float64Array => new Float64Array(wiring.links.length);

/** The names of each partition's nodes that begin with `prefix`. */
function named({ names }: Wiring, { part, parts }: Cut, prefix: string): string[][] {
  return Array.from({ length: parts }, (_, q) =>
    names.filter((name, node) => part[node] === q && name.startsWith(prefix)),
  );
}

const sizes = (lists: readonly string[][]): number[] => lists.map(({ length }) => length);

/** The share of the load that crosses partitions. */
function crossing(wiring: Wiring, load: Float64Array, { part }: Cut): number {
  const total = load.reduce((sum, one) => sum + one, 0);
  return wiring.links.reduce((sum, { a, b }, link) => (part[a] === part[b] ? sum : sum + load[link]), 0) / total;
}

test("8 leaves, 8 spines, 8 parts: each has a leaf with its hosts, and a spine", () => {
  const wiring = leafSpine({ ...links, leaves: 8, spines: 8, hostsPerLeaf: 16 });
  const found = cut(wiring, unknown(wiring), 8);
  expect(found).toMatchObject({ parts: 8, lookahead: us(1), imbalance: 1 });
  expect(sizes(named(wiring, found, "leaf"))).toEqual(new Array(8).fill(1));
  expect(sizes(named(wiring, found, "spine"))).toEqual(new Array(8).fill(1));
  wiring.links.slice(0, 128).forEach(({ a, b }) => {
    expect(found.part[a]).toBe(found.part[b]);
  });
});

test.each([2, 3, 5, 8])(
  "a fat-tree of 1,024 hosts in %i parts: balanced to 5%, and less than a third of the load crosses",
  (parts) => {
    const wiring = fatTree({ ...links, k: 16, hostsPerEdge: undefined });
    const load = new Float64Array(wiring.links.length).fill(1);
    const found = cut(wiring, load, parts);
    expect(found).toMatchObject({ parts, lookahead: us(1) });
    expect(found.imbalance).toBeLessThan(1.05);
    // Pods are whole and the cores are evenly divided. So a share of 1 - 1 / parts of the 1,024 links to the cores
    // crosses, of 3,072 links.
    expect(crossing(wiring, load, found)).toBeLessThan(((1 - 1 / parts) / 3) * 1.2);
  },
);

test.each([2, 4, 8])("a fat-tree with longer links to its cores, in %i parts: they alone are cut", (parts) => {
  const { names, links: wires, ...rest } = fatTree({ ...links, k: 8, hostsPerEdge: undefined });
  const far = wires.map((link) => (names[link.b].startsWith("core") ? { ...link, delay: us(5) } : link));
  const wiring = { ...rest, names, links: far };
  const found = cut(wiring, unknown(wiring), parts);
  expect(found).toMatchObject({ parts, lookahead: us(5) });
  expect(found.imbalance).toBeLessThan(1.05);
  expect(sizes(named(wiring, found, "agg"))).toEqual(new Array(parts).fill(32 / parts));
});

test("a dumbbell has two parts, whatever is asked for, and a star has one", () => {
  const bell = dumbbell({ pairs: 4, rate: gbps(100), delay: us(1), trunkRate: undefined, trunkDelay: us(10) });
  const found = cut(bell, unknown(bell), 5);
  expect(found).toMatchObject({ parts: 2, lookahead: us(10), imbalance: 1 });
  expect(named(bell, found, "sw")).toEqual([["sw0"], ["sw1"]]);
  const alone = star({ hosts: 4, receivers: 0, rate: gbps(100), delay: us(1), receiverDelay: undefined });
  expect(cut(alone, unknown(alone), 2)).toMatchObject({ parts: 1, lookahead: Infinity, imbalance: 1 });
});

const far = {
  ...links,
  k: 4,
  hosts: undefined,
  farHosts: undefined,
  dciLinks: 1,
  dciRate: gbps(400),
  dciDelay: ms(3),
  dciMemory: undefined,
};

test("two data centres 600 km apart: two parts are cut at the long link, even where the work is 8 to 7", () => {
  for (const farHosts of [16, 8]) {
    const wiring = twoDc({ ...far, farHosts });
    const found = cut(wiring, unknown(wiring), 2);
    expect(found).toMatchObject({ parts: 2, lookahead: ms(3) });
    expect(named(wiring, found, "dci")).toEqual([["dci0"], ["dci1"]]);
  }
});

test("two data centres in four and eight parts: no part has switches of both", () => {
  const wiring = twoDc({ ...far, k: 8 });
  for (const parts of [4, 8]) {
    const found = cut(wiring, unknown(wiring), parts);
    expect(found.imbalance).toBeLessThan(1.1);
    const isFar = wiring.names
      .map((name) => /^h(\d+)/.exec(name))
      .flatMap((host) => (host ? [Number(host[1]) >= 128] : []));
    for (let q = 0; q < parts; q++)
      expect(new Set(isFar.filter((_, host) => found.part[host] === q)).size).toBeLessThan(2);
    const cores = named(wiring, found, "core").map(
      (names) => new Set(names.map((name) => Number(name.slice(4)) >= 16)).size,
    );
    expect(Math.max(...cores)).toBe(1);
  }
});

test("a leaf with half of all the work has a part of its own", () => {
  const wiring = leafSpine({ ...links, leaves: 4, spines: 2, hostsPerLeaf: 4 });
  // The hosts of leaf 0 send to each other. Their 4 links have a load of 14. The other 12 links of hosts and the 8
  // uplinks have a load of 1.
  const load = Float64Array.from(wiring.links, (_, link) => (link < 4 ? 14 : 1));
  const found = cut(wiring, load, 2);
  expect(named(wiring, found, "leaf")).toEqual([["leaf0"], ["leaf1", "leaf2", "leaf3"]]);
});

test("two hosts joined directly are two parts; without delay they are one", () => {
  const pair = (delay: Ps): Wiring => ({
    names: ["h0", "h1"],
    isSwitch: [false, false],
    links: [{ a: 0, b: 1, rate: gbps(100), delay }],
  });
  expect(cut(pair(us(1)), new Float64Array(1), 2)).toMatchObject({ parts: 2, lookahead: us(1) });
  expect(cut(pair(0), new Float64Array(1), 2)).toMatchObject({ parts: 1, lookahead: Infinity });
});

test("a host on two switches stays with that of its first link", () => {
  const link = (a: number, b: number, delay: Ps) => ({ a, b, delay, rate: gbps(100) });
  const wiring: Wiring = {
    names: ["h0", "h1", "s0", "s1"],
    isSwitch: [false, false, true, true],
    links: [link(0, 3, us(1)), link(0, 2, us(1)), link(1, 2, us(1)), link(2, 3, us(9))],
  };
  const found = cut(wiring, unknown(wiring), 2);
  expect(found).toMatchObject({ parts: 2, lookahead: us(1) });
  expect(found.part[0]).toBe(found.part[3]);
  expect(found.part[1]).toBe(found.part[2]);
});

/** Random networks: switches and their links, hosts, delays and loads. */
const networks = fc
  .record({
    switches: fc.integer({ min: 1, max: 24 }),
    hosts: fc.nat(30),
    extra: fc.nat(40),
    delays: fc.constantFrom([1], [0, 1], [1, 2, 5, 100]),
  })
  .chain(({ switches, hosts, extra, delays }) => {
    const node = fc.nat(switches - 1);
    const wire = fc.record({ a: node, b: node, delay: fc.constantFrom(...delays), load: fc.nat(9) });
    return fc.array(wire, { minLength: switches + hosts + extra, maxLength: switches + hosts + extra }).map((wires) => {
      const names = Array.from({ length: switches + hosts }, (_, k) => (k < switches ? `s${k}` : `h${k - switches}`));
      // First a link for each node but the first, so that the network is connected.
      const ends = wires.map(({ a, b, ...rest }, k) =>
        k < names.length ? { a: k, b: Math.min(b, Math.max(k - 1, 0)), ...rest } : { a, b, ...rest },
      );
      const own = ends.filter(({ a, b }) => a !== b);
      const wiring: Wiring = {
        names,
        isSwitch: names.map((name) => name.startsWith("s")),
        links: own.map(({ a, b, delay }) => ({ a, b, delay: us(delay), rate: gbps(100) })),
      };
      return { wiring, load: Float64Array.from(own, ({ load }) => load) };
    });
  });

/**
 * For each node, the lowest node with which links join it whose delay is below `delay`, or which lead to hosts. A slow
 * reference.
 */
function joinedBelow({ names, isSwitch, links }: Wiring, delay: Ps): number[] {
  const lowest = names.map((_, node) => node);
  for (let changes = true; changes;) {
    changes = false;
    for (const link of links) {
      if (link.delay > 0 && link.delay >= delay && isSwitch[link.a] && isSwitch[link.b]) continue;
      const least = Math.min(lowest[link.a], lowest[link.b]);
      changes ||= lowest[link.a] !== least || lowest[link.b] !== least;
      lowest[link.a] = lowest[link.b] = least;
    }
  }
  return lowest;
}

/** The weight of each group of nodes that such links join. */
function weights(wiring: Wiring, load: Float64Array, delay: Ps): Float64Array {
  const lowest = joinedBelow(wiring, delay);
  const sums = new Map(lowest.map((node) => [node, 0]));
  wiring.links.forEach(({ a, b }, link) => {
    for (const end of [a, b]) sums.set(lowest[end], sums.get(lowest[end])! + load[link]);
  });
  return Float64Array.from(sums.values());
}

test("any network: no part is empty, hosts are with their switch, no link without delay is cut, and the figures are true", () => {
  fc.assert(
    fc.property(networks, fc.integer({ min: 1, max: 9 }), ({ wiring, load }, asked) => {
      const found = cut(wiring, load, asked);
      const { part, parts, lookahead, imbalance } = found;
      const units = new Set(joinedBelow(wiring, 0)).size;
      expect(parts).toBe(Math.min(asked, units));
      expect(new Set(part)).toEqual(new Set(Array.from({ length: parts }, (_, q) => q)));
      const between = wiring.links.filter(({ a, b }) => part[a] !== part[b]);
      for (const { a, b, delay } of between) {
        expect(delay).toBeGreaterThan(0);
        expect(wiring.isSwitch[a] && wiring.isSwitch[b]).toBe(true);
      }
      expect(lookahead).toBe(Math.min(Infinity, ...between.map(({ delay }) => delay)));
      const known = load.some((one) => one > 0) ? load : load.map(() => 1);
      const work = new Float64Array(parts);
      wiring.links.forEach(({ a, b }, link) => {
        work[part[a]] += known[link];
        work[part[b]] += known[link];
      });
      const total = work.reduce((sum, one) => sum + one, 0);
      expect(imbalance).toBeCloseTo(total === 0 ? 1 : (Math.max(...work) * parts) / total, 12);
      expect(cut(wiring, load.slice(), asked)).toEqual(found);
    }),
  );
});

test("any network: balanced as well as packing by weight alone can, to 5%, or to 15% for long links; no longer ones would do", () => {
  fc.assert(
    fc.property(networks, fc.integer({ min: 2, max: 5 }), ({ wiring, load }, asked) => {
      fc.pre(load.some((one) => one > 0));
      const { parts, lookahead, imbalance } = cut(wiring, load, asked);
      const packed = (delay: Ps): number => {
        const weight = weights(wiring, load, delay);
        const total = weight.reduce((sum, one) => sum + one, 0);
        return weight.length < parts ? Infinity : (heaviest(weight, pack(weight, parts), parts) * parts) / total;
      };
      const delays = new Set(wiring.links.map(({ delay }) => delay).filter((delay) => delay > 0));
      const goal = Math.max(delays.size > 1 ? 1.15 : 1.05, packed(0)) + 1e-6;
      expect(imbalance).toBeLessThanOrEqual(goal);
      for (const delay of delays) if (delay > lookahead) expect(packed(delay)).toBeGreaterThan(goal - 1e-3);
    }),
  );
});
