/**
 * DSH keeps lossless classes lossless with one worst case of insurance for each port, under the extreme conditions of `unkind-fabric.ts`.
 */
import { CLASS_BITS } from "../../src/base/queue-number.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { HeadroomView } from "../../src/contracts/headroom.ts";
import * as dsh from "../../src/policies/headroom/dsh.ts";
import { NEXT } from "../../src/sim/model/packet-record.ts";
import type { Values } from "../../src/base/params.ts";
import { policies } from "../../src/policies/policies.ts";
import { exactHeadroom } from "../../src/theory/headroom.ts";
import { gbps, us } from "../../src/base/units.ts";
import { choose, flow, input, network, star } from "../lab-bench.ts";
import { anyCase, build, HEADERS, planned } from "./unkind-fabric.ts";

const OVERHEAD = 20;
const PFC_WIRE = 84;

/** The policy `dsh`. `see` is called for each placement into insurance. */
const watch = (see: (view: HeadroomView, port: number, size: number) => void) => ({
  ...dsh,
  create(p: Values<typeof dsh.params>, view: HeadroomView) {
    const policy = dsh.create(p, view);
    return {
      ...policy,
      place(queue: number, size: number, threshold: number): number {
        const segment = policy.place(queue, size, threshold);
        if (segment !== 0) see(view, queue >> CLASS_BITS, size);
        return segment;
      },
    };
  },
});

test("no lossless drop, insurance never above h* and a PFC frame, every flow finishes, and a repeated run is equal", () => {
  fc.assert(
    fc.property(anyCase, (what) => {
      const flows = planned(what).length;
      fc.pre(flows > 0);
      const frame = what.payload + HEADERS;
      const watched = watch((view, port, size) => {
        const limit = exactHeadroom({
          frame,
          wireOverhead: OVERHEAD,
          pfcWire: 2 * PFC_WIRE, // a frame for a queue may precede the frame for the port
          rate: view.rate(port),
          delay: view.delay(port),
          reaction: what.pfc.reaction * 64,
        });
        if (view.portHeadroom(port) + size > limit) expect.fail(`insurance of port ${port} above ${limit} B`);
      });
      const net = build(what, watched);
      expect(net.run(Infinity)).toBe("all flows are done");
      const again = build(what, dsh, false);
      again.run(Infinity);
      expect(again.fabric.digest.toString()).toBe(net.fabric.digest.toString());
    }),
    { numRuns: 150 },
  );
});

/**
 * Dropped packets when host 0 sends to a paused output. One packet triggers the PAUSEs of its queue and of its port. Both wait behind a
 * frame that host 1 sends back to host 0. Alpha is so large that no PAUSE is sent before the pool is full.
 */
function drops(spare: number, rate: number, delay: number, offset: number): number {
  const size = exactHeadroom({ frame: 1000 + HEADERS, pfcWire: 2 * PFC_WIRE, rate, delay }) - spare;
  const net = network(
    input(star(3, rate, delay), [flow(0, 2, 5e6), flow(1, 0, 50e6, offset)], {
      headroom: choose(policies.headroom.dsh, { size }),
      buffer: choose(policies.buffer.dt, { alpha: 1024 }),
      memory: 3 * size + 60_000,
      // Host 0 sends no ACKs, so its data have the whole link.
      recovery: choose(policies.recovery["go-back-n"], { ackEvery: 1_000_000 }),
    }),
  );
  net.fabric.stop(net.fabric.peer[net.fabric.portBase[2]], 1, 1 << 3); // the test pauses the port to host 2, so it does not resume
  net.run(us(150));
  return net.fabric.ledger.dropped;
}

test("one port, rates of 25G to 400G, delays up to 9 us, every position of the frame before the PAUSE: nothing is dropped", () => {
  const some = fc.record({
    rate: fc.constantFrom(...[25, 40, 50, 100, 200, 400].map(gbps)),
    delay: fc.integer({ min: 0, max: us(9) }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(some, ({ rate, delay, part }) => {
      expect(drops(0, rate, delay, Math.round((part * 1082 * 8e12) / rate))).toBe(0);
    }),
    { numRuns: 60 },
  );
});

test("a frame less drops at some position, so the checks above can fail", () => {
  const parts = Array.from({ length: 20 }, (_, k) => Math.round(k * 1082 * 4));
  expect(Math.max(...parts.map((offset) => drops(1062, gbps(100), us(2), offset)))).toBeGreaterThan(0);
});

test("queues that pause and resume with every packet of 126 B, 146 on the wire, never have more than two PFC frames of 84 B queued", () => {
  const most = (amends: boolean): number => {
    let waiting = 0;
    const flows = [1, 2, 3, 4].flatMap((host) => [flow(host, 0, 60_000), flow(0, host, 60_000)]);
    const net = network(
      input(star(5, gbps(100), 0), flows, {
        payload: 64,
        headroom: choose(policies.headroom.dsh, { size: 20_000 }),
        memory: 5 * 20_000 + 1, // all memory is insurance headroom: a port is paused by each packet, and resumes after its departure
        recovery: choose(policies.recovery["go-back-n"], { ackEvery: 1_000_000 }),
      }),
      {
        recorder: {
          onVerdict(port) {
            const { words } = net.fabric.packets;
            let frames = 0;
            for (let at = net.fabric.linkFrames.first(port); at !== 0; at = words[(at << 4) | NEXT]) frames++;
            waiting = Math.max(waiting, frames);
          },
        },
      },
    );
    if (!amends) net.fabric.linkFrames.amend = () => false;
    net.run(us(50));
    return waiting;
  };
  expect(most(true)).toBeLessThanOrEqual(2);
  expect(most(false)).toBeGreaterThan(5); // shows that the check can fail
});
