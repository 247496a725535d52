/** What makes rows of a comparison comparable: traffic depends on the seed and the traffic section, and on nothing else. */
import { expect, test } from "vitest";
import { readScenario, readSetting, setUp } from "../../src/lab/lab.ts";
import type { Needs } from "../../src/base/params.ts";
import { policies } from "../../src/registry/policies.ts";

const text = `seed: 3
until: 300us
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 4 }
switch: { memory: 64MiB }
traffic:
  - { kind: poisson, cdf: websearch-hpcc, load: 0.8 }
  - { kind: incast, fanIn: 5, every: 50us }
`;

/** Source, destination, size and start of every flow, in order. */
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

test("there is some", () => {
  expect(usual.length).toBeGreaterThan(20);
});

test.each([...varied, "switch.memory=128MiB", "classes.lossless=[]", "host.window=50KB"])(
  "%s: the same flows, from and to whom, how large, when",
  (setting) => {
    expect(flowsOf(setting)).toEqual(usual);
  },
);

test.each(["seed=4", "traffic.0.load=0.7", "traffic.1.fanIn=4"])("%s: others", (setting) => {
  expect(flowsOf(setting)).not.toEqual(usual);
});
