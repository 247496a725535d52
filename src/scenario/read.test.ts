import { expect, test } from "vitest";

import * as tables from "../policies/policies.ts";
import { KiB, MiB, ms, us } from "../base/units.ts";
import { scenarioHash } from "./hash.ts";
import { ScenarioError } from "./error.ts";
import { readScenario } from "./read.ts";

const minimal = `until: 1ms
topology: { kind: star, hosts: 4 }
traffic: [{ kind: incast, to: h0 }]
`;
const read = (text: string, files: Readonly<Record<string, string>> = {}) =>
  readScenario(text, "lab/x.yaml", tables, (path) => {
    if (files[path] === undefined) throw new Error("no such file");
    return files[path];
  });

test("nothing but what must be given: every default", () => {
  const scenario = read(minimal);
  expect(scenario).toMatchObject({
    ...{ name: "x", about: "", seed: 1, until: ms(1), memory: MiB(16), private: 0, payload: 1000, sizes: "exact" },
    ...{
      lossless: [3],
      controlClass: 0,
      defaultClass: 3,
      window: 0,
      scaleWindow: false,
      onDrop: "stop",
      onDeadlock: "go-on",
    },
    measure: { pauses: true, queues: [], rates: [], goodputs: [], inFlight: [] },
  });
  expect(scenario.topology).toMatchObject({ kind: "star", values: { hosts: 4, rate: 100e9, delay: us(1), fail: [] } });
  expect(scenario.wiring.names).toEqual(["h0", "h1", "h2", "h3", "sw0"]);
  expect(scenario.traffic).toEqual([
    {
      kind: "incast",
      values: {
        ...{ from: [0, 1, 2, 3], to: [0], fanIn: undefined, size: 64_000, cdf: "none", queuePair: "new" },
        ...{ start: 0, every: undefined, count: undefined, cls: 3 },
      },
    },
  ]);
  const { detection, ...policies } = scenario.policies;
  expect(Object.entries(policies).map(([role, { name }]) => `${role} ${name}`)).toEqual([
    ...["buffer dt", "headroom sih", "link pfc", "congestion dcqcn", "recovery go-back-n", "routing ecmp"],
    "scheduling strict",
  ]);
  expect(detection.map(({ name }) => name)).toEqual(["red"]);
  expect(policies.buffer.values).toEqual({ alpha: 1 });
  expect(policies.congestion.values).toMatchObject({ alphaInterval: us(1), clampTarget: false });
});

test("everything given, in its units", () => {
  const scenario = read(`
about: "all of it"
seed: 7
until: 12ms
topology: { kind: chain, switches: 3, hostsPerSwitch: 1, rate: 25Gbps, delay: 200m, fail: [{ link: sw1-sw0, at: 2ms }] }
switch: { memory: 512KiB, private: 1KB }
packet: { payload: 4096B, sizes: hpcc }
classes: { lossless: [3, 4], control: 7, default: 4 }
host: { window: 100KB, scaleWindow: true }
onDrop: count
onDeadlock: stop
traffic:
  - { kind: flows, list: [{ from: h0, to: h2, size: 1MB, start: 10us, class: 3 }, "h1, h0, 64KiB"] }
  - { kind: bursts, from: [h0, h1], to: h2, class: 1 }
policies:
  buffer: { name: st, xoff: 20KB }
  headroom: { name: sih, resumeOffset: 0B }
  detection: [{ name: red, pmax: 1/4 }, int]
  congestion: timely
  scheduling: { name: dwrr, quantum: 1600B }
measure: { pauses: false, every: 20us, queues: [sw1], goodputs: all }
`);
  expect(scenario).toMatchObject({
    ...{ about: "all of it", seed: 7, until: ms(12), memory: KiB(512), private: 1000, payload: 4096, sizes: "hpcc" },
    ...{
      lossless: [3, 4],
      controlClass: 7,
      defaultClass: 4,
      window: 100_000,
      scaleWindow: true,
      onDrop: "count",
      onDeadlock: "stop",
    },
    measure: { pauses: false, every: us(20), goodputs: "all" },
  });
  expect(scenario.wiring.links[3]).toEqual({ a: 3, b: 4, rate: 25e9, delay: us(1), failsAt: ms(2) });
  expect(scenario.traffic.map(({ values }) => values)).toMatchObject([
    {
      cls: 4,
      list: [
        { from: 0, to: 2, size: 1e6, start: us(10), class: 3 },
        { from: 1, to: 0, size: KiB(64), start: 0, class: undefined },
      ],
    },
    { cls: 1, from: [0, 1], to: 2, size: 64_000 },
  ]);
  const { buffer, headroom, detection, congestion, scheduling } = scenario.policies;
  expect(buffer).toEqual({ name: "st", values: { xoff: 20_000 } });
  expect(headroom.values["resumeOffset"]).toBe(0);
  expect(detection.map(({ name, values }) => [name, values["pmax"]])).toEqual([
    ["red", 0.25],
    ["int", undefined],
  ]);
  expect(congestion.name).toBe("timely");
  expect(scheduling.values).toEqual({ quantum: 1600 });
});

test("`paths` is a parameter of a transport, and rows of given paths of a routing policy", () => {
  const { policies } = read(`
until: 1us
topology: { kind: star, hosts: 2 }
classes: { lossless: [] }
traffic: [{ kind: incast, to: h0, size: 1KB }]
policies:
  transport: { name: ndp, paths: 2 }
  routing: { name: ecmp, paths: [{ from: h1, to: h0, via: sw0 }] }
  buffer: trim
  link: none
`);
  expect(policies.transport?.values["paths"]).toBe(2);
  expect(policies.routing.values["paths"]).toBeUndefined();
});

test("JSON does as well", () => {
  const text = '{ "until": "1ms", "topology": { "kind": "star" }, "traffic": [{ "kind": "incast" }] }';
  expect(readScenario(text, "x.json", tables).name).toBe("x");
});

test.each([
  ["dcqcn", "red", 0],
  ["dctcp", "red", "bdp"],
  ["timely", "none", 0],
  ["none", "none", 0],
  ["hpcc", "int", "bdp"],
])("congestion %s brings detection %s and window %s", (congestion, detection, window) => {
  const scenario = read(`${minimal}policies: { congestion: ${congestion} }\n`);
  expect(scenario.policies.detection.map(({ name }) => name)).toEqual([detection]);
  expect(scenario.window).toBe(window);
});

test("nodes and links may be listed, or stand in a file of HPCC's simulator beside the scenario", () => {
  const listed = read(`
until: 1ms
topology:
  kind: file
  nodes: [{ name: 1, kind: host }, "b, host", "s, switch"]
  links: [{ a: 1, b: s, rate: 25Gbps, delay: 2us, bitErrorRate: 1e-12 }, "b, s, 40Gbps, 200m"]
traffic: [{ kind: long-lived, from: 1, to: b }]
`);
  expect(listed.wiring.names).toEqual(["1", "b", "s"]);
  expect(listed.wiring.links.map(({ rate, delay }) => [rate, delay])).toEqual([
    [25e9, us(2)],
    [40e9, us(1)],
  ]);
  const text = "until: 1ms\ntopology: { kind: file, path: t.txt }\ntraffic: [{ kind: incast, to: h0 }]\n";
  const topology = "3 1 2\n1\n0 1 100Gbps 1000ns 0\n1 2 100Gbps 1000ns 0\n";
  expect(read(text, { "lab/t.txt": topology }).wiring.names).toEqual(["h0", "h2", "s1"]);
  expect(() => read(text)).toThrow('lab/x.yaml:2:31: topology.path: expected a readable file, got "t.txt"');
  expect(() => readScenario(text, "x.yaml", tables)).toThrow(
    "Files cannot be read here: put its content into the scenario.",
  );
  expect(() => read(text, { "lab/t.txt": "3 1" })).toThrow('lab/t.txt:1: expected "nodes switches links"');
  expect(() => read(text.replace("t.txt", "t.txt, links: []"))).toThrow("expected either path or a listing");
});

// test/cli/broken/scenarios.ts has the message for each error.

test.each([
  ["1", "1"],
  ['"0.95"', "0.95"],
  [".95", "0.95"],
  ["never", "never"],
])("a choice that is a number to YAML needs no quotes: fullLoad: %s", (written, fullLoad) => {
  const scenario = read(`${minimal}policies: { routing: { name: plb, fullLoad: ${written} } }`);
  expect(scenario.policies.routing.values).toMatchObject({ fullLoad });
});

test("a number that is none of the choices is refused, with those there are", () => {
  const text = `${minimal}policies: { routing: { name: plb, fullLoad: 0.9 } }`;
  expect(() => read(text)).toThrow("policies.routing.fullLoad: expected one of 1, 0.95, never, got 0.9");
});

test("what is no scenario at all", () => {
  for (const text of ["# nothing but this", "hello", "[1, 2]", "5", "null"])
    expect(() => read(text)).toThrow(ScenarioError);
});

test("of several mistakes an unknown key comes first, then the first in the file", () => {
  expect(() => read("until: 1\nseed: x\ntopology: { kind: star }\ntraffic: [{ kind: incast }]\n")).toThrow(
    "x.yaml:1:8: until",
  );
  expect(() => read("until: 1\nseed: x\ntopolgy: { kind: star }\ntraffic: [{ kind: incast }]\n")).toThrow(
    'got "topolgy". Did you mean "topology"?',
  );
});

const allOf = (text: string): string[] => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof ScenarioError) return [error, ...error.others].map(({ message }) => message);
    throw error;
  }
  return [];
};

test("all mistakes at once: of form, of names, and of what does not go together, each at its place", () => {
  const text = `until: 1
seed: 0
rng: ns3
topology: { kind: star, hosts: 4 }
switch: { memry: 1MB, private: -1B }
classes: { lossless: [3, 3] }
packet: { paylod: 1000B }
traffic:
  - { kind: incast, from: h7, to: h9 }
  - { kind: poisson, load: many }
  - { kind: bursts, to: h1, class: 0 }
policies: { buffer: { name: dt, alpha: 2us }, headroom: siih, congestion: hpcc, detection: { name: red, kmin: 9MB } }
host: { window: none }
links: [{ between: h1-h2, policy: pfc }]
measure: { queues: leaf0 }
`;
  expect(allOf(text).map((message) => /^lab\/x\.yaml:(\d+:\d+: [^:]*)/.exec(message)?.[1])).toEqual([
    ...["5:11: switch", "7:11: packet", "1:8: until", "5:32: switch.private", "10:28: traffic[1].load"],
    ...["12:40: policies.buffer.alpha", "12:57: policies.headroom", "6:26: classes.lossless[1]", "2:7: seed"],
    ...["12:111: policies.detection.kmin", "13:17: host.window", "14:20: links[0].between[0]"],
    ...["9:27: traffic[0].from", "9:35: traffic[0].to", "11:36: traffic[2].class", "15:20: measure.queues[0]"],
  ]);
});

test("a mistake is told once: what it leaves unknown is no second one", () => {
  expect(allOf("until: 1ms\ntopology: { kind: str }\ntraffic: [{ kind: incast, to: h99 }]\n")).toHaveLength(1);
  expect(allOf("untill: 1ms\ntopology: { kind: star }\ntraffic: [{ kind: incast, start: 2ms }]\n")).toHaveLength(1);
  expect(
    allOf("until: 1ms\ntopology: { kind: star }\ntraffic: [{ kind: poisson, load: .5, class: 9 }]\n"),
  ).toHaveLength(1);
});

test("of a thousand mistakes twenty are told, and the rest counted", () => {
  const row = "    - { from: h0, to: h99, size: 1KB }\n";
  const text = `until: 1ms\ntopology: { kind: star }\ntraffic:\n- kind: flows\n  list:\n${row.repeat(1000)}`;
  try {
    read(text);
    expect.fail("nothing was wrong");
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    expect(error.others).toHaveLength(19);
    expect(error.untold).toBeGreaterThan(0);
  }
});

test("a merged mistake is shown where it was written", () => {
  const traffic =
    "traffic:\n  - &first { kind: incast, to: h0, size: 64KB }\n  - { <<: *first, fanIn: 9 }\n  - { <<: *first, to: h2 }\n";
  const text = `until: 1ms\ntopology: { kind: star, hosts: 4 }\n${traffic}`;
  expect(() => read(text)).toThrow("x.yaml:5:26: traffic[1].fanIn: expected at most 3");
  const other = text.replace("<<: *first, to: h2", "<<: *first, kind: bursts").replace("64KB", "64KB, fanIn: 2");
  expect(() => read(other)).toThrow(
    "x.yaml:4:48: traffic[2]: expected one of kind, class, dscp, from, to, size, start, stop",
  );
  expect(() => read(text.replace("64KB", "64"))).toThrow("x.yaml:4:42: traffic[0].size");
});

test("ns-3's generators take seeds from 1 to 2^32 - 22854: with 0 every number would be the same", () => {
  const seeded = (seed: number, rng: string) => () =>
    read(`until: 1us\nseed: ${seed}\nrng: ${rng}\ntopology: { kind: star }\ntraffic: [{ kind: incast, to: h0 }]\n`);
  for (const seed of [0, 4_294_944_443])
    expect(seeded(seed, "ns3")).toThrow(`x.yaml:2:7: seed: expected 1 to 4294944442 with rng: ns3, got ${seed}`);
  expect(seeded(0, "own")).not.toThrow();
  expect(seeded(4_294_944_442, "ns3")).not.toThrow();
});

test("draws, the former name of rng, works and says so; both names at once do not", () => {
  const rest = "topology: { kind: star }\ntraffic: [{ kind: incast, to: h0 }]\n";
  const [old, now] = [read(`until: 1us\ndraws: ns3\n${rest}`), read(`until: 1us\nrng: ns3\n${rest}`)];
  expect(scenarioHash(old)).toBe(scenarioHash(now));
  expect(old.draws).toBe("ns3");
  expect(now.warnings).toBeUndefined();
  expect(old.warnings).toEqual([
    expect.stringMatching(/x\.yaml:2: draws is now called rng\. The former name works in this release only\.$/),
  ]);
  expect(() => read(`until: 1us\nrng: ns3\ndraws: own\n${rest}`)).toThrow(
    "x.yaml:3:1: expected only rng, its new name, got both",
  );
});
