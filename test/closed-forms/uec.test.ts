/**
 * Tests the transport `uec` against closed forms. The receiver's link is busy from the first packet to the last. A
 * permutation is spread over all paths.
 */
import { expect, test } from "vitest";
import { readScenario, setUp } from "../../src/run/lab/lab.ts";

const SENDERS = 15;
const FRAME = 4062;
/** The time of a data packet on a link of 100 Gbps, with preamble and gap, in us. */
const WIRE = ((FRAME + 20) * 8) / 100e3;

/** The completion time of each flow in us. */
function run(flows: string, transport = ""): number[] {
  const { network } = setUp(
    readScenario(
      `seed: 1
until: 20ms
topology: { kind: fat-tree, k: 4, rate: 100Gbps, delay: 1us }
packet: { payload: 4000B }
classes: { lossless: [] }
switch: { memory: 64MiB }
traffic: [{ kind: flows, list: [${flows}] }]
policies:
  transport: { name: uec${transport} }
  detection: { name: red, kmin: 40KB, kmax: 160KB, pmax: 1 }
  buffer: { name: trim, queue: 200KB }
  headroom: none
  link: none`,
      "uec.yaml",
    ),
  );
  network.run(20e9);
  const { flows: table } = network;
  return Array.from(table.received.subarray(0, table.count), (ps) => ps / 1e6);
}

const incast = Array.from({ length: SENDERS }, (_, k) => `{ from: h${k + 1}, to: h0, size: 200KB }`).join(", ");
/** Every host sends 2 MB to the host whose number is larger by eight, in another pod. */
const permutation = Array.from({ length: 16 }, (_, k) => `{ from: h${k}, to: h${(k + 8) % 16}, size: 2MB }`).join(", ");

test("incast under credits: the receiver's link is idle for less than a round trip in all", () => {
  const done = run(incast, ", control: rccc");
  const busy = SENDERS * 50 * WIRE;
  expect(Math.max(...done)).toBeGreaterThan(busy);
  expect(Math.max(...done)).toBeLessThan(busy + 16);
});

test("incast under windows: within a fifth of the closed form", () => {
  const done = run(incast);
  expect(Math.max(...done)).toBeLessThan(1.2 * SENDERS * 50 * WIRE);
});

test("a permutation: the mean completion is within 8% of an empty network", () => {
  const done = run(permutation);
  const alone = 500 * WIRE + 5 * (WIRE + 1) + 1;
  const mean = done.reduce((sum, one) => sum + one, 0) / done.length;
  expect(mean).toBeGreaterThan(alone);
  expect(mean).toBeLessThan(1.08 * alone);
});

test("damaged packets are sent again when later ones are acknowledged; only the last of a flow wait for the timeout", () => {
  const { network } = setUp(
    readScenario(
      `seed: 1
until: 20ms
topology: { kind: star, hosts: 3, rate: 100Gbps, delay: 1us }
packet: { payload: 4000B }
classes: { lossless: [] }
switch: { memory: 64MiB }
traffic: [{ kind: flows, list: [{ from: h0, to: h2, size: 2MB }, { from: h1, to: h2, size: 2MB }] }]
policies:
  transport: { name: uec, timeout: 10ms }
  detection: { name: red, kmin: 40KB, kmax: 160KB, pmax: 1 }
  buffer: { name: trim, queue: 200KB }
  headroom: none
  link: none
faults: [{ kind: bit-errors, target: sw0-h2, rate: 0, frames: 0.01 }]`,
      "uec.yaml",
    ),
  );
  const { flows } = network;
  network.run(1e9); // three times the time that both flows need
  for (const flow of [0, 1]) {
    expect(flows.repeated[flow]).toBeGreaterThan(0);
    expect(flows.rcvNxt[flow]).toBeGreaterThan(0.95 * 2e6);
  }
  network.run(20e9);
  for (const flow of [0, 1]) expect(flows.received[flow]).toBeLessThan(12e9);
});
