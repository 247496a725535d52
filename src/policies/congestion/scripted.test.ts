import { expect, test } from "vitest";
import { choose, flow, input, network, star } from "../../../test/lab-bench.ts";
import { readScenario, setUp } from "../../run/lab/lab.ts";
import { defaults } from "../../base/params.ts";
import { policies } from "../policies.ts";
import { gbps, us } from "../../base/units.ts";
import { CONGESTED } from "../../base/view.ts";
import { Clock, congestionBench } from "../../batch/suites/views.ts";
import { create, params } from "./scripted.ts";

const SCRIPT = `
until: 100us
topology: { kind: star, hosts: 3, rate: 100Gbps, delay: 1us }
traffic: [{ kind: long-lived, from: [h0, h1], to: h2 }]
policies:
  congestion:
    name: scripted
    flows:
      - { flow: 0, at: 40us, stop: 20us, rate: 10Gbps }
      - "0, 10us, 0s, 50Gbps"
`;

test("rows in YAML, as maps or text and in any order: 50 Gb/s at 10 us, nothing from 40 to 60 us, then 10 Gb/s", () => {
  const scenario = readScenario(SCRIPT, "x.yaml");
  const { network: net, run } = setUp(scenario);
  const sent = (from: number, to: number): number => {
    run(us(from));
    const before = net.flows.sndNxt[0];
    run(us(to));
    return ((net.flows.sndNxt[0] - before) / 1000) * 1082; // in frames with preamble and gap
  };
  expect(sent(0, 9) / ((gbps(100) * 9e-6) / 8)).toBeCloseTo(1, 1);
  expect(sent(15, 39) / ((gbps(50) * 24e-6) / 8)).toBeCloseTo(1, 1);
  expect(sent(41, 59)).toBe(0);
  expect(sent(60, 100) / ((gbps(10) * 40e-6) / 8)).toBeCloseTo(1, 1);
  expect(net.flows.rate[1]).toBe(gbps(100));
});

test("others under DCQCN: a mark cuts them, and the scripted flow only before its first row", () => {
  const clock = new Clock();
  const { view } = congestionBench(clock, 2);
  const policy = create(
    { ...defaults(params), others: "dcqcn", flows: [{ flow: 0, at: us(2), stop: 0, rate: gbps(7) }] },
    view,
  );
  for (const one of [0, 1]) policy.onStart(one);
  for (const one of [0, 1]) policy.onAck(one, 1000, CONGESTED, us(5), 1000, 1);
  clock.runTo(us(3));
  policy.onAck(0, 2000, CONGESTED, us(5), 1000, 1);
  clock.runTo(us(50));
  expect(view.rate[0]).toBe(gbps(7));
  expect(view.rate[1]).toBeLessThan(gbps(60));
});

test("others under DCQCN with CNPs: they are asked for and heeded, of the scripted flow only before its first row", () => {
  const clock = new Clock();
  const { view } = congestionBench(clock, 2);
  const flows = [{ flow: 0, at: us(2), stop: 0, rate: gbps(7) }];
  const policy = create({ ...defaults(params), others: "dcqcn", cnpInterval: us(50), flows }, view);
  for (const one of [0, 1]) policy.onStart(one);
  expect([0, 1].map((one) => policy.notifies?.(one, CONGESTED))).toEqual([true, true]);
  clock.runTo(us(60));
  expect([0, 1].map((one) => policy.notifies?.(one, CONGESTED))).toEqual([false, true]);
  for (const one of [0, 1]) policy.onCnp?.(one, CONGESTED);
  clock.runTo(us(70));
  expect(view.rate[0]).toBe(gbps(7));
  expect(view.rate[1]).toBeLessThan(gbps(60));
});

test("a row for a flow that there cannot be is an error that names it", () => {
  const flows = [{ flow: 5000, at: 0, stop: 0, rate: undefined }];
  const congestion = choose(policies.congestion.scripted, { flows });
  expect(() => network(input(star(2), [flow(0, 1, 1000)], { congestion }))).toThrow(
    "flows[0].flow: expected the number of a flow, 0 to 1000, got 5000",
  );
});
