import { portNames, readScenario } from "xoff";
import { describe, expect, test } from "vitest";
import { fabricOf } from "../lab/fabric.ts";
import type { Fabric, RunView } from "../lab/messages.ts";
import { portName, portNamed, topPorts } from "./ports.ts";

const fabric = (topology: object): Fabric =>
  fabricOf(
    readScenario(
      JSON.stringify({ until: "1us", topology, traffic: [{ kind: "poisson", cdf: "websearch-hpcc", load: 0.1 }] }),
    ).wiring,
  );

/** Names with dashes, and three links between two switches. */
const ODD = fabric({
  kind: "file",
  nodes: ["a", "a-b", "b-c"]
    .map((name) => ({ name, kind: "host" }))
    .concat([
      { name: "c", kind: "switch" },
      { name: "s-c", kind: "switch" },
    ]),
  links: [{ a: "c", b: "s-c", parallel: 3 }, ...["a", "a-b", "b-c"].map((a) => ({ a, b: "c" }))],
});

describe.each([
  ["a fat-tree", fabric({ kind: "fat-tree", k: 4 })],
  ["parallel links and names with dashes", ODD],
])("%s", (_, some) => {
  const ports = [...some.node.keys()];

  test("each port has its name, and is found by it", () => {
    const { names, node, peer } = some;
    const all = portNames(
      ports.map((port) => names[node[port]]),
      ports.map((port) => names[node[peer[port]]]),
    );
    expect(ports.map((port) => portName(some, port))).toEqual(all);
    expect(all.map((name) => portNamed(some, name))).toEqual(ports);
  });

  test.each(["", "-", "c", "c-", "-c", "nothing-c", "c-nothing", "c-s-c#9"])("no port is %j", (name) => {
    expect(portNamed(some, name)).toBeUndefined();
  });
});

describe("the top ports", () => {
  const [small, large] = [4, 8].map((hosts) => fabric({ kind: "star", hosts }));
  const view = (of: Fabric, values: Readonly<Record<string, number>>): RunView & { values: Float64Array } => {
    const all = new Float64Array(of.node.length);
    for (const [name, value] of Object.entries(values)) all[portNamed(of, name) ?? NaN] = value;
    return { fabric: of, values: all } as unknown as RunView & { values: Float64Array };
  };
  const top = (views: readonly RunView[], most: number): string[] =>
    topPorts(views, most, (one) => (one as ReturnType<typeof view>).values);

  test("of one run: by weight, and by name if equal; none with weight 0", () => {
    const one = view(small, { "sw0-h0": 1, "sw0-h1": 3, "sw0-h2": 1, "sw0-h3": 0 });
    expect(top([one], 2)).toEqual(["sw0-h1", "sw0-h0"]);
    expect(top([one], 9)).toEqual(["sw0-h1", "sw0-h0", "sw0-h2"]);
  });

  const [a, b] = [
    { "sw0-h0": 100, "sw0-h1": 5, "sw0-h2": 7 },
    { "sw0-h0": 90, "sw0-h1": 1, "sw0-h3": 6 },
  ];
  // h0 differs by less than a fifth, so it is in the last place.
  const ORDER = ["sw0-h2", "sw0-h3", "sw0-h1", "sw0-h0"];

  test("of two runs of one fabric: by difference", () => {
    expect(top([view(small, a), view(small, b)], 9)).toEqual(ORDER);
  });

  test("of two runs of different fabrics: ports of one name belong together", () => {
    expect(top([view(small, a), view(large, b)], 9)).toEqual(ORDER);
    expect(top([view(small, a), view(large, { ...b, "sw0-h7": 50 })], 1)).toEqual(["sw0-h7"]);
  });
});
