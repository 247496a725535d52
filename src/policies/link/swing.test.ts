/** SWING in a network of two hosts and two switches. The long link of 100 Gbps and 300 us has a relay at each end. */
import { expect, test } from "vitest";
import { readScenario, setUp } from "../../run/lab/lab.ts";
import { us } from "../../base/units.ts";
import { QUEUE } from "../../contracts/link.ts";

/** In a round trip the link carries 7,500,000 B. A frame of 1062 B in memory takes 1082 B on the wire. */
const STORED = 1062 / 1082;

function network(set: Record<string, unknown> = {}) {
  const scenario = readScenario(
    JSON.stringify({
      until: "10ms",
      topology: { kind: "two-dc", k: 0, hosts: 1, dciDelay: "300us" },
      links: [{ between: "dci0-dci1", policy: "swing", memory: "7.6MB" }],
      traffic: [{ kind: "long-lived", from: "h0", to: "h1" }],
      policies: { congestion: "none" },
      ...set,
    }),
    "swing.json",
  );
  const { network: built, run } = setUp(scenario);
  const { fabric, switches } = built;
  const { names } = scenario.wiring;
  const portOf = (node: string, towards: string): number => {
    for (let port = 0; port < fabric.ports; port++)
      if (names[fabric.node[port]] === node && names[fabric.node[fabric.peer[port]]] === towards) return port;
    throw new Error(`${node} has no port towards ${towards}`);
  };
  const held = (node: string, towards: string): number => {
    const port = portOf(node, towards);
    return switches[fabric.node[port]]?.held(port * 8 + 3) ?? NaN;
  };
  return { fabric, run, portOf, held, names };
}

test("N stopped for 100 us: its relay holds 1.25 MB, and gives them out when the hole comes, a round trip after", () => {
  const { fabric, run, portOf, held } = network();
  const relay = portOf("relay1", "dci1");
  const words = new Int32Array(4);
  run(us(1000));
  expect(held("relay1", "relay0")).toBeLessThanOrEqual(2 * 1062);
  /** Sends PFC frames as dci1 would: with the longest time, and with time 0. */
  const tell = (quanta: number): void => {
    words[1] = quanta << 16;
    fabric.links[relay].onFrame(relay, QUEUE, 1 << 3, words);
  };
  tell(65_535);
  run(us(1100));
  tell(0);
  const stopped = 1_250_000 * STORED;
  for (const at of [1110, 1300, 1590]) {
    run(us(at));
    expect(Math.abs(held("relay1", "relay0") - stopped)).toBeLessThan(5 * 1062);
  }
  const sent = fabric.sentPayload(relay);
  run(us(1710));
  expect(held("relay1", "relay0")).toBeLessThan(6 * 1062);
  // In the gap of the link, N still received packets without interruption.
  expect(fabric.sentPayload(relay) - sent).toBeGreaterThan((120e-6 * 100e9) / 8 / 1.09);
});

test("what waits before the long link stops the switch there above 198 KiB, and no more than that and its headroom waits", () => {
  const { fabric, run, portOf, held } = network();
  const relay = portOf("relay1", "dci1");
  const words = new Int32Array(4);
  let most = 0;
  for (let at = 1000; at < 1500; at += 20) {
    run(us(at));
    words[1] = 65_535 << 16;
    fabric.links[relay].onFrame(relay, QUEUE, 1 << 3, words);
    most = Math.max(most, held("relay0", "dci0"));
  }
  expect(most).toBeGreaterThanOrEqual(198 * 1024);
  expect(most).toBeLessThan(198 * 1024 + 12_000);
  expect(fabric.stopped(portOf("dci0", "relay0"))).toBe(1 << 3);
});

test("however N stops and goes, what a relay holds fits one bandwidth-delay product and what it was given besides", () => {
  const { fabric, run, portOf, held } = network();
  const relay = portOf("relay1", "dci1");
  const words = new Int32Array(4);
  let most = 0;
  for (let at = 700, stops = true; at < 6000; at += stops ? 13 : 29, stops = !stops) {
    run(us(at));
    words[1] = stops ? 65_535 << 16 : 0;
    fabric.links[relay].onFrame(relay, QUEUE, 1 << 3, words);
    most = Math.max(most, held("relay1", "relay0"));
  }
  expect(most).toBeGreaterThan(1e6);
  expect(most).toBeLessThan(7_500_000 * STORED);
  expect(fabric.ledger.dropped).toBe(0);
});

test("the long link is still called after the nodes it joins, and relays leave no marks", () => {
  const { names, portOf } = network({ measure: { rates: ["dci0-dci1", "relay1"], queues: "relay0-dci0" } });
  expect(names.slice(-2)).toEqual(["relay0", "relay1"]);
  expect(() => portOf("dci0", "dci1")).toThrow();
});

test("without memory of its own there is no relay", () => {
  expect(() => network({ links: [{ between: "dci0-dci1", policy: "swing" }] })).toThrow("links[0].memory");
});

test("relays repeat a PAUSE by timer alone: by packet, that of a switch would run out across the long link and fill the relay", () => {
  const link = { between: "dci0-dci1", policy: { name: "swing", repeat: "packet" }, memory: "7.6MB" };
  expect(() => network({ links: [link] })).toThrow('repeat: expected timer, got "packet"');
});
