/** Tests that the starter scenarios can be read, and that their runs agree with their comments. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { setUp } from "../run/lab/lab.ts";
import * as tables from "../policies/policies.ts";
import { stream } from "../base/random.ts";
import { mostFlows, planTraffic } from "../policies/traffic/plan.ts";
import { MiB, ms, us } from "../base/units.ts";
import { readScenario } from "./read.ts";
import { trafficView } from "./traffic.ts";

const folder = new URL("../../scenarios/starter/", import.meta.url);
const read = (file: string) => readScenario(readFileSync(new URL(file, folder), "utf8"), file, tables);
const plan = (file: string) => {
  const { traffic, wiring, until, seed } = read(file);
  return planTraffic(traffic, tables.trafficKinds, trafficView(wiring, until), seed);
};

test.each(readdirSync(folder))("%s can be read and planned, and says what it asks", (file) => {
  expect(read(file).about).toMatch(/\?$/);
  const { flows, trains, sends = [] } = plan(file);
  expect(flows.length + trains.length + sends.length).toBeGreaterThan(0);
});

test.each(readdirSync(folder))("%s runs: in its first 50 us packets are sent and none is dropped", (file) => {
  const { network } = setUp(read(file));
  network.run(us(50));
  expect(network.fabric.ledger.created).toBeGreaterThan(0);
  expect(network.fabric.ledger.dropped).toBe(0);
});

/** For each file: the numbers of hosts and switches, the links by rate and delay, memory and alpha. */
test.each([
  ["spfc-clos.yaml", [512, 32 + 16 + 4], { "100G 2us": 512, "400G 2us": 64 + 64 }, MiB(32), 2],
  ["acc-clos.yaml", [320, 20 + 20 + 16], { "100G 1us": 320, "400G 1us": 80 + 80 }, MiB(32), 1],
  ["dsh-leaf-spine.yaml", [256, 16 + 16], { "100G 2us": 256 + 256 }, MiB(16), 1 / 16],
  ["plb-leaf-spine.yaml", [128, 8 + 8], { "40G 5us": 128 + 64 }, MiB(9), 1],
  ["bifrost-two-dc.yaml", [32, 2 * 21], { "100G 1us": 2 * (48 + 4), "400G 3000us": 1 }, MiB(12), 4],
])("%s is the fabric of its paper, under DT and DCQCN", (file, nodes, links, memory, alpha) => {
  const scenario = read(file);
  const { isSwitch, links: wired } = scenario.wiring;
  const counts = new Map<string, number>();
  for (const { rate, delay } of wired) {
    const kind = `${rate / 1e9}G ${delay / 1e6}us`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  expect([isSwitch.filter((at) => !at).length, isSwitch.filter((at) => at).length]).toEqual(nodes);
  expect(Object.fromEntries(counts)).toEqual(links);
  expect(scenario.memory).toBe(memory);
  expect(scenario.policies.buffer).toEqual({ name: "dt", values: { alpha } });
  expect(scenario.policies.congestion.name).toBe("dcqcn");
});

test("victim.yaml is figure 4 of SPFC at N = 24: F1 and F2 from h0, and 24 trains of 64,000 B to r2 from 1 to 12 ms", () => {
  const { wiring, memory, policies, until } = read("victim.yaml");
  expect([memory, until, policies.buffer.values]).toEqual([MiB(16), ms(12), { alpha: 2 }]);
  const ports = wiring.links.map(({ a, rate, delay }) => `${wiring.names[a]} ${rate / 1e9}G ${delay / 1e6}us`);
  expect(ports).toHaveLength(32);
  expect([ports[0], ports[29], ports[30], ports[31]]).toEqual([
    ...["h0 100G 9us", "h29 100G 9us", "r1 100G 1us", "r2 100G 1us"],
  ]);
  const { flows, trains } = plan("victim.yaml");
  const name = (node: number) => wiring.names[node];
  expect(flows.map((flow) => [name(flow.source), name(flow.destination), flow.bytes, flow.start])).toEqual([
    ["h0", "r1", Infinity, 0],
    ["h0", "r2", Infinity, 0],
  ]);
  expect(trains.map(({ source }) => name(source))).toEqual(Array.from({ length: 24 }, (_, k) => `h${k + 1}`));
  for (const { destination, bytes, start, stop } of trains) {
    expect([name(destination), bytes, start, stop]).toEqual(["r2", 64_000, ms(1), ms(12)]);
  }
  expect(mostFlows({ flows, trains }, () => 100e9)).toBe(2 + 24 * (Math.ceil(11_000 / 5.12) + 1));
});

test("the same scenario and seed give the same plan; the streams of its entries are no others'", () => {
  expect(plan("fat-tree-128.yaml")).toEqual(plan("fat-tree-128.yaml"));
  const firstGap = stream(1, "traffic 0 arrivals", 0).exponential(1);
  expect(firstGap).not.toBe(stream(1, "arrivals", 0).exponential(1));
});
