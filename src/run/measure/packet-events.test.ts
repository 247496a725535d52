import { expect, test } from "vitest";
import { readScenario, setUp } from "../lab/lab.ts";
import { PacketEventLog } from "./packet-events.ts";

// A lossy class in little memory: thousands of packets are marked, and some dropped and retransmitted.
const text = JSON.stringify({
  ...{ seed: 1, until: "1ms", topology: { kind: "star", hosts: 5 }, switch: { memory: "200KB" } },
  classes: { lossless: [] },
  traffic: [{ kind: "incast", from: "h1..h4", to: "h0", size: "200KB" }],
  policies: { detection: { name: "red", kmin: "10KB", kmax: "40KB", pmax: 1 }, congestion: "dcqcn" },
});

const ran = (limit?: number) => {
  const { network, run, results, scenario } = setUp(readScenario(text, "x"));
  const log = new PacketEventLog(network, 0, scenario.until, limit);
  return { summary: results(run(scenario.until)).summary, events: log.events() };
};

test("a list that is full counts what it leaves out, by kind, and keeps the first events", () => {
  const whole = ran().events;
  const { events } = ran(10);
  const of = (kind: number, { kind: kinds, time_ns }: typeof whole): number[] => [...time_ns].filter((_, k) => kinds[k] === kind); // prettier-ignore
  expect(of(1, whole).length).toBeGreaterThan(20);
  expect(of(1, events)).toEqual(of(1, whole).slice(0, 10));
  expect(events.leftOut[1]).toBe(of(1, whole).length - 10);
});

test("the list changes nothing in the run", () => {
  const { run, results, scenario } = setUp(readScenario(text, "x"));
  expect(ran().summary.digest).toBe(results(run(scenario.until)).summary.digest);
});
