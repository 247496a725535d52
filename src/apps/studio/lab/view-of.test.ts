import { expect, test } from "vitest";
import { readScenario, runSync, samplingSettings } from "xoff";
import { figures } from "../../../report/columns.ts";
import { fabricOf } from "./fabric.ts";
import { viewOf } from "./view-of.ts";

// More senders than the studio samples flows if they are too many.
const TEXT = `seed: 1
until: 400us
topology: { kind: star, hosts: 13 }
switch: { memory: 1MiB }
traffic:
  - { kind: incast, from: h1..h12, to: h0, size: 400KB }
  - { kind: long-lived, from: h2, to: h3 }
policies: { buffer: dt, congestion: dcqcn }
`;

test.each([true, false])("the mean total goodput is the goodput of compare; all flows sampled: %s", (allFlows) => {
  const scenario = readScenario(TEXT);
  const results = runSync(TEXT, { set: samplingSettings(scenario, allFlows) });
  const { total, goodputs } = viewOf({ ...results, threads: { count: 1 } }, fabricOf(scenario.wiring), scenario);
  expect(goodputs.flows).toHaveLength(allFlows ? 13 : 8);
  const rates = [...(total?.bps ?? [])];
  expect(total?.times.at(-1)).toBe(results.summary.simulated_ns);
  const mean = rates.reduce((sum, one) => sum + one, 0) / rates.length;
  expect(mean).toBeGreaterThan(50e9);
  expect(mean).toBeCloseTo(figures(results).goodput_bps, -1);
});
