/** Tests ideals in a scenario: the policies that they replace, and the results that must follow. */
import { expect, test } from "vitest";
import { readScenario, runSync } from "../src/run/lab/scenario-input.ts";
import { figures } from "../src/report/columns.ts";

const base = `until: 1ms
topology: { kind: star, hosts: 5 }
traffic: [{ kind: incast, from: h1..h4, to: h0, fanIn: 4, size: 300KB, every: 200us, count: 2 }]
`;
const waits = (text: string, ideal: string): number =>
  runSync(text, { set: [`ideal=${ideal}`] }).tables.parts?.columns.nic_stopped_ns.reduce(
    (sum, time) => sum + time,
    0,
  ) ?? NaN;

test("pauses: PFC sends none, although the scenario's memory, thresholds and headroom would cause some", () => {
  const text = `${base}switch: { memory: 400KB }\npolicies: { buffer: { name: st, xoff: 20KB }, congestion: none }\n`;
  expect(figures(runSync(text)).pauses).toBeGreaterThan(0);
  const ideal = figures(runSync(text, { set: ["ideal=pauses"] }));
  expect([ideal.pauses, ideal.paused_ns, ideal.drops]).toEqual([0, 0, 0]);
});

test.each(["cbfc", "bifrost"])(
  "pauses: with 200 KB of memory for each port, %s makes senders wait, and not in the ideal",
  (link) => {
    const text = `${base}links: [{ between: "h*-sw0", policy: ${link}, memory: 200KB }]\npolicies: { congestion: none }\n`;
    expect(waits(text, "none")).toBeGreaterThan(0);
    expect(waits(text, "pauses")).toBe(0);
  },
);

test("pauses: memory that a topology gives some switches does not count", () => {
  const text = `until: 1ms
topology: { kind: two-dc, k: 0, hosts: 2, farHosts: 2, dciLinks: 1, dciMemory: 40MB }
traffic: [{ kind: long-lived, from: h0, to: h2 }]
`;
  expect(readScenario(text).wiring.memory?.size).toBeGreaterThan(0);
  expect(readScenario(text, { set: ["ideal=pauses"] }).wiring.memory).toBeUndefined();
});

test("policies of other roles stay, and the ideal is part of the run's hash", () => {
  const text = `${base}policies: { buffer: dt, routing: letflow, congestion: dcqcn }\n`;
  const { policies, ideal } = readScenario(text, { set: ["ideal=paths"] });
  expect([ideal, policies.routing.name, policies.recovery.name]).toEqual(["paths", "drill", "selective"]);
  expect([policies.congestion.name, policies.buffer.name]).toEqual(["dcqcn", "dt"]);
  expect(readScenario(text).ideal).toBeUndefined();
});

test("rates with load-dependent routing, and an unknown ideal, are errors with their place", () => {
  expect(() => runSync(`${base}policies: { routing: letflow }\nideal: rates\n`)).toThrow(
    /a routing policy with fixed paths/,
  );
  expect(() => readScenario(`${base}ideal: pause\n`)).toThrow(
    /scenario\.yaml:4:8: ideal: expected .*Did you mean "pauses"/s,
  );
});
