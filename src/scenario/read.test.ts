import { expect, test } from "vitest";

import * as tables from "../policies.ts";
import { KiB, MiB, ms, us } from "../units.ts";
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
    ...{ lossless: [3], controlClass: 0, defaultClass: 3, window: 0, scaleWindow: false, onDrop: "stop" },
    measure: { pauses: false },
  });
  expect(scenario.topology).toMatchObject({ kind: "star", values: { hosts: 4, rate: 100e9, delay: us(1), fail: [] } });
  expect(scenario.wiring.names).toEqual(["h0", "h1", "h2", "h3", "sw0"]);
  expect(scenario.traffic).toEqual([
    {
      kind: "incast",
      values: {
        ...{ from: [0, 1, 2, 3], to: [0], fanIn: undefined, size: 64_000 },
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
traffic:
  - { kind: flows, list: [{ from: h0, to: h2, size: 1MB, start: 10us, class: 3 }, "h1, h0, 64KiB"] }
  - { kind: bursts, from: [h0, h1], to: h2, class: 1 }
policies:
  buffer: { name: st, xoff: 20KB }
  headroom: { name: sih, resumeOffset: 0B }
  detection: [{ name: red, pmax: 1/4 }, int]
  congestion: timely
  scheduling: { name: dwrr, quantum: 1600B }
measure: [pauses]
`);
  expect(scenario).toMatchObject({
    ...{ about: "all of it", seed: 7, until: ms(12), memory: KiB(512), private: 1000, payload: 4096, sizes: "hpcc" },
    ...{ lossless: [3, 4], controlClass: 7, defaultClass: 4, window: 100_000, scaleWindow: true, onDrop: "count" },
    measure: { pauses: true },
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
  expect(() => read(text)).toThrow('lab/x.yaml:2:31: topology.path: expected a file that can be read, got "t.txt"');
  expect(() => readScenario(text, "x.yaml", tables)).toThrow("No files can be read here.");
  expect(() => read(text, { "lab/t.txt": "3 1" })).toThrow('lab/t.txt:1: expected "nodes switches links"');
  expect(() => read(text.replace("t.txt", "t.txt, links: []"))).toThrow("expected a path or a listing, not both");
});

/** A mistake in the minimal scenario: what is replaced by what, or what is added, and the whole error. */
test.each<[change: [from: string, to: string] | string, message: string]>([
  [
    ["star", "strar"],
    '2:19: topology.kind: expected one of star, chain, leaf-spine, fat-tree, file, got "strar". Did you mean "star"?',
  ],
  [
    ["hosts: 4", "host: 4"],
    '2:25: topology: expected one of kind, fail, hosts, rate, delay, receivers, receiverDelay, got "host". Did you mean "hosts"?',
  ],
  [
    ["hosts: 4", "rate: 100Gbs"],
    '2:31: topology.rate: expected a rate such as 100Gbps, got "100Gbs". Did you mean "100Gbps"?',
  ],
  [
    ["hosts: 4", "rate: 100"],
    "2:31: topology.rate: expected a rate such as 100Gbps, got 100. Add the unit: 100Mbps, 100Gbps?",
  ],
  [["hosts: 4", "rate: 0Gbps"], '2:31: topology.rate: expected a rate from 1 Mbps to 10 Tbps, got "0Gbps"'],
  [["hosts: 4", "hosts: 0"], "2:32: topology.hosts: expected a whole number from 1 to 16384, got 0"],
  [["hosts: 4", "hosts: -4"], "2:32: topology.hosts: expected a whole number from 1 to 16384, got -4"],
  [["hosts: 4", "hosts: four"], '2:32: topology.hosts: expected a whole number from 1 to 16384, got "four"'],
  [["hosts: 4", "hosts:"], "2:32: topology.hosts: expected a whole number from 1 to 16384, got nothing"],
  [["star, hosts: 4", "fat-tree, k: 5"], "2:32: topology.k: expected an even number of ports, got 5. Say 4 or 6."],
  [["star, hosts: 4", "fat-tree, k: 64"], "2:11: topology.nodes: expected at most 16384 nodes in all, got 65536"],
  [
    ["hosts: 4", "fail: [h1-sw]"],
    '2:32: topology.fail[0].link: expected the name of a link, such as h15-sw0, got "h1-sw". Did you mean "h1-sw0"?',
  ],
  [
    ["hosts: 4", "fail: [{ link: h1-sw0, at: 5 }]"],
    "2:52: topology.fail[0].at: expected a time such as 2us, got 5. Add the unit: 5ns, 5us, 5ms?",
  ],
  [["hosts: 4", "fail: h1-sw0"], '2:31: topology.fail: expected a list of links, got "h1-sw0"'],
  [
    ["hosts: 4", "fail: [h1-sw0]"],
    '2:11: topology.links: expected every host within reach of h0, got "h1". It has no link that works.',
  ],
  [["{ kind: star, hosts: 4 }", "star"], '2:11: topology: expected a map with the kind of a topology, got "star"'],
  [
    ["{ kind: star, hosts: 4 }", "{ hosts: 4 }"],
    "2:11: topology.kind: expected one of star, chain, leaf-spine, fat-tree, file, got nothing",
  ],
  [
    ["until", "untill"],
    '1:1: expected one of about, seed, until, topology, switch, packet, classes, host, onDrop, traffic, policies, measure, got "untill". Did you mean "until"?',
  ],
  [["until: 1ms\n", ""], "1:1: until: expected a time such as 2us, got nothing"],
  [["1ms", "0"], "1:8: until: expected a time of 1 ps or more, got 0"],
  [["1ms", "-1ms"], '1:8: until: expected a time such as 2us, got "-1ms". It cannot be negative.'],
  [["[{ kind: incast, to: h0 }]", "[]"], "3:10: traffic: expected one entry or more, got an empty list"],
  [["[{ kind: incast, to: h0 }]", "incast"], '3:10: traffic: expected a list of traffic entries, got "incast"'],
  [
    ["incast", "incats"],
    '3:19: traffic[0].kind: expected one of flows, long-lived, bursts, incast, poisson, got "incats". Did you mean "incast"?',
  ],
  [["incast", "bursts, from: h9"], '3:33: traffic[0].from: expected the name of a host, h0 to h3, got "h9"'],
  [
    ["incast", "bursts, from: sw0"],
    '3:33: traffic[0].from: expected the name of a host, h0 to h3, got "sw0". It is a switch.',
  ],
  [["incast", "bursts, from: h0"], '3:33: traffic[0].from: expected a host other than the receiver, got "h0"'],
  [["incast, to: h0", "bursts"], "3:11: traffic[0].to: expected a host, got nothing"],
  [["to: h0", "fanIn: 4"], "3:34: traffic[0].fanIn: expected at most 3, the senders there are, got 4"],
  [["to: h0", "size: -5KB"], '3:33: traffic[0].size: expected a size such as 64KB, got "-5KB". It cannot be negative.'],
  [
    ["to: h0", "size: 5M"],
    '3:33: traffic[0].size: expected a size such as 64KB, got "5M". Say "5MB" for powers of 1000, "5MiB" for powers of 1024.',
  ],
  [
    ["to: h0", "start: 2ms"],
    '3:34: traffic[0].start: expected a time before the run ends at 1 ms, got "2ms". The run would end before the first flow.',
  ],
  [
    ["to: h0", "class: 0"],
    "3:34: traffic[0].class: expected a class other than control's, got 0. The control class is for ACKs and notifications; nothing stops it.",
  ],
  [["to: h0", "class: 8"], "3:34: traffic[0].class: expected a whole number from 0 to 7, got 8"],
  [["incast, to: h0", "poisson, cdf: websearch"], "3:33: traffic[0].cdf: expected one of alistorage2019"],
  [["incast, to: h0", "poisson, load: 80"], "3:34: traffic[0].load: expected a number from 0.0001 to 2, got 80"],
  [
    ["incast, to: h0", 'flows, list: ["h0, h1, 64"]'],
    '3:33: traffic[0].list[0].size: expected a size such as 64KB, got "h0, h1, 64". Add the unit: 64B, 64KB, 64MB?',
  ],
  [
    ["incast, to: h0", 'flows, list: ["h0, h1"]'],
    '3:33: traffic[0].list[0].size: expected a size such as 64KB, got "h0, h1"',
  ],
  [
    ["incast, to: h0", 'flows, list: ["h0, h1, 1KB, 0, 3, 9"]'],
    '3:33: traffic[0].list[0]: expected at most 5 fields: from, to, size, start, class, got "h0, h1, 1KB, 0, 3, 9"',
  ],
  [
    ["incast, to: h0", "flows, list: [{ from: h0, to: h7, size: 1KB }]"],
    '3:49: traffic[0].list[0].to: expected the name of a host, h0 to h3, got "h7"',
  ],
  [
    ["incast, to: h0", "flows, list: [{ from: h0, to: h1, sise: 1KB }]"],
    '3:53: traffic[0].list[0]: expected one of from, to, size, start, class, got "sise". Did you mean "size"?',
  ],
  [
    ["incast, to: h0", "flows, list: [5]"],
    '3:33: traffic[0].list[0]: expected a map, or text such as "from, to, size", got 5',
  ],
  [["incast, to: h0", "flows, list: [h0, h1, 1KB]"], '3:33: traffic[0].list[0].to: expected a host, got "h0"'],
  [["incast, to: h0", "flows"], "3:11: traffic[0].list: expected one flow or more, got an empty list"],
  ["policies: { buffer: td }", '4:21: policies.buffer: expected one of st, dt, got "td". Did you mean "dt"?'],
  [
    "policies: { buffer: { name: td } }",
    '4:29: policies.buffer.name: expected one of st, dt, got "td". Did you mean "dt"?',
  ],
  [
    "policies: { buffer: { name: dt, apha: 2 } }",
    '4:33: policies.buffer: expected one of name, alpha, got "apha". Did you mean "alpha"?',
  ],
  [
    "policies: { buffer: { name: dt, alpha: 2us } }",
    '4:40: policies.buffer.alpha: expected a number, a fraction such as "1/16" or a share such as "25%", got "2us"',
  ],
  ["policies: { buffer: { alpha: 2 } }", "4:21: policies.buffer.name: expected one of st, dt, got nothing"],
  [
    "policies: { buffer: [dt] }",
    "4:21: policies.buffer: expected one of st, dt, or a map with such a name, got a list",
  ],
  [
    "policies: { bufer: dt }",
    '4:13: policies: expected one of buffer, headroom, link, detection, congestion, recovery, routing, scheduling, got "bufer". Did you mean "buffer"?',
  ],
  [
    "policies: { congestion: { name: dcqcn, clampTarget: yes } }",
    '4:53: policies.congestion.clampTarget: expected true or false, got "yes"',
  ],
  [
    "policies: { congestion: { name: dcqcn, minRate: 1 } }",
    "4:49: policies.congestion.minRate: expected a rate such as 100Gbps, got 1. Add the unit: 1Mbps, 1Gbps?",
  ],
  [
    "policies: { detection: [red, itn] }",
    '4:30: policies.detection[1]: expected one of none, red, int, got "itn". Did you mean "int"?',
  ],
  [
    "policies: { detection: { name: red, kmin: 5 } }",
    "4:43: policies.detection.kmin: expected a size such as 64KB, got 5. Add the unit: 5B, 5KB, 5MB?",
  ],
  ["policies:", "4:10: policies: expected a map: policies by role, got nothing"],
  [
    "policies: { congestion: hpcc }\nhost: { window: none }",
    "5:17: host.window: expected bdp or a size, which congestion hpcc needs, got none",
  ],
  [
    "host: { window: bpd }",
    '4:17: host.window: expected none, bdp, or a size such as 100KB, got "bpd". Did you mean "bdp"?',
  ],
  [
    "host: { window: 100 }",
    "4:17: host.window: expected none, bdp, or a size such as 100KB, got 100. Add the unit: 100B, 100KB, 100MB?",
  ],
  ["classes: { lossless: [9] }", "4:23: classes.lossless[0]: expected a whole number from 0 to 7, got 9"],
  ["classes: { lossless: [3, 3] }", "4:26: classes.lossless[1]: expected each class once, got 3"],
  [
    "classes: { control: 3 }",
    "4:21: classes.control: expected a class that is not lossless, got 3. The control class is for ACKs",
  ],
  ["classes: { default: 0 }", "4:21: classes.default: expected a class other than control's, got 0. The control class"],
  [
    "switch: { memory: 16 }",
    "4:19: switch.memory: expected a size such as 64KB, got 16. Add the unit: 16B, 16KB, 16MB?",
  ],
  ["packet: { payload: 64KB }", '4:20: packet.payload: expected a size from 1 B to 9 KB, got "64KB"'],
  ["packet: { sizes: real }", '4:18: packet.sizes: expected one of exact, hpcc, got "real"'],
  ["onDrop: stpo", '4:9: onDrop: expected one of stop, count, got "stpo". Did you mean "stop"?'],
  ["measure: [pauses, queue]", '4:19: measure[1]: expected one of pauses, got "queue"'],
  ["measure: pauses", '4:10: measure: expected a list such as [pauses], got "pauses"'],
  ["seed: -1", "4:7: seed: expected a whole number of 0 or more, got -1"],
  ["seed: 1.5", "4:7: seed: expected a whole number of 0 or more, got 1.5"],
  ["__proto__: { seed: 1 }", "4:1: expected one of about,"],
  ["about: [1, 2]", "4:8: about: expected text, got a list"],
])("mistake %#: %j", (change, message) => {
  const text = typeof change === "string" ? `${minimal}${change}\n` : minimal.replace(...change);
  let caught: unknown;
  try {
    read(text);
  } catch (error) {
    caught = error;
  }
  expect(caught).toBeInstanceOf(ScenarioError);
  const whole = `lab/x.yaml:${message}`;
  expect((caught as ScenarioError).message.slice(0, whole.length)).toBe(whole);
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

test("a merged mistake is shown where it was written", () => {
  const traffic =
    "traffic:\n  - &first { kind: incast, to: h0, size: 64KB }\n  - { <<: *first, fanIn: 9 }\n  - { <<: *first, to: h2 }\n";
  const text = `until: 1ms\ntopology: { kind: star, hosts: 4 }\n${traffic}`;
  expect(() => read(text)).toThrow("x.yaml:5:26: traffic[1].fanIn: expected at most 3");
  const other = text.replace("<<: *first, to: h2", "<<: *first, kind: bursts").replace("64KB", "64KB, fanIn: 2");
  expect(() => read(other)).toThrow(
    "x.yaml:4:48: traffic[2]: expected one of kind, class, from, to, size, start, stop",
  );
  expect(() => read(text.replace("64KB", "64"))).toThrow("x.yaml:4:42: traffic[0].size");
});
