import { CLASS_BITS, CLASS_MASK } from "../../base/queue-number.ts";
import { describe, expect, test } from "vitest";
import { flow } from "../../../test/lab-bench.ts";
import { tiny } from "../../../test/tiny-network.ts";
import type { Wiring } from "../../contracts/topology.ts";
import { gbps, ms, us } from "../../base/units.ts";
import { findDeadlock } from "./deadlock.ts";

/** Host k is on switch N + k. The switches form a ring, or a chain if `cut` is true. */
function ring(switches: number, cut = false): Wiring {
  const [rate, delay] = [gbps(100), us(1)];
  const hosts = Array.from({ length: switches }, (_, k) => ({ a: k, b: switches + k, rate, delay }));
  const round = Array.from({ length: cut ? switches - 1 : switches }, (_, k) => ({
    a: switches + k,
    b: switches + ((k + 1) % switches),
    rate,
    delay,
  }));
  return {
    names: Array.from({ length: 2 * switches }, (_, node) => `n${node}`),
    isSwitch: Array.from({ length: 2 * switches }, (_, node) => node >= switches),
    links: [...hosts, ...round],
  };
}

/** Every host sends without end to the host on the switch `hops` further. There is only one shortest path. */
function everyoneTo(hops: number, switches: number, cut = false) {
  const flows = Array.from({ length: switches }, (_, k) => flow(k, (k + hops) % switches, Infinity)).filter(
    ({ source, destination }) => !cut || destination > source,
  );
  return tiny(ring(switches, cut), flows, { memory: () => 450_000, lossless: [3] }).network;
}

/** The nodes whose egress ports have the queues of a cycle. */
const nodesOf = (network: ReturnType<typeof everyoneTo>, cycle: readonly number[]): number[] =>
  cycle.map((queue) => network.fabric.node[queue >> CLASS_BITS]);

describe("five switches in a ring, everyone sends two switches on, lossless and without congestion control", () => {
  test("a run in which nothing can move ends with the cycle, not with a hang", () => {
    const network = everyoneTo(2, 5);
    expect(network.run(ms(100))).toBe("nothing can move");
    expect(network.queue.now).toBeLessThan(ms(5));
    expect(network.deadlockSince).toBeLessThanOrEqual(network.queue.now);
    expect(network.fabric.ledger.dropped).toBe(0);
  });

  test("the cycle names five stopped queues of class 3, one a switch, each waiting for one of the switch behind its link", () => {
    const network = everyoneTo(2, 5);
    network.run(ms(100));
    const { deadlock, fabric } = network;
    expect(nodesOf(network, deadlock).sort((a, b) => a - b)).toEqual([5, 6, 7, 8, 9]);
    deadlock.forEach((queue, k) => {
      expect(queue & CLASS_MASK).toBe(3);
      expect(fabric.stopped(queue >> CLASS_BITS) & (1 << 3)).not.toBe(0);
      const next = deadlock[(k + 1) % deadlock.length];
      expect(fabric.node[fabric.peer[queue >> CLASS_BITS]]).toBe(fabric.node[next >> CLASS_BITS]);
    });
  });

  test("let one of the five go by hand, and it is a knot no more: the one before it can be relieved, and so on", () => {
    const network = everyoneTo(2, 5);
    network.run(ms(100));
    const [queue] = network.deadlock;
    network.fabric.start(queue >> CLASS_BITS, 1, 1 << 3);
    expect(findDeadlock(network)).toEqual([]);
  });
});

test("three switches on, in a ring of seven: the cycle has seven queues", () => {
  const network = everyoneTo(3, 7);
  expect(network.run(ms(100))).toBe("nothing can move");
  expect(network.deadlock).toHaveLength(7);
});

test("one switch on, no link of the ring waits for another: no deadlock", () => {
  const network = everyoneTo(1, 5);
  expect(network.run(ms(2.5))).toBe("time is up");
  expect(network.deadlock).toEqual([]);
});

test("the ring cut open: the same traffic is stopped and goes on, and there is no cycle to find", () => {
  const network = everyoneTo(2, 5, true);
  expect(network.run(ms(2.5))).toBe("time is up");
  expect(network.fabric.linkFrames.count).toBeGreaterThan(0);
  expect(network.deadlock).toEqual([]);
});

test("queues stopped one behind another are no deadlock: the last of them is stopped by nobody's queue", () => {
  const network = everyoneTo(2, 5, true);
  network.run(us(20));
  const { fabric } = network;
  for (let port = 0; port < fabric.ports; port++) fabric.stop(port, 1, 1 << 3);
  network.run(us(40));
  expect(findDeadlock(network)).toEqual([]);
});
