/** The parts of a flow's time add up to the whole for every scenario, and each part occurs. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PARTS, readScenario, setUp, type Scenario } from "../../src/run/lab/lab.ts";
import { partsAddUp } from "../fct-breakdown-adds-up.ts";
import { anyScenario } from "./any-scenario.ts";
import { tenScenarios } from "./ten-scenarios.ts";

/** How often each part was met when it had run. */
function met(scenario: Scenario): Map<string, number> {
  const { network, run, results } = setUp(scenario);
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

describe("ten scenarios that use all roles", () => {
  const seen = new Set<string>();
  test.each(Object.entries(tenScenarios))("%s", (_, text) => {
    const parts = met(readScenario(text, "ten.yaml"));
    expect(parts.size).toBeGreaterThan(1);
    for (const part of parts.keys()) seen.add(part);
  });
  test("every part occurs in one of them", () => {
    expect([...seen].sort()).toEqual(Object.keys(PARTS).sort());
  });
});
