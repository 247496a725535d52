import { expect, test } from "vitest";
import { readScenario } from "xoff";
import { fabricOf } from "../lab/fabric.ts";
import { layoutOf } from "./tiers.ts";

function tiersOf(topology: string, taking: readonly string[] = []): string[][] {
  const traffic = "traffic: [{ kind: poisson, cdf: websearch-hpcc, load: 0.1 }]";
  const fabric = fabricOf(readScenario(`until: 1ms\ntopology: ${topology}\n${traffic}\n`).wiring);
  const hosts = Int32Array.from(taking, (name) => fabric.names.indexOf(name));
  const { tiers } = layoutOf(fabric, { source: hosts, destination: hosts });
  return tiers.map((tier) => tier.map((node) => fabric.names[node]));
}

test("a fat-tree of k = 4: cores, then pods, edges above their own hosts", () => {
  const [cores, aggs, edges, hosts] = tiersOf("{ kind: fat-tree, k: 4 }");
  expect(cores).toHaveLength(4);
  expect(aggs).toEqual(["agg0", "agg1", "agg2", "agg3", "agg4", "agg5", "agg6", "agg7"]);
  expect(edges).toEqual(["edge0", "edge1", "edge2", "edge3", "edge4", "edge5", "edge6", "edge7"]);
  expect(hosts[0]).toBe("h0");
  expect(hosts).toHaveLength(16);
});

test("racks are the hosts of an edge switch, side by side", () => {
  const { wiring } = readScenario(
    "until: 1ms\ntopology: { kind: fat-tree, k: 4 }\ntraffic: [{ kind: incast, fanIn: 4 }]\n",
  );
  const fabric = fabricOf(wiring);
  const none = new Int32Array(0);
  const { racks } = layoutOf(fabric, { source: none, destination: none });
  expect(racks).toHaveLength(8);
  expect(racks.map((rack) => rack.map((host) => fabric.names[host]))).toContainEqual(["h6", "h7"]);
});

test("a spine with an idle host is still above the leaves", () => {
  const links = ["a, l0", "b, l1", "l0, s0", "l1, s0", "idle, s0"].map((link) => `"${link}, 100Gbps, 1us"`).join(", ");
  const nodes = ["a, host", "b, host", "idle, host", "l0, switch", "l1, switch", "s0, switch"].map((one) => `"${one}"`);
  const topology = `{ kind: file, nodes: [${nodes.join(", ")}], links: [${links}] }`;
  expect(tiersOf(topology, ["a", "b"])[0]).toEqual(["s0"]);
});

test("a pod without traffic has the same tiers as the others", () => {
  const [cores, aggs, edges] = tiersOf("{ kind: fat-tree, k: 4 }", ["h0", "h1"]);
  expect([cores, aggs, edges].map((tier) => tier.length)).toEqual([4, 8, 8]);
});
