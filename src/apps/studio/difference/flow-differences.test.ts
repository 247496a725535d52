import { expect, test } from "vitest";
import { readScenario, runSync } from "xoff";
import { fabricOf } from "../lab/fabric.ts";
import type { RunView } from "../lab/messages.ts";
import { viewOf } from "../lab/view-of.ts";
import { byChange, pairedFlows } from "./flow-differences.ts";

/**
 * A run of three flows. Two go to h0 and share its link, and the third has its own links. `rate` is the rate of all
 * links.
 */
function ran(rate: string, size = "100KB"): RunView {
  const text = JSON.stringify({
    ...{ seed: 1, until: "1ms", topology: { kind: "star", hosts: 5, rate } },
    traffic: [
      {
        kind: "flows",
        list: [
          { from: "h1", to: "h0", size },
          { from: "h2", to: "h0", size: "100KB" },
          { from: "h3", to: "h4", size: "100KB" },
        ],
      },
    ],
    policies: { congestion: "none" },
  });
  const scenario = readScenario(text);
  return viewOf({ ...runSync(text), threads: { count: 1 } }, fabricOf(scenario.wiring), scenario);
}

test("flows of the same traffic are paired, and the gain is the ratio of their FCTs", () => {
  const [slow, fast] = [ran("25Gbps"), ran("100Gbps")];
  const paired = pairedFlows(slow, fast);
  expect(paired.unpaired).toBe(0);
  for (const { flow, gain } of paired.flows) expect(gain).toBe(slow.flows.fct[flow] / fast.flows.fct[flow]);
  const { gained, lost, equal } = byChange(paired);
  expect({ gained: gained.length, lost: lost.length, equal }).toEqual({ gained: 3, lost: 0, equal: 0 });
  expect(
    byChange(pairedFlows(fast, slow))
      .lost.map(({ flow }) => flow)
      .sort((a, b) => a - b),
  ).toEqual([0, 1, 2]);
  expect(byChange(pairedFlows(slow, slow))).toMatchObject({ gained: [], lost: [], equal: 3 });
});

test("a flow that differs in size is left out, and counted", () => {
  const paired = pairedFlows(ran("25Gbps"), ran("25Gbps", "200KB"));
  expect(paired.unpaired).toBe(1);
  expect(paired.flows.map(({ flow }) => flow)).toEqual([1, 2]);
});
