/** Tests which packets a full queue trims, by the counts of a burst that arithmetic gives. */
import { expect, test } from "vitest";
import type { BufferView } from "../../contracts/buffer.ts";
import { readScenario, setUp } from "../../run/lab/lab.ts";
import { builtIn } from "../../scenario/registry/tables.ts";
import * as trim from "./trim.ts";

/**
 * Two hosts each send 40 packets of 1,000 B to a third host at once. The switch receives two packets in the time in
 * which its port sends one.
 */
function burst(buffer: string, tables = builtIn) {
  const text = `
until: 10ms
topology: { kind: star, hosts: 3, rate: 100Gbps, delay: 1us }
classes: { lossless: [] }
packet: { payload: 1000B, sizes: htsim }
traffic: [{ kind: flows, list: [{ from: h0, to: h2, size: 40000B }, { from: h1, to: h2, size: 40000B }] }]
policies:
  transport: { name: ndp, initialWindow: 40 }
  buffer: ${buffer}
  headroom: none
  link: none
  scheduling: strict`;
  const { network, run } = setUp(readScenario(text, "burst.yaml", undefined, [], tables), { tables });
  run(5e6); // at 5 us all 80 packets have arrived, and no retransmitted one
  const trimmed = network.fabric.ledger.droppedPackets[8];
  network.recount();
  run(1e10);
  network.recount();
  return { trimmed, received: network.flows.rcvNxt.slice(0, 2), acked: network.flows.acked.slice(0, 2) };
}

/**
 * At the end, the queue has 10 of the 80 packets, with 1,064 B each. While the packets arrive, the port sends about
 * half of them.
 */
const QUEUE = 10 * 1064;

test("a burst of 80 packets at twice the link's rate: 40 are sent meanwhile, 10 wait, and 30 are trimmed", () => {
  const { trimmed, received } = burst(`{ name: trim, queue: ${QUEUE}B }`);
  expect(Math.abs(trimmed - 30)).toBeLessThanOrEqual(2);
  expect([...received]).toEqual([40_000, 40_000]);
});

test("the same number is trimmed if the last packet in the queue is the victim, and all bytes arrive", () => {
  const last = {
    ...trim,
    create: (p: never, view: BufferView) => ({ ...trim.create(p, view), trimsLast: () => true }),
  };
  const tables = {
    ...builtIn,
    policies: { ...builtIn.policies, buffer: { ...builtIn.policies.buffer, last } },
  };
  const { trimmed, received } = burst(`{ name: last, queue: ${QUEUE}B }`, tables);
  expect(Math.abs(trimmed - 30)).toBeLessThanOrEqual(2);
  expect([...received]).toEqual([40_000, 40_000]);
  const random = burst(`{ name: trim, queue: ${QUEUE}B, victim: random }`);
  expect(Math.abs(random.trimmed - 30)).toBeLessThanOrEqual(2);
});

test("with `wire: counted` one packet less waits while the port sends data", () => {
  const free = burst(`{ name: trim, queue: ${QUEUE}B }`).trimmed;
  expect(burst(`{ name: trim, queue: ${QUEUE + 1064}B, wire: counted }`).trimmed).toBe(free);
  expect(burst(`{ name: trim, queue: ${QUEUE}B, wire: counted }`).trimmed).toBe(free + 1);
});
