import { expect, test } from "vitest";
import { readScenario, setUp } from "../../run/lab/lab.ts";

/**
 * Returns the time in us at which each flow has arrived, and the number of trimmed payloads. Frames of data have 1,000
 * B, and messages 64 B.
 */
function run(settings: { flows: string; eqds: string; queue: string }): { received: number[]; trimmed: number } {
  const { network } = setUp(
    readScenario(
      `
until: 20ms
topology: { kind: star, hosts: 4, rate: 80Gbps, delay: 1us }
packet: { payload: 936B, sizes: htsim }
classes: { lossless: [] }
switch: { memory: 64MiB }
traffic: [{ kind: flows, list: [${settings.flows}] }]
policies: { transport: { name: eqds, ${settings.eqds} }, buffer: { name: trim, queue: ${settings.queue} }, headroom: none, link: none, scheduling: strict }`,
      "eqds.yaml",
    ),
  );
  network.run(20e9);
  const { flows, fabric } = network;
  return {
    received: Array.from(flows.received.subarray(0, flows.count), (ps) => ps / 1e6),
    trimmed: fabric.ledger.droppedPackets[8],
  };
}

const ONE = `{ from: h1, to: h0, size: ${936 * 1000}B }`;

test("a window beyond the round trip, then credit at the rate of the link: 1,000 packets in 1,000 * 0.1 us, and 2.1 us to the receiver", () => {
  const { received } = run({ flows: ONE, eqds: "window: 100KB, pullRate: 1", queue: "100KB" });
  expect(received[0]).toBeCloseTo(102.1, 6);
});

test("the first answer after 4.3 us, then credit at half the rate: 43 packets of 0.1 us, 957 of 0.2 us, and 2.1 us to the receiver", () => {
  const { received } = run({ flows: ONE, eqds: "window: 100KB, credit: 1024B, pullRate: 0.5", queue: "100KB" });
  expect(Math.abs(received[0] - 197.8)).toBeLessThan(0.5);
});

test("three senders with windows beyond the round trip: the switch trims, and the receiver's link is busy for 600 * 0.1 us", () => {
  const flows = [1, 2, 3].map((host) => `{ from: h${host}, to: h0, size: ${936 * 200}B }`).join(", ");
  const { received, trimmed } = run({ flows, eqds: "window: 100KB", queue: "10KB" });
  // In 4.3 us 3 * 43 packets arrive. The link sends 43 of them, and the queue has room for 10.
  expect(trimmed).toBeGreaterThan(60);
  expect(Math.max(...received)).toBeLessThan(1.1 * 60 + 2.1);
  // The receiver serves flows with trimmed packets in turn.
  expect(Math.min(...received)).toBeGreaterThan(0.8 * Math.max(...received));
});
