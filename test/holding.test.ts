/**
 * Tests a routing policy that holds packets at their last leaf. They wait outside all accounts, and continue in order
 * when it releases them.
 */
import { describe, expect, test } from "vitest";
import type { RoutingPolicy, RoutingView } from "../src/contracts/routing.ts";
import { ms, us } from "../src/base/units.ts";
import { runText } from "../src/report/run-text.ts";
import { cutInto, runInTurns } from "../src/run/lab/in-partitions.ts";
import { create as holdFirst } from "./hold-first.ts";
import { flow } from "./lab-bench.ts";
import { breakdownsOf } from "../src/run/measure/fct-breakdown.ts";
import { partsAddUp } from "./fct-breakdown-adds-up.ts";
import { leafSpine, tiny, type TinyParts } from "./tiny-network.ts";
import { readWithExamples, setUpWithExamples } from "./with-examples.ts";

/**
 * Hosts 0 and 1 on leaves 2 and 3, with one spine. The first `count` packets of each flow are held for the time `wait`.
 */
function holding(
  count: number,
  wait: number,
  more: Partial<RoutingPolicy> = {},
  parts: TinyParts = {},
  bytes = 10_000,
) {
  const heard: number[] = [];
  const create = (view: RoutingView): RoutingPolicy => {
    let held = 0;
    const timer = view.timer((of) => {
      view.release(of);
    });
    return {
      ...more,
      choose: () => 0,
      holds(port, _packet, of) {
        heard.push(view.nodeOf[port]);
        if (held === count) return false;
        if (held++ === 0) timer.arm(of, view.now + wait);
        return true;
      },
    };
  };
  return { heard, ...tiny(leafSpine(2, 1, 1), [flow(0, 1, bytes)], { routing: create, ...parts }) };
}

describe("a leaf that holds packets", () => {
  test("is asked of each data packet from another switch once, also of those that it releases", () => {
    const { heard, network } = holding(10, us(5));
    network.run(ms(1));
    expect(heard).toEqual(new Array(10).fill(3));
  });

  test("has them in its count and in no queue; the accounts add up meanwhile", () => {
    const { network } = holding(10, us(50));
    network.run(us(20));
    const { fabric } = network;
    expect(fabric.held?.count).toBe(10);
    expect(fabric.accounts.used[3]).toBe(0);
    network.recount();
    expect(network.flows.rcvNxt[0]).toBe(0);
    network.run(ms(1));
    expect(fabric.held?.count).toBe(0);
    expect(network.flows.rcvNxt[0]).toBe(10_000);
    network.recount();
  });

  test("sends them in order, later by what they waited", () => {
    const alone = holding(0, 0).network;
    alone.run(ms(1));
    const { network } = holding(10, us(50));
    network.run(ms(1));
    expect(network.flows.outOfOrder[0]).toBe(0);
    // By then, all ten packets are at the leaf. They leave it back to back, 50 us after the arrival of the first one.
    expect(network.flows.received[0] - alone.flows.received[0]).toBe(us(50));
  });

  test("is named in the time of the flow, at the port by which the last byte came", () => {
    const { network } = holding(10, us(50));
    network.run(ms(1));
    const part = breakdownsOf(network, () => us(5))(0).parts.find(({ name }) => name === "held");
    expect(part?.port).toBe(network.fabric.portBase[3] + 1);
    // The last of the ten packets arrives nine packets of 86.56 ns after the first.
    expect(part?.time).toBe(us(50) - 9 * 86_560);
    const met = partsAddUp(network, () => us(5));
    expect([met.get("held"), met.get("queued")]).toEqual([1, 1]);
  });

  test("is named for an unfinished flow too: the time since its last byte came", () => {
    const { network } = holding(10, us(50));
    network.run(us(20));
    const held = breakdownsOf(network, () => us(5))(0).parts.find(({ name }) => name === "held");
    network.run(us(21));
    const later = breakdownsOf(network, () => us(5))(0).parts.find(({ name }) => name === "held");
    expect((later?.time ?? 0) - (held?.time ?? 0)).toBe(us(1));
    partsAddUp(network, () => us(5));
  });

  test("lets later packets overtake, if the policy does not hold those", () => {
    const { network } = holding(4, us(50));
    network.run(us(30));
    expect(network.flows.outOfOrder[0]).toBe(6);
  });
});

describe("a leaf that holds packets charged to memory", () => {
  const charged = { chargesHeld: true } as const;

  test("is asked once of each packet, and its ingress queue has their bytes until the release", () => {
    const { heard, network } = holding(10, us(50), charged);
    network.run(us(20));
    const { fabric } = network;
    const [frame, ingress] = [1062, fabric.portBase[3] + 1];
    expect(fabric.held?.count).toBe(10);
    expect(fabric.accounts.used[3]).toBe(10 * frame);
    expect(network.switches[3]?.held(ingress * 8 + 3)).toBe(10 * frame);
    network.recount();
    network.run(ms(1));
    expect(heard).toEqual(new Array(10).fill(3));
    expect([fabric.held?.count, fabric.accounts.used[3], network.flows.rcvNxt[0]]).toEqual([0, 0, 10_000]);
    network.recount();
  });

  test("sends them in order at the same time as without the charge, and the wait is named", () => {
    const free = holding(10, us(50)).network;
    const { network } = holding(10, us(50), charged);
    for (const one of [free, network]) one.run(ms(1));
    expect(network.flows.outOfOrder[0]).toBe(0);
    expect(network.flows.received[0]).toBe(free.flows.received[0]);
    const part = breakdownsOf(network, () => us(5))(0).parts.find(({ name }) => name === "held");
    expect(part?.port).toBe(network.fabric.portBase[3]);
    // The last of the ten packets arrives nine packets of 86.56 ns after the first.
    expect(part?.time).toBe(us(50) - 9 * 86_560);
  });

  test("pauses the switch before it, when they exceed the threshold; the release resumes it", () => {
    const verdicts: boolean[] = [];
    const heldBytes = 200 * 1062;
    const { network } = tiny(
      leafSpine(2, 1, 1),
      [flow(0, 1, 400_000)],
      { routing: holdsAll(200, us(80)), memory: () => 2 * heldBytes },
      { onVerdict: (_port, _cls, _scope, stops) => void verdicts.push(stops) },
    );
    network.run(us(60));
    expect(verdicts).toEqual([true, true]);
    expect(network.fabric.packets.live).toBeGreaterThan(100);
    network.recount();
    network.run(ms(2));
    expect(verdicts.filter((stops) => stops).length).toBe(verdicts.length / 2);
    expect(network.flows.rcvNxt[0]).toBe(400_000);
  });

  test("drops them at the release, if the link to the host has failed, and frees their memory", () => {
    const { network } = holding(10, us(50), charged);
    network.run(us(20));
    network.fabric.fail(network.fabric.portBase[3]);
    expect(network.fabric.accounts.used[3]).toBe(10 * 1062);
    network.recount();
    network.run(us(60));
    expect([network.fabric.held?.count, network.fabric.accounts.used[3]]).toEqual([0, 0]);
    network.recount();
  });
});

/**
 * Ten packets of one flow arrive at the leaf. `act` decides about each packet by its number. The run ends before a
 * retransmission could arrive.
 */
function deciding(act: (view: RoutingView, k: number, packets: readonly number[]) => boolean) {
  const packets: number[] = [];
  const { network } = tiny(leafSpine(2, 1, 1), [flow(0, 1, 10_000)], {
    routing: (view) => ({
      choose: () => 0,
      holds: (_port, packet) => act(view, packets.push(packet) - 1, packets),
    }),
  });
  network.run(us(8));
  return network;
}

describe("a leaf that chooses among the packets that it holds", () => {
  test("releases the first ones alone", () => {
    const network = deciding((view, k) => {
      if (k === 9) view.release(0, 4);
      return true;
    });
    expect(network.flows.rcvNxt[0]).toBe(4000);
    expect(network.fabric.held?.count).toBe(6);
    network.recount();
  });

  test("releases them before the packet of the hook", () => {
    const network = deciding((view, k) => {
      if (k === 9) view.release(0);
      return k < 9;
    });
    expect(network.flows.rcvNxt[0]).toBe(10_000);
    expect(network.flows.outOfOrder[0]).toBe(0);
  });

  test.each([true, false])("forwards the packet of the hook before them, whatever the hook answers: %s", (answer) => {
    const network = deciding((view, k, packets) => {
      if (k < 9) return true;
      view.forward(packets[9]);
      view.release(0);
      return answer;
    });
    expect(network.flows.outOfOrder[0]).toBe(1);
    expect(network.flows.rcvNxt[0]).toBe(9000); // the last packet arrived first, so go-back-N has discarded it
    expect(network.fabric.held?.count).toBe(0);
    network.recount();
  });

  test("forwards them in an order of its own, and holds others meanwhile", () => {
    const order = [8, 3, 0, 1];
    const network = deciding((view, k, packets) => {
      if (k === 9) for (const one of order) view.forward(packets[one]);
      return true;
    });
    expect(network.flows.outOfOrder[0]).toBe(2);
    expect(network.flows.rcvNxt[0]).toBe(2000);
    expect(network.fabric.held?.count).toBe(6);
    network.recount();
  });

  test("may not forward a packet twice, or release half a packet", () => {
    const twice = (view: RoutingView, k: number, packets: readonly number[]): boolean => {
      if (k === 1) for (const one of [0, 0]) view.forward(packets[one]);
      return true;
    };
    expect(() => deciding(twice)).toThrow(/forward: expected a packet that is held/);
    expect(() => deciding((view) => (view.release(0, NaN), true))).toThrow(/release: expected a number of packets/);
  });
});

/** A policy that holds the first packets of each flow, charged to memory. */
const holdsAll =
  (count: number, wait: number) =>
  (view: RoutingView): RoutingPolicy =>
    holdFirst({ count, wait }, view);

test("a reply of 64 B leaves within the event, and ends at the flow's first leaf", () => {
  const heard: number[] = [];
  const { network } = tiny(leafSpine(2, 1, 1), [flow(0, 1, 1000)], {
    routing: (view) => ({
      choose: () => 0,
      holds(port, _packet, of) {
        const node = view.nodeOf[port];
        const uplink = view.firstPort[node] + 1;
        const before = view.busy(uplink);
        view.reply(node, of, Int32Array.of(), 64);
        heard.push(view.busy(uplink) - before);
        return false;
      },
      onNotice: (here) => void heard.push(here),
    }),
  });
  network.run(ms(1));
  expect(heard).toEqual([(64 + 20) * 80, 2]); // 84 B at 100 Gb/s take 80 ps each
});

test("a run that ends before the release counts the held packets, also in two partitions, and its report names them", () => {
  const scenario = readWithExamples(
    `until: 50us
topology: { kind: leaf-spine, leaves: 2, spines: 1, hostsPerLeaf: 1 }
policies: { routing: { name: hold-first, count: 4, wait: 1ms } }
traffic: [{ kind: flows, list: [{ from: h0, to: h1, size: 20KB }] }]
`,
    "held.yaml",
  );
  const { run, results } = setUpWithExamples(scenario);
  const whole = results(run(scenario.until));
  expect(whole.summary.counters.held_packets).toBe(4);
  expect(runText(whole)).toContain("4 packets remained held by the routing policy at the end of the run.");
  const again = setUpWithExamples(scenario);
  expect(runInTurns(again, cutInto(again, 2).part).summary.counters).toEqual(whole.summary.counters);
});
