/**
 * A path that PFC pauses beyond the source leaf: tests which routing policies leave it.
 *
 * Hosts 0 and 1 are on leaves 2 and 3, with spines 4 and 5 and links of 40G and 5 us. One flow runs without congestion control. At 100 us,
 * the spine on its path is paused for 200 us, as leaf 3 would do in an incast. There is no other traffic, so the other path is equally
 * good.
 */
import { describe, expect, test } from "vitest";
import { policies } from "../src/policies/policies.ts";
import { gbps, us } from "../src/base/units.ts";
import { choose, flow, input, network } from "./lab-bench.ts";
import { leafSpine } from "./tiny-network.ts";

const CLS = 3;

function run(name: keyof typeof policies.routing, values: Record<string, unknown> = {}) {
  const wiring = leafSpine(2, 2, 1, gbps(40), us(5));
  const lab = network(input(wiring, [flow(0, 1, 3_000_000)], { routing: choose(policies.routing[name], values) }));
  const { fabric } = lab;
  const uplinks = [1, 2].map((port) => fabric.portBase[2] + port);
  const sent = (): number[] => uplinks.map((port) => fabric.sentPayload(port));
  lab.run(us(100));
  const before = sent();
  const taken = before[0] > before[1] ? 0 : 1;
  const stopped = fabric.portBase[4 + taken] + 1;
  fabric.stop(stopped, 1, 1 << CLS);
  lab.run(us(300));
  const during = sent().map((bytes, k) => bytes - before[k]);
  fabric.start(stopped, 1, 1 << CLS);
  const ending = lab.run(us(20_000));
  return { lab, ending, onStopped: during[taken], onOther: during[1 - taken] };
}

// The payload that is sent in 200 us at 40G, with 1,000 of 1,082 B: 924 KB.
const ALL = 924_000;

describe.each(["ecmp", "letflow", "conga"] as const)("%s", (name) => {
  test("continues to send into the paused path, because it reads only its own uplink, which is idle", () => {
    const { onStopped, onOther } = run(name);
    expect(onStopped).toBeGreaterThan(0.98 * ALL);
    expect(onOther).toBe(0);
  });
});

test("drill sends as much into the paused path as into the other, because both of its queues are short", () => {
  const { onStopped } = run("drill");
  expect(onStopped).toBeGreaterThan(0.4 * ALL);
});

test("plb leaves it: the first packet to meet the PAUSE causes a notice, which is back after 5.02 us; 23 packets left in that time", () => {
  const { onStopped, onOther, ending, lab } = run("plb");
  expect(onStopped).toBeLessThan(26_000);
  expect(onStopped).toBeGreaterThan(22_000);
  expect(onOther).toBeGreaterThan(0.9 * ALL);
  expect(ending).toBe("all flows are done");
  expect(lab.fabric.ledger.dropped).toBe(0);
});

test("hermes leaves it late: an RTT is known when an ACK is back, and paused packets bring none", () => {
  const { onStopped, ending } = run("hermes");
  expect(onStopped).toBeGreaterThan(0.98 * ALL);
  expect(ending).toBe("all flows are done");
});
