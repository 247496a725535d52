/**
 * Tests PowerTCP against its equilibrium, on a star of 100G links.
 *
 * From rate = gamma (rate target / G + increase) + (1 - gamma) rate: G = target rate / (rate - increase). Window form:
 * every flow has W (1 - 1/G) = beta. All W together are BDP + q, and G = 1 + q/BDP, so q = N beta. Rate form with few
 * flows: N rate = G C < C, so there is no queue. Delay form: G = rtt / tau, so the queue is (G - 1) BDP.
 *
 * Frames have HPCC's sizes, without preamble and gap. INT then counts all bytes on the wire, and a full link has the
 * current C.
 */
import { expect, test } from "vitest";
import type { Network } from "../../src/sim/model/network.ts";
import { policies } from "../../src/policies/policies.ts";
import { gbps, ms, us } from "../../src/base/units.ts";
import { choose, flow, input, network, star } from "../lab-bench.ts";

const PAYLOAD = 1000;
const FRAME = PAYLOAD + 90; // HPCC's header with INT
const LINE = gbps(100);

interface Measured {
  /** Means over time: bytes queued at the port to the receiver, the flows' rates in bit/s, and the utilisation of that port. */
  readonly queue: number;
  readonly rates: number[];
  readonly busy: number;
  readonly bdp: number;
}

/** BDP of the path in payload and header bytes. */
const bdpOf = ({ flows }: Network): number => (flows.baseRtt[0] * LINE) / 8e12;

/** `senders` flows without end to one receiver, run for 1 ms, then measured for 1 ms every microsecond. */
function settled(form: string, senders: number, more: Record<string, unknown> = {}): Measured {
  const receiver = senders;
  const net = network(
    input(
      star(senders + 1, LINE, us(10)),
      Array.from({ length: senders }, (_, h) => flow(h, receiver, Infinity, us(20) * h)),
      {
        payload: PAYLOAD,
        sizes: "hpcc",
        window: "bdp",
        scaleWindow: true,
        detection: [choose(policies.detection.int, { scale: 1 })],
        congestion: choose(policies.congestion.powertcp, { form, ...more }),
      },
    ),
  );
  const { fabric, flows } = net;
  const out = fabric.peer[fabric.portBase[receiver]];
  net.run(ms(1));
  const before = fabric.busyTime(out);
  const samples = 1000;
  let queue = 0;
  const rates = Array.from({ length: senders }, () => 0);
  for (let k = 1; k <= samples; k++) {
    net.run(ms(1) + us(k));
    queue += fabric.queuedBytes(out) / samples;
    rates.forEach((_, f) => (rates[f] += flows.rate[f] / samples));
  }
  return { queue, rates, busy: (fabric.busyTime(out) - before) / us(samples), bdp: bdpOf(net) };
}

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

test.each([2, 3, 4, 8])("window form, %d flows: a queue of N beta, power 1 + N beta / BDP, equal shares", (senders) => {
  const { queue, rates, busy, bdp } = settled("window", senders);
  // Windows count payload, but queues count whole frames.
  const expected = ((senders / 10) * FRAME) / PAYLOAD;
  expect(busy).toBeGreaterThan(0.999);
  expect(Math.abs(queue / bdp / expected - 1)).toBeLessThan(0.05);
  const mean = sum(rates) / senders;
  const power = mean / (mean - LINE / 10);
  expect(Math.abs(power / (1 + expected) - 1)).toBeLessThan(0.03);
  for (const rate of rates) expect(Math.abs(rate / mean - 1)).toBeLessThan(0.1);
});

test.each([1, 4])(
  "rate form, %d flows: power 0.95 cur / (cur - 150 Mb/s), and less than a frame queued on average",
  (senders) => {
    const { queue, rates, busy } = settled("rate", senders);
    const mean = sum(rates) / senders;
    expect(Math.abs(busy - (0.95 * mean) / (mean - 150e6))).toBeLessThan(0.005);
    expect(queue).toBeLessThan(FRAME);
  },
);

test("window form, literal: two flows reach this equilibrium too, four do not", () => {
  const queued = (senders: number): number => {
    const { queue, bdp } = settled("window", senders, { literal: true });
    return queue / bdp / (((senders / 10) * FRAME) / PAYLOAD);
  };
  expect(Math.abs(queued(2) - 1)).toBeLessThan(0.1);
  expect(queued(4)).toBeGreaterThan(2);
});

test.each([2, 4, 8])("delay form, %d flows: a queue of (1.05 rate / (rate - 150 Mb/s) - 1) BDP", (senders) => {
  const { queue, rates, busy, bdp } = settled("delay", senders);
  const mean = sum(rates) / senders;
  const expected = (1.05 * mean) / (mean - 150e6) - 1;
  expect(busy).toBeGreaterThan(0.995);
  expect(Math.abs(queue / bdp / expected - 1)).toBeLessThan(0.2);
});

const SENDERS = 255;
/**
 * The queue in equilibrium, in BDPs. In rate form, so many increases exceed the link that N rate = G C and G = 1 + q /
 * BDP hold too.
 */
test.each([
  ["rate", 0.95 + (SENDERS * 150e6) / LINE - 1],
  ["window", ((SENDERS / 10) * FRAME) / PAYLOAD],
])(
  "form %s: 255 senders at once, without PFC: the queue of their first windows drains, and nothing is lost",
  (form, rest) => {
    const net = network(
      input(
        star(SENDERS + 1, LINE),
        Array.from({ length: SENDERS }, (_, h) => flow(h, SENDERS, Infinity)),
        {
          payload: PAYLOAD,
          sizes: "hpcc",
          window: "bdp",
          scaleWindow: true,
          memory: 32 * 2 ** 20,
          buffer: choose(policies.buffer.dt, { alpha: 16 }),
          link: choose(policies.link.none),
          detection: [choose(policies.detection.int)],
          congestion: choose(policies.congestion.powertcp, { form }),
        },
      ),
    );
    const { fabric } = net;
    const out = fabric.peer[fabric.portBase[SENDERS]];
    net.run(ms(4));
    const bdp = bdpOf(net);
    expect(fabric.ledger.dropped).toBe(0);
    expect(fabric.peakBytes(out)).toBeGreaterThan(SENDERS * bdp);
    expect(fabric.queuedBytes(out)).toBeLessThan(rest * bdp + SENDERS * FRAME); // with a tolerance of one packet for each sender
  },
);
