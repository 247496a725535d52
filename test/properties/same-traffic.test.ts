/**
 * Tests that traffic depends only on the settings that `trafficOf` names. This makes rows of a comparison comparable,
 * and permits a comparison seed by seed.
 */
import { expect, test } from "vitest";
import { readScenario, readSetting, setUp } from "../../src/run/lab/lab.ts";
import type { Needs } from "../../src/base/params.ts";
import { policies } from "../../src/policies/policies.ts";
import { trafficOf } from "../../src/report/traffic.ts";

const text = `seed: 3
until: 300us
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4 }
switch: { memory: 64MiB }
traffic:
  - { kind: poisson, cdf: websearch-hpcc, load: 0.8 }
  - { kind: incast, fanIn: 5, every: 50us }
`;

/** Source, destination, size and start of every flow in order. */
function flowsOf(...settings: string[]): string[] {
  const set = settings.map((one) => readSetting("--set", one));
  const { flows } = setUp(readScenario(text, "x.yaml", undefined, set)).network;
  return Array.from(
    { length: flows.count },
    (_, k) => `${flows.source[k]} ${flows.destination[k]} ${flows.size[k]} ${flows.start[k]}`,
  );
}

const usual = flowsOf();
const varied = Object.entries(policies).flatMap(([role, modules]) =>
  Object.entries(modules).map(([name, { needs = {} }]: [string, { needs?: Needs }]) =>
    needs.ownMemory === true ? `links=[{ between: leaf0-spine0, policy: ${name}, memory: 1MiB }]` : `${role}=${name}`,
  ),
);

/** Congestion policies that run with detection policies without ECN marks. */
const BESIDE: Readonly<Record<string, string>> = {
  "detection=none": "congestion=timely",
  "detection=int": "congestion=hpcc",
};

test("there is traffic", () => {
  expect(usual.length).toBeGreaterThan(20);
});

/** For each section of a scenario, one setting that does not affect its traffic. */
const sections = [
  ...["switch.memory=128MiB", "switch.private=4KiB", "classes.lossless=[]", "classes.default=2", "rng=ns3"],
  ...["host.window=50KB", "host.scaleWindow=true", "host.nic=conweave", "host.ports=host"],
  ...["packet.payload=1460B", "packet.sizes=hpcc", "packet.times=ns3", "onDrop=count", "onDeadlock=stop"],
  ...["faults=[{ kind: link-down, target: leaf0-spine1, at: 100us }]", "measure.every=5us", "about=other"],
  ...["ideal=pauses", "ideal=paths", "ideal=rates"],
];

const asSettings = (text: string): Record<string, string> =>
  Object.fromEntries([/^([^=]*)=(.*)$/s.exec(text) ?? []].map(([, path, value]) => [path, value]));

test.each([...varied, ...sections])("%s: the same flows, with source, destination, size and start", (setting) => {
  expect(flowsOf(setting, ...(setting in BESIDE ? [BESIDE[setting]] : []))).toEqual(usual);
  expect(trafficOf(asSettings(setting))).toBe(trafficOf({}));
});

test.each([
  ...["seed=4", "traffic.0.load=0.7", "traffic.1.fanIn=4", "until=400us", "topology.hostsPerLeaf=3"],
  "topology.rate=50Gbps",
])("%s: other flows", (setting) => {
  expect(flowsOf(setting)).not.toEqual(usual);
  expect(trafficOf(asSettings(setting))).not.toBe(trafficOf({}));
});
