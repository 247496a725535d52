/** The parts of every flow's completion time, or age, add up to it to the picosecond, and none is negative. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readScenario, setUp, type Scenario } from "../../src/lab.ts";
import { partsOf } from "../../src/measure/flow-parts.ts";
import { anyScenario } from "./any-scenario.ts";
import { tenScenarios } from "./ten-scenarios.ts";

/** Runs it and checks each flow. Returns which parts there were. */
function check(scenario: Scenario, until = scenario.until): Set<string> {
  const { network, run, results } = setUp(scenario);
  const { flows } = results(run(until)).tables;
  const { received, start, repeated } = network.flows;
  const idealOf = (flow: number): number => Math.round(flows.columns.ideal_fct_ns[flow] * 1000);
  const parts = partsOf(network, idealOf);
  const seen = new Set<string>();
  for (let flow = 0; flow < flows.rows; flow++) {
    const { total, done, parts: all } = parts(flow);
    const where = `flow ${flow} of seed ${scenario.seed}: ${JSON.stringify(all)}`;
    expect(total, where).toBe((done ? received[flow] : network.queue.now) - start[flow]);
    expect(
      all.reduce((sum, { time }) => sum + time, 0),
      where,
    ).toBe(total);
    for (const { name, time } of all) {
      expect(Number.isInteger(time) && time > 0, `${name} in ${where}`).toBe(true);
      seen.add(name);
    }
    const timeOf = (name: string): number => all.find((part) => part.name === name)?.time ?? 0;
    if (done) expect(timeOf("ideal"), where).toBe(Math.min(idealOf(flow), total));
    // What is left over is nothing where nothing was sent again: then all that held the flow has its place.
    if (repeated[flow] === 0 && fabricLostNothing(network, flow)) expect(timeOf("again"), where).toBe(0);
  }
  return seen;
}

const fabricLostNothing = ({ fabric }: ReturnType<typeof setUp>["network"], flow: number): boolean =>
  fabric.journeys.lost[flow] === 0;

test("whatever the fabric, traffic and policies, done or not", () => {
  fc.assert(
    fc.property(anyScenario, (scenario) => {
      check(scenario);
    }),
    { numRuns: 25 },
  );
});

test("of ten scenarios that use all roles, and of each part some", () => {
  const seen = new Set(tenScenarios.flatMap((text) => [...check(readScenario(text, "ten.yaml"))]));
  expect([...seen].sort()).toEqual([]);
});
