/**
 * Tests the cost of a long link. Memory is needed only for the packets in flight, and a packet causes no more events
 * than on a short link. The link has 400 Gbps and 600 km, a delay of 3 ms. A frame of 1062 B takes 1082 B on the wire.
 * So 138,632 packets are in flight in one direction.
 */
import { expect, test } from "vitest";
import { readScenario, setUp } from "../src/run/lab/lab.ts";
import { gbps, ms } from "../src/base/units.ts";

/** Four hosts keep a link of `km` full in one direction until `until` ms. ACKs return. */
function haul(km: number, until: number, set: Record<string, unknown> = {}) {
  const scenario = readScenario(
    JSON.stringify({
      until: `${until}ms`,
      topology: { kind: "two-dc", k: 0, hosts: 4, dciRate: "400Gbps", dciDelay: `${km}km` },
      links: [{ between: "dci0-dci1", memory: "8GiB" }],
      traffic: [0, 1, 2, 3].map((k) => ({ kind: "long-lived", from: `h${k}`, to: `h${k + 4}` })),
      policies: { congestion: "none" },
      ...set,
    }),
    "haul.json",
  );
  const { network, run } = setUp(scenario);
  run(ms(until));
  return { events: network.events, packets: network.fabric.packets, hops: network.fabric.hops };
}

const onWire = (km: number): number => Math.floor((gbps(400) * km * 5e6) / 8e12 / 1082);

test("600 km: 138,632 packets in flight take a record of 64 bytes each; records of delivered packets are reused", () => {
  const { packets } = haul(600, 3.5);
  expect(onWire(600)).toBe(138_632);
  // The ACKs of half a millisecond are also in flight, and a few packets are in hosts and switches.
  const acks = 0.5 * ((400e9 * 1e-3) / 8 / 1082);
  expect(packets.live).toBeGreaterThan(onWire(600));
  expect(packets.live).toBeLessThan(onWire(600) + acks + 100);
  expect(packets.used).toBeLessThan(packets.live * 1.001);
  expect(packets.words.BYTES_PER_ELEMENT * 16).toBe(64);
});

test("once ACKs come back, the number of records is constant: 7 ms need as many as 9", () => {
  const [once, later] = [haul(600, 7), haul(600, 9)];
  expect(later.hops).toBeGreaterThan(once.hops * 1.2);
  expect(later.packets.used).toBeLessThan(once.packets.used * 1.001);
});

test("a packet-hop over 600 km takes as many events as one over 200 m, within 1%", () => {
  const perHop = (km: number, until: number): number => {
    const { events, hops } = haul(km, until);
    return events / hops;
  };
  const [short, long] = [perHop(0.2, 1), perHop(600, 7)];
  expect(long / short).toBeLessThan(1.01);
});

test("6,000 km: 1.39 million packets in flight, 64 bytes each, and not an event more", () => {
  const { packets, events, hops } = haul(6000, 31);
  expect(packets.live).toBeGreaterThan(onWire(6000));
  expect(packets.used).toBeLessThan(packets.live * 1.001);
  expect(events / hops).toBeLessThan(2);
});
