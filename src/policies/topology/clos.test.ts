import { expect, test } from "vitest";

import { defaults } from "../../base/params.ts";
import { gbps, us } from "../../base/units.ts";
import { create, params } from "./clos.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { reach } from "./reach.ts";
import { failLinks } from "./fail.ts";
import * as fatTree from "./fat-tree.ts";

const values = defaults(params);
const hostsOf = ({ isSwitch }: Wiring) => isSwitch.filter((at) => !at).length;
const above = ({ names, links }: Wiring, name: string) =>
  links.filter(({ a }) => names[a] === name).map(({ b }) => names[b]);
const linksAt = ({ names, links }: Wiring, prefix: string) =>
  new Set(
    names.flatMap((name, node) =>
      name.replace(/\d+/, "") === prefix ? [links.filter(({ a, b }) => a === node || b === node).length] : [],
    ),
  );

test("SPFC's 8 pods: 512 hosts at 100G, 32 ToRs with 16, 16 leaves wired to each of 4 spines at 400G", () => {
  const fabric = create({
    ...{ ...values, pods: 8, tors: 4, leaves: 2, spines: 4, hostsPerTor: 16 },
    ...{ rate: gbps(100), uplinkRate: gbps(400), delay: us(2) },
  });
  expect(hostsOf(fabric)).toBe(512);
  expect(fabric.names.slice(-20)[0]).toBe("leaf0");
  expect(above(fabric, "h16")).toEqual(["tor1"]);
  expect(above(fabric, "tor4")).toEqual(["leaf2", "leaf3"]);
  expect(above(fabric, "leaf2")).toEqual(["spine0", "spine1", "spine2", "spine3"]);
  expect([linksAt(fabric, "tor"), linksAt(fabric, "leaf"), linksAt(fabric, "spine")]).toEqual([
    new Set([16 + 2]),
    new Set([4 + 4]),
    new Set([16]),
  ]);
  expect(fabric.links.map(({ rate }) => rate / 1e9)).toEqual([
    ...Array<number>(512).fill(100),
    ...Array<number>(8 * 4 * 2 + 16 * 4).fill(400),
  ]);
  expect(new Set(fabric.links.map(({ delay }) => delay))).toEqual(new Set([us(2)]));
});

test("ACC's 320 hosts: 20 + 20 + 16 switches and 480 links, wired like fat.txt of HPCC's simulator", () => {
  const fabric = create({
    ...{ ...values, pods: 5, tors: 4, leaves: 4, spines: 16, hostsPerTor: 16, spineWiring: "planes" },
    ...{ rate: gbps(100), uplinkRate: gbps(400), delay: us(1) },
  });
  const wired = fabric.links.map(({ a, b, rate }) => `${a} ${b} ${rate / 1e9}Gbps`);
  // In fat.txt hosts are nodes 0 to 319 and ToRs 320 to 339. Aggregation switches are 340 to 359, core switches 360 to 375.
  const expected: string[] = [];
  for (let host = 0; host < 320; host++) expected.push(`${host} ${320 + Math.floor(host / 16)} 100Gbps`);
  for (let tor = 320; tor < 340; tor++) {
    const pod = Math.floor((tor - 320) / 4);
    for (let k = 0; k < 4; k++) expected.push(`${tor} ${340 + 4 * pod + k} 400Gbps`);
  }
  for (let leaf = 340; leaf < 360; leaf++) {
    for (let k = 0; k < 4; k++) expected.push(`${leaf} ${360 + 4 * (leaf % 4) + k} 400Gbps`);
  }
  expect(wired).toEqual(expected);
});

test("one pod without spines and without leaf0-tor3 and leaf1-tor0 still joins all its hosts, over ToRs in between", () => {
  const pod = create({ ...values, pods: 1, tors: 4, leaves: 2, spines: 0, hostsPerTor: 16 });
  expect(pod.names.slice(64)).toEqual(["tor0", "tor1", "tor2", "tor3", "leaf0", "leaf1"]);
  const broken = failLinks(pod, [
    { link: "leaf0-tor3", at: 0 },
    { link: "leaf1-tor0", at: 0 },
  ]);
  const reaches = reach(broken);
  for (let host = 1; host < 64; host++) expect(reaches(0, host)).toBe(true);
  expect(broken.links.filter(({ failsAt }) => failsAt === 0)).toHaveLength(2);
});

test("with the numbers of a k = 8 fat-tree and planes it is one, link for link", () => {
  const clos = create({ ...values, pods: 8, tors: 4, leaves: 4, spines: 16, hostsPerTor: 4, spineWiring: "planes" });
  expect(clos.links).toEqual(fatTree.create({ ...defaults(fatTree.params), k: 8 }).links);
});

test("links to spines may be of their own kind; otherwise they are like those between ToRs and leaves", () => {
  const one = { ...values, pods: 1, tors: 1, leaves: 1, spines: 1, hostsPerTor: 1 };
  const kinds = (more: object) => create({ ...one, ...more }).links.map(({ rate, delay }) => [rate / 1e9, delay / 1e6]);
  expect(kinds({ uplinkRate: gbps(400), uplinkDelay: us(3), spineRate: gbps(800), spineDelay: us(5) })).toEqual([
    [100, 1],
    [400, 3],
    [800, 5],
  ]);
  expect(kinds({ uplinkRate: gbps(400), uplinkDelay: us(3) })).toEqual([
    [100, 1],
    [400, 3],
    [400, 3],
  ]);
});

test.each([
  [{ spines: 0 }, "spines: expected one spine or more to join 2 pods, got 0"],
  [{ leaves: 4, spines: 6, spineWiring: "planes" }, "spines: expected a multiple of 4, a plane for each leaf of a pod"],
  [{ pods: 100, tors: 100, hostsPerTor: 100 }, "nodes: expected at most 131072 nodes in all, got 1000000"],
] as const)("%o is refused", (more, message) => {
  expect(() => create({ ...values, ...more })).toThrow(message);
});
