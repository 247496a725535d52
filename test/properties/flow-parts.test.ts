/** The parts of a flow's time add up to the whole for every scenario, and each part occurs. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PARTS, type Scenario } from "../../src/run/lab/lab.ts";
import { partsAddUp } from "../fct-breakdown-adds-up.ts";
import { anyScenario } from "./any-scenario.ts";
import { readWithExamples, setUpWithExamples } from "../with-examples.ts";
import { tenScenarios } from "./ten-scenarios.ts";

/** Runs the scenario, and returns how often each part occurred. */
function met(scenario: Scenario): Map<string, number> {
  const { network, run, results } = setUpWithExamples(scenario);
  const { ideal_fct_ns } = results(run(scenario.until)).tables.flows.columns;
  return partsAddUp(network, (flow) => Math.round(ideal_fct_ns[flow] * 1000));
}

test("for every fabric, traffic and policy, of finished and unfinished flows", () => {
  fc.assert(
    fc.property(anyScenario, (scenario) => {
      met(scenario);
    }),
    { numRuns: 25 },
  );
});

/** Queues within a class. PAUSEs apply to single queues at switches and hosts. With little memory PFC pauses the class. */
const queues = `
until: 300us
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 5, rate: 100Gbps, delay: 1us }
switch: { memory: 1MiB }
traffic:
  - { kind: incast, from: h0..h6, to: h8, size: 200KB }
  - { kind: long-lived, from: h7, to: h9 }
  - { kind: flows, list: [{ from: h0, to: h9, size: 60KB, start: 20us }] }
policies: { scheduling: { name: bfc, queues: 4 }, congestion: none }`;

/** Leaves that hold packets charged to memory: some flows end while the last byte is held. */
const held = `
until: 100us
topology: { kind: leaf-spine, leaves: 2, spines: 2, hostsPerLeaf: 5, rate: 100Gbps, delay: 1us }
traffic:
  - { kind: incast, from: h0..h4, to: h8, size: 15KB }
  - { kind: flows, list: [{ from: h0, to: h9, size: 60KB }, { from: h1, to: h9, size: 4KB, start: 95us }] }
policies: { routing: hold-first, congestion: none }`;

describe("ten scenarios that use all roles, and two with policies from files", () => {
  const seen = new Set<string>();
  test.each([...Object.entries(tenScenarios), ["queues within a class", queues], ["held packets", held]])(
    "%s",
    (_, text) => {
      const parts = met(readWithExamples(text, "ten.yaml"));
      expect(parts.size).toBeGreaterThan(1);
      for (const part of parts.keys()) seen.add(part);
    },
  );
  test("every part occurs in one of them", () => {
    expect([...seen].sort()).toEqual(Object.keys(PARTS).sort());
  });
});
