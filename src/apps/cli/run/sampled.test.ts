import { expect, test } from "vitest";
import { builtIn, readSetting } from "../../../run/lab/lab.ts";
import type { ScenarioFile } from "../files/scenario-file.ts";
import { buildSampled, type Sampled } from "./sampled.ts";

const TEXT = `until: 1ms
topology: { kind: leaf-spine, leaves: 2, spines: 1, hostsPerLeaf: 2 }
traffic: [{ kind: incast, fanIn: 3, to: h0 }]
`;

const file: ScenarioFile = {
  ...{ name: "my.yaml", text: TEXT, included: [], warned: new Set<string>(), tables: builtIn },
  read: () => "",
};
const sampled = (...set: string[]): Sampled =>
  buildSampled(
    file,
    set.map((text) => readSetting("--set", text)),
  );

test("queues of all switches, rates of all ports and goodputs of all flows are sampled, at most 600 times", () => {
  const { experiment, settings } = sampled("buffer=st");
  const { measure, wiring, policies } = experiment.scenario;
  const nodes = (ports: typeof measure.queues): string[] => ports.map(({ node }) => wiring.names[node]).sort();
  expect(nodes(measure.queues)).toEqual("leaf0 leaf0 leaf0 leaf1 leaf1 leaf1 spine0 spine0".split(" "));
  expect(nodes(measure.rates)).toEqual([..."h0 h1 h2 h3".split(" "), ...nodes(measure.queues)]);
  expect([measure.goodputs, measure.every, policies.buffer.name]).toEqual(["all", 2e6, "st"]);
  expect(settings.map(({ path, value }) => `${path}=${value}`)).toEqual([
    ...["measure.every=2us", "measure.queues=all", "measure.rates=all", "measure.goodputs=all", "measure.pauses=true"],
    "buffer=st",
  ]);
});

test("--set overrides what is sampled", () => {
  const { measure } = sampled("measure.every=50us", "measure.rates=[]").experiment.scenario;
  expect([measure.every, measure.rates]).toEqual([50e6, []]);
});

test("if the flows are too many, the goodputs of the first 8 are sampled", () => {
  const { measure } = sampled("traffic=[{ kind: bursts, from: h1..h3, to: h0, size: 1KB }]").experiment.scenario;
  expect(measure.goodputs).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test("another mistake keeps its message", () => {
  expect(() => sampled("measure.every=1ns")).toThrow("expected at most 2000000 rows");
});
