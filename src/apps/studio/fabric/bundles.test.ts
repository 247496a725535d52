import { describe, expect, test } from "vitest";
import { readScenario } from "xoff";
import { fabricOf } from "../lab/fabric.ts";
import { bundlesOf, podNames, summed } from "./bundles.ts";
import { layoutOf } from "./tiers.ts";

const none = { source: new Int32Array(0), destination: new Int32Array(0) };

function fabricWith(topology: object) {
  const fabric = fabricOf(
    readScenario(
      JSON.stringify({
        ...{ until: "1us", topology },
        traffic: [{ kind: "flows", list: [{ from: "h0", to: "h1", size: "1KB" }] }],
      }),
    ).wiring,
  );
  return { fabric, layout: layoutOf(fabric, none) };
}

describe("a fat-tree of 128 hosts", () => {
  const { fabric, layout } = fabricWith({ kind: "fat-tree", k: 8 });

  test("a bundle of 16 links has the sum of their values, and nothing is lost: 1 for each port makes their number", () => {
    const made = bundlesOf(fabric, layout, -1) ?? { bundles: [] };
    const sums = summed(made, new Float64Array(fabric.node.length).fill(1));
    const [toEdges] = made.bundles.filter((ports) => fabric.names[fabric.node[ports[0]]] === "h0");
    expect(sums[toEdges[0]]).toBe(16);
    expect(sums[toEdges[1]]).toBe(0);
    expect(sums.reduce((all, one) => all + one, 0)).toBe(fabric.node.length);
  });

  test("eight pods are closed: a box for each of their three tiers, and eight boxes of two cores", () => {
    const made = bundlesOf(fabric, layout, -1);
    expect(made?.groups).toHaveLength(8 * 3 + 8);
    expect(made?.groups.flat().sort((a, b) => a - b)).toEqual([...fabric.names.keys()]);
    // Every link leads from one group to another, in both directions.
    expect(made?.bundles.flat()).toHaveLength(fabric.node.length);
    expect(made?.bundleOf).not.toContain(-1);
  });

  test("an open pod shows each of its nodes, and has more room than the others", () => {
    const made = bundlesOf(fabric, layout, 2);
    expect(made?.groups).toHaveLength(7 * 3 + 8 + (4 + 4 + 16));
    const of = (pod: number): number[] => [...(made?.x ?? [])].filter((_, group) => made?.pod[group] === pod);
    expect(Math.max(...of(2)) - Math.min(...of(2))).toBeGreaterThan(0.5);
  });

  test("pods are named after their hosts, whether they are open or not", () => {
    const names = Array.from({ length: 8 }, (_, pod) => `h${16 * pod}..h${16 * pod + 15}`);
    for (const open of [-1, 2]) {
      const made = bundlesOf(fabric, layout, open);
      expect(made && podNames(fabric, made)).toEqual(names);
    }
  });

  test("a pod that does not exist opens nothing", () => {
    expect(bundlesOf(fabric, layout, 99)).toEqual(bundlesOf(fabric, layout, -1));
  });
});

test.each([
  ["64 hosts", { kind: "leaf-spine", leaves: 4, spines: 2, hostsPerLeaf: 16 }],
  ["one switch", { kind: "star", hosts: 200 }],
])("%s are drawn one by one", (_, topology) => {
  const { fabric, layout } = fabricWith(topology);
  expect(bundlesOf(fabric, layout, -1)).toBeUndefined();
});

test("the pods of a leaf-spine are its leaves", () => {
  const { fabric, layout } = fabricWith({ kind: "leaf-spine", leaves: 8, spines: 2, hostsPerLeaf: 16 });
  expect(bundlesOf(fabric, layout, -1)?.groups).toHaveLength(2 + 8 * 2);
});

test("hosts on the top tier are one pod together", () => {
  const hosts = Array.from({ length: 80 }, (_, k) => `h${k}`);
  const nodes = ["l0", "l1", "s0"].map((name) => ({ name, kind: "switch" }));
  const { fabric } = fabricWith({
    kind: "file",
    nodes: [...hosts.map((name) => ({ name, kind: "host" })), ...nodes],
    links: [
      ...hosts.map((a, k) => ({ a, b: k < 35 ? "l0" : k < 70 ? "l1" : "s0" })),
      { a: "l0", b: "s0" },
      { a: "l1", b: "s0" },
    ],
  });
  // As in a run, only the hosts with traffic define the tiers.
  const taking = { source: Int32Array.from([0]), destination: Int32Array.from([40]) };
  const made = bundlesOf(fabric, layoutOf(fabric, taking), -1);
  expect(made?.groups.map((some) => some.length)).toEqual(expect.arrayContaining([10, 35, 35]));
});
