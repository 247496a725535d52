import { expect, test } from "vitest";
import { Clock, routingView } from "../../batch/suites/views.ts";
import { stream } from "../../base/random.ts";
import { create } from "./spray.ts";

const PORTS = Int32Array.of(9, 9, 4, 5, 6, 7);

function spread(form: "random" | "round-robin", rounds = 5): { count: number[]; ways: number[] } {
  const draws = stream(1, "test");
  const policy = create(
    { form, rounds },
    routingView(new Clock(), 2009, 1000, () => draws.next()),
  );
  const ways = Array.from({ length: 1000 }, (_, packet) =>
    policy.choose(2009, packet, false, 1000, PORTS, 2, 4, packet),
  );
  return { ways, count: [0, 1, 2, 3].map((k) => ways.filter((way) => way === k).length) };
}

test("round robin: 1,000 packets of 1,000 flows over 4 paths are exactly 250 on each", () => {
  expect(spread("round-robin").count).toEqual([250, 250, 250, 250]);
});

test("the order stays for 5 rounds, 20 packets, and is then drawn anew: 50 orders, more than one of the 24 possible", () => {
  const { ways } = spread("round-robin");
  const orders = new Set<string>();
  for (let from = 0; from < 1000; from += 20) {
    const order = ways.slice(from, from + 4).join();
    for (let round = 0; round < 20; round += 4) expect(ways.slice(from + round, from + round + 4).join()).toBe(order);
    orders.add(order);
  }
  expect(orders.size).toBeGreaterThan(12);
});

test("random: 1,000 packets over 4 paths are 250 on each, within 4 x 13.7", () => {
  // Standard deviation: sqrt(1,000 * 1/4 * 3/4) = 13.7.
  for (const packets of spread("random").count) expect(Math.abs(packets - 250)).toBeLessThan(4 * 13.7);
});
