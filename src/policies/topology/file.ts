/**
 * File: any topology, listed node by node and link by link, in the scenario or in a file of HPCC's simulator.
 *
 *   nodes: [{ name: a, kind: host }, { name: b, kind: host }, { name: s, kind: switch }]
 *   links: [{ a: a, b: s, rate: 100Gbps, delay: 1us }, "b, s, 100Gbps, 1us"]
 *
 *   memory: [{ switch: s, memory: 4GiB }]      of switches whose memory differs from the default
 *
 * A row may also be text, with its fields in the order of the tables below. Nodes: hosts as listed, then switches as listed. Ports are
 * numbered by the order of the links. The scenario stage reads the file that `path` names; its node 17 becomes h17 or s17.
 */
import { defineParams, didYouMean, ParamError, type Values } from "../../base/params.ts";
import { us, type Bytes } from "../../base/units.ts";
import type { WiredLink, Wiring } from "../../contracts/topology.ts";
import { hostDelay, hostRate, MAX_NODES } from "./wires.ts";

export const about = "nodes and links as listed, or as in a topology file of HPCC's simulator";

export const params = defineParams({});

export const texts = {
  path: {
    about:
      "A topology file of HPCC's simulator, of SimAI, ns3-datacenter or htsim (.topo). The path is relative to the scenario's folder. It replaces nodes and links.",
  },
};

const nodeParams = defineParams({
  kind: { unit: "choice", choices: ["host", "switch"], default: "host", source: "lab", about: "Kind of the node." },
});

const linkParams = defineParams({
  rate: { ...hostRate, about: "Rate in each direction." },
  delay: { ...hostDelay, about: "One-way propagation delay, or the length of the cable." },
  bitErrorRate: {
    unit: "ratio",
    default: 0,
    min: 0,
    max: 0.5,
    source: "lab: a clean link",
    about: "Probability that a bit arrives wrong.",
  },
  frameErrorRate: {
    unit: "ratio",
    default: 0,
    min: 0,
    max: 1,
    source: "lab: a clean link",
    about: "Probability that a frame arrives damaged, independent of its size.",
  },
  failsAt: {
    unit: "ps",
    derived: "never",
    min: 0,
    max: us(1e9),
    source: "lab",
    about: "Time from which the link is dead; 0: from the start.",
  },
  parallel: {
    unit: "count",
    derived: "1",
    min: 1,
    max: 64,
    source: "lab",
    about: "Number of parallel links, as in a LAG. They are named a-b, a-b#2 and so on.",
  },
});

const memoryParams = defineParams({
  memory: {
    unit: "bytes",
    default: 16 * 1024 * 1024,
    min: 1,
    max: 2 ** 40,
    source: "lab",
    about: "Total memory of the switch.",
  },
});

export const lists = {
  nodes: {
    about: "Hosts and switches.",
    texts: { name: { about: "Name of the node." } },
    params: nodeParams,
    required: ["name", "kind"],
  },
  links: {
    about: "Links between two nodes.",
    texts: { a: { about: "Name of the node at one end." }, b: { about: "Name of the node at the other end." } },
    params: linkParams,
    required: ["a", "b"],
  },
  memory: {
    about: "Switches whose memory differs from `switch.memory`; also with `path`.",
    texts: { switch: { about: "Name of a switch." } },
    params: memoryParams,
    required: ["switch", "memory"],
  },
} as const;

export const example = () => ({
  nodes: [
    { name: "h0", kind: "host" },
    { name: "h1", kind: "host" },
    { name: "s0", kind: "switch" },
  ],
  links: [
    { a: "h0", b: "s0" },
    { a: "h1", b: "s0" },
  ],
});

export type ListedNode = Values<typeof nodeParams> & { readonly name: string };
export type ListedLink = Omit<Values<typeof linkParams>, "parallel"> & { readonly parallel?: number | undefined } & {
  readonly a: string;
  readonly b: string;
};
// The values of a topology of kind `file`. This is a type alias, because an interface is not assignable to a record of
// arbitrary values.
export type Listing = {
  readonly nodes?: readonly ListedNode[];
  readonly links?: readonly ListedLink[];
  readonly memory?: readonly ({ readonly switch: string } & Values<typeof memoryParams>)[];
  /** True if several rows may connect the same two nodes as parallel links, as in the files of other simulators. */
  readonly sideBySide?: true;
};

export function create({ nodes = [], links = [], memory = [], sideBySide }: Listing): Wiring {
  if (nodes.length === 0) throw new ParamError("nodes", "hosts and switches, or `path` of a topology file", nodes);
  if (nodes.length > MAX_NODES) throw new ParamError("nodes", `at most ${MAX_NODES} nodes`, nodes.length);
  const hosts = nodes.filter(({ kind }) => kind === "host");
  const switches = nodes.filter(({ kind }) => kind === "switch");
  if (hosts.length < 2) throw new ParamError("nodes", "at least two hosts", hosts.length);

  const numbers = new Map([...hosts, ...switches].map(({ name }, number) => [name, number]));
  const seen = new Set<string>();
  nodes.forEach(({ name }, k) => {
    if (name === "") throw new ParamError(`nodes[${k}].name`, "a name", name);
    if (seen.has(name)) throw new ParamError(`nodes[${k}].name`, "a unique name", name, "Another node has this name.");
    seen.add(name);
  });

  const numberOf = (name: string, at: string): number => {
    const number = numbers.get(name);
    if (number === undefined) throw new ParamError(at, "the name of a node", name, didYouMean(name, numbers.keys()));
    return number;
  };
  const pairs = new Map<string, number>();
  const wired = links.flatMap((link, k): WiredLink[] => {
    const at = `links[${k}]`;
    const a = numberOf(link.a, `${at}.a`);
    const b = numberOf(link.b, `${at}.b`);
    if (a === b) throw new ParamError(`${at}.b`, `a node other than ${link.a}`, link.b, "A link joins two nodes.");
    const pair = `${Math.min(a, b)} ${Math.max(a, b)}`;
    const before = pairs.get(pair);
    if (before !== undefined && sideBySide !== true) {
      const hint = `links[${before}] joins them already. Of several side by side: parallel: 2.`;
      throw new ParamError(at, "one link between two nodes", `${link.a}-${link.b}`, hint);
    }
    pairs.set(pair, k);
    const { rate, delay, bitErrorRate, frameErrorRate, failsAt, parallel = 1 } = link;
    const one: WiredLink = {
      ...{ a, b, rate, delay },
      ...(bitErrorRate > 0 ? { bitErrorRate } : {}),
      ...(frameErrorRate > 0 ? { frameErrorRate } : {}),
      ...(failsAt === undefined ? {} : { failsAt }),
    };
    return Array.from({ length: parallel }, () => one);
  });
  const memories = memory.map(({ switch: name, memory: bytes }, k): [number, Bytes] => {
    const number = numberOf(name, `memory[${k}].switch`);
    if (number < hosts.length) throw new ParamError(`memory[${k}].switch`, "the name of a switch", name);
    return [number, bytes];
  });
  return {
    names: [...numbers.keys()],
    isSwitch: [...hosts, ...switches].map(({ kind }) => kind === "switch"),
    ...(memories.length > 0 && { memory: new Map(memories) }),
    links: wired,
  };
}
