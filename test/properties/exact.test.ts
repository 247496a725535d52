/** Compares the lab's own model with theory, to the picosecond or the packet. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { policies } from "../../src/policies/policies.ts";
import { steadyQueue } from "../../src/theory/dt-steady-state.ts";
import { exactHeadroom } from "../../src/theory/headroom.ts";
import { idealFct } from "../../src/theory/ideal-fct.ts";
import { gbps, ms, us } from "../../src/base/units.ts";
import { choose, flow, input, network, path, star } from "../lab-bench.ts";

const RATES = [10, 25, 40, 50, 100, 200, 400, 800].map(gbps);
/** Headers 62 B, preamble and gap 20 B. */
const OVERHEAD = 82;
const FRAME = 1062;

const anyLink = fc.record({ rate: fc.constantFrom(...RATES), delay: fc.integer({ min: 0, max: us(20) }) });

test("alone, a flow takes the ideal time of store and forward, to the picosecond: 1 to 5 links, 1 B to 30 MB, 10 to 800G", () => {
  const size = fc.oneof(
    fc.integer({ min: 1, max: 5000 }),
    fc.integer({ min: 1, max: 300_000 }),
    fc.constantFrom(1000, 999, 1001),
  );
  fc.assert(
    fc.property(fc.array(anyLink, { minLength: 1, maxLength: 5 }), size, (links, bytes) => {
      const net = network(input(path(links), [flow(0, 1, bytes)], { memory: 2 ** 31 }));
      net.run(Infinity);
      const ideal = idealFct(
        bytes,
        1000,
        links.map(({ rate, delay }) => ({ psPerByte: 8e12 / rate, delay, overhead: OVERHEAD })),
      );
      expect(net.flows.received[0]).toBe(ideal);
    }),
    { numRuns: 150 },
  );
});

test("alone, 30 MB over five links of mixed rates take the ideal time", () => {
  const links = [100, 400, 50, 800, 200].map((rate) => ({ rate: gbps(rate), delay: us(2) }));
  const net = network(input(path(links), [flow(0, 1, 30e6)], { memory: 2 ** 31 }));
  net.run(Infinity);
  const ideal = idealFct(
    30e6,
    1000,
    links.map(({ rate, delay }) => ({ psPerByte: 8e12 / rate, delay, overhead: OVERHEAD })),
  );
  expect(net.flows.received[0]).toBe(ideal);
});

describe.each([16, 64])("an incast of %i senders without congestion control", (senders) => {
  const bytes = 500_000;
  const flows = Array.from({ length: senders }, (_, s) => flow(s, senders, bytes));
  // Headroom for 64 queues takes most of 4 MiB. So the senders are paused, and no packet is lost.
  const memory = senders * 40_000 + 2 ** 21;

  test("keeps the bottleneck busy to the last byte, under PFC", () => {
    const net = network(input(star(senders + 1), flows, { memory }));
    net.run(Infinity);
    const sent = senders * (bytes / 1000) * (FRAME + 20) * 80; // time on the wire in ps, without gaps
    const first = us(1) + (FRAME + 20) * 80; // the first packet has reached the switch
    const last = Math.max(...net.flows.received.subarray(0, senders));
    expect(last).toBe(first + sent + us(1));
    expect(net.fabric.linkFrames.count).toBeGreaterThan(0);
    expect(net.fabric.ledger.dropped).toBe(0);
  });
});

describe("dynamic thresholds in steady state", () => {
  test.each([
    [1, 2],
    [1, 1 / 16],
    [4, 1],
    [7, 0.5],
  ])("%i overloaded ingress ports, alpha %d: each has alpha B / (1 + alpha n), within a packet", (ports, alpha) => {
    // All senders send to one host, whose egress port stays paused. So no ingress queue drains.
    const hosts = ports + 1;
    const net = network(
      input(
        star(hosts),
        Array.from({ length: ports }, (_, s) => flow(s, ports, 50e6)),
        { buffer: choose(policies.buffer.dt, { alpha }), memory: 16 * 2 ** 20 },
      ),
    );
    const egress = net.fabric.peer[net.fabric.portBase[ports]];
    net.fabric.stop(egress, 1, 1 << 3); // the test pauses the port, so no frame resumes it
    net.run(ms(3));
    const at = net.switches[hosts];
    if (at === null) throw new Error("node is a switch");
    const want = steadyQueue(at.pool.capacity, alpha, ports);
    for (let port = 0; port < ports; port++) {
      const queue = (net.fabric.peer[net.fabric.portBase[port]] << 3) | 3;
      expect(Math.abs(at.shared(queue) - want)).toBeLessThanOrEqual(FRAME);
      expect(net.fabric.accounts.headroom(queue)).toBeGreaterThan(0);
    }
  });
});

describe("headroom h* is enough for the packets after a PAUSE", () => {
  /** The number of drops if host 0 sends to a paused port, and the PAUSE to host 0 waits for frames from host 1. */
  const drops = (spare: number, rate: number, delay: number, offset: number): number => {
    const need = exactHeadroom({ frame: FRAME, rate, delay, reaction: 3840 });
    const net = network(
      input(star(3, rate, delay), [flow(0, 2, 5e6), flow(1, 0, 50e6, offset)], {
        headroom: choose(policies.headroom.sih, { size: need - spare }),
        memory: 3 * (need - spare) + 100_000,
        // Host 0 sends no ACKs, so its data have the whole link.
        recovery: choose(policies.recovery["go-back-n"], { ackEvery: 1_000_000 }),
      }),
    );
    net.fabric.stop(net.fabric.peer[net.fabric.portBase[2]], 1, 1 << 3); // the test pauses the port to host 2, so it does not resume
    net.run(us(150));
    return net.fabric.ledger.dropped;
  };
  /** Wire time of a full frame, ps: the maximum offset of two streams of frames. */
  const frameTime = (rate: number): number => ((FRAME + 20) * 8e12) / rate;

  test("over rates, delays and positions of the frame before the PAUSE, nothing is dropped", () => {
    const some = fc.record({
      rate: fc.constantFrom(...RATES.slice(2, 7)),
      delay: fc.integer({ min: 0, max: us(9) }),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(some, ({ rate, delay, part }) => {
        expect(drops(0, rate, delay, Math.round(part * frameTime(rate)))).toBe(0);
      }),
      { numRuns: 100 },
    );
  });

  test("one MTU less drops at some alignment, so the check above can fail", () => {
    const parts = Array.from({ length: 20 }, (_, k) => k / 20);
    const worst = Math.max(
      ...parts.map((part) => drops(FRAME, gbps(100), us(2), Math.round(part * frameTime(gbps(100))))),
    );
    expect(worst).toBeGreaterThan(0);
  });
});

test("a failed link carries nothing more: its host sends nothing, and the others continue", () => {
  const wiring = star(3);
  const links = wiring.links.map((link, l) => (l === 0 ? { ...link, failsAt: us(100) } : link));
  const net = network(input({ ...wiring, links }, [flow(0, 1, 50e6), flow(2, 1, 5e6)]));
  net.run(us(200));
  const sent = net.fabric.sentBytes(0);
  net.run(ms(3));
  expect(net.fabric.sentBytes(0)).toBe(sent);
  expect(net.flows.received[0]).toBeNaN();
  expect(net.flows.received[1]).toBeGreaterThan(0);
  expect(net.fabric.ledger.droppedPackets[3]).toBeGreaterThan(0);
});

test("the same scenario and seed give the same digest, with and without elided events", () => {
  const run = (elide: boolean): string => {
    const flows = Array.from({ length: 12 }, (_, s) => flow(s, (s * 5 + 1) % 13, 400_000, s * 1000));
    const net = network(
      input(star(13), flows, {
        memory: 13 * 32_000 + 2 ** 20,
        detection: [choose(policies.detection.red, { kmin: 5000, kmax: 200_000 })],
        congestion: choose(policies.congestion.dcqcn),
      }),
      { elide },
    );
    net.run(Infinity);
    return `${net.fabric.digest.toString()} ${net.fabric.hops}`;
  };
  expect(run(true)).toBe(run(true));
  expect(run(false)).toBe(run(true));
});
