import { expect, test } from "vitest";
import { deadlockRisks } from "./deadlock.ts";
import { readScenario, setUp } from "../lab/lab.ts";
import { portNames } from "../measure/port-tables.ts";
import type { Network } from "../../sim/model/network.ts";
import { bufferDependencies } from "../network/dependencies.ts";

function networkOf(topology: object): Network {
  const traffic = [{ kind: "flows", list: [{ from: "h0", to: "h1", size: "1KB" }] }];
  return setUp(
    readScenario(JSON.stringify({ until: "1us", topology, switch: { memory: "1GiB" }, traffic }), "graph.json"),
  ).network;
}

/** A fabric of links such as "h0-s0". Names of hosts begin with h. */
function wired(...links: string[]): object {
  const ends = links.map((link) => link.split("-"));
  const names = [...new Set(ends.flat())].sort();
  return {
    kind: "file",
    nodes: names.map((name) => ({ name, kind: name.startsWith("h") ? "host" : "switch" })),
    links: ends.map(([a, b]) => ({ a, b })),
  };
}

/** A text "s0>s1: s1>s2" for each port that waits for other ports. */
function graphOf(topology: object): string[] {
  const network = networkOf(topology);
  const { node, peer } = portNames(network.fabric);
  const name = (port: number): string => `${node(port)}>${peer(port)}`;
  return [...bufferDependencies(network)]
    .map(([port, waits]) => `${name(port)}: ${waits.map(name).sort().join(" ")}`)
    .sort();
}

test("a chain: each port waits for the next one on the way, the last for nobody", () => {
  expect(graphOf(wired("h0-s0", "s0-s1", "s1-s2", "h1-s2"))).toEqual([
    "s0>s1: s1>s2",
    "s1>s0: ",
    "s1>s2: ",
    "s2>s1: s1>s0",
  ]);
});

test("where no host hangs nothing begins: two leaves and a spine, no way from leaf to leaf and back", () => {
  expect(graphOf(wired("h0-l0", "h1-l1", "l0-s", "l1-s"))).toEqual(["l0>s: s>l1", "l1>s: s>l0", "s>l0: ", "s>l1: "]);
});

test("a ring of four, a host each: shortest ways of two hops, both ways round; each port waits for the next", () => {
  const ring = wired("h0-s0", "h1-s1", "h2-s2", "h3-s3", "s0-s1", "s1-s2", "s2-s3", "s3-s0");
  expect(graphOf(ring)).toContain("s0>s1: s1>s2");
  expect(graphOf(ring)).toContain("s1>s0: s0>s3");
  expect(deadlockRisks(networkOf(ring))).toEqual([
    ["s0 to s1", "s1 to s2", "s2 to s3", "s3 to s0"],
    ["s0 to s3", "s3 to s2", "s2 to s1", "s1 to s0"],
  ]);
});

test("a ring of three: every way is one hop, so nobody waits", () => {
  expect(deadlockRisks(networkOf(wired("h0-s0", "h1-s1", "h2-s2", "s0-s1", "s1-s2", "s2-s0")))).toEqual([]);
});

test("a host on two switches is reached by both", () => {
  const graph = graphOf(wired("h0-a", "h0-b", "h1-c", "c-a", "c-b", "d-c", "h2-d"));
  expect(graph).toContain("d>c: c>a c>b");
});

test.each([
  ["star", { kind: "star", hosts: 4 }],
  ["dumbbell", { kind: "dumbbell", pairs: 2 }],
  ["leaf-spine", { kind: "leaf-spine", leaves: 4, spines: 3, hostsPerLeaf: 2 }],
  ["fat-tree", { kind: "fat-tree", k: 4 }],
  ["clos", { kind: "clos", pods: 2, tors: 2, leaves: 2, spines: 2, hostsPerTor: 2 }],
  ["two-dc", { kind: "two-dc", k: 4, hosts: 16, dciLinks: 2 }],
])("up and down a %s there is no cycle", (_, topology) => {
  expect(deadlockRisks(networkOf(topology))).toEqual([]);
});

test("dsh/fig12, S0-L3 and S1-L0 failed: S0 > L1 > S1 > L2 > S0, and the other way round", () => {
  const fail = ["leaf3-spine0", "leaf0-spine1"];
  const risks = deadlockRisks(networkOf({ kind: "leaf-spine", leaves: 4, spines: 2, hostsPerLeaf: 2, fail }));
  expect(risks).toEqual([
    ["leaf1 to spine0", "spine0 to leaf2", "leaf2 to spine1", "spine1 to leaf1"],
    ["leaf1 to spine1", "spine1 to leaf2", "leaf2 to spine0", "spine0 to leaf1"],
  ]);
});

test("spfc/fig17, one pod with L0-T3 and L1-T0 failed: the same two", () => {
  const fail = ["leaf0-tor3", "leaf1-tor0"];
  const pod = { kind: "clos", pods: 1, tors: 4, leaves: 2, spines: 0, hostsPerTor: 2, fail };
  expect(deadlockRisks(networkOf(pod)).map((cycle) => cycle.length)).toEqual([4, 4]);
});

test("1,024 hosts: a fat-tree of 16-port switches, and a leaf-spine in which two leaves have no spine in common", () => {
  expect(deadlockRisks(networkOf({ kind: "fat-tree", k: 16 }))).toEqual([]);
  const fail = Array.from({ length: 32 }, (_, spine) => `leaf${spine % 2}-spine${spine}`);
  const risks = deadlockRisks(networkOf({ kind: "leaf-spine", leaves: 32, spines: 32, hostsPerLeaf: 32, fail }));
  expect(risks.map((cycle) => cycle.length)).toEqual([4]);
});
