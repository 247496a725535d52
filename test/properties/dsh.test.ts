/**
 * DSH keeps lossless classes lossless, with one worst case of insurance a port, whatever is thrown at it.
 *
 * The fabrics are unkind on purpose: pools of a few packets that are full most of the time, rates and delays that differ from port to
 * port, packets as small as PFC frames, up to seven classes that stop and go at once, thresholds that jump (SPFC, alpha up to 1024).
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { HeadroomView } from "../../src/headroom/contract.ts";
import * as dsh from "../../src/headroom/dsh.ts";
import type { Network } from "../../src/model/network.ts";
import { NEXT } from "../../src/model/packet-record.ts";
import type { Values } from "../../src/params.ts";
import { policies } from "../../src/policies.ts";
import { exactHeadroom } from "../../src/theory/headroom.ts";
import type { WiredLink, Wiring } from "../../src/topology/contract.ts";
import type { PlannedFlow } from "../../src/traffic/contract.ts";
import { gbps, us } from "../../src/units.ts";
import { choose, flow, input, network, star } from "../lab-bench.ts";
import { leafSpine } from "../tiny-network.ts";

const HEADERS = 62;
const OVERHEAD = 20;
const PFC_WIRE = 84;

/** Hosts 0 to n - 1 and what joins them, every link with a rate and a delay of its own. */
const anyLink = fc.record({
  rate: fc.constantFrom(...[10, 25, 40, 100, 400].map(gbps)),
  delay: fc.constantFrom(0, 1000, us(0.1), us(1), us(5)),
});
const anyFabric = fc
  .record({
    shape: fc.constantFrom("star", "star", "leaf-spine"),
    hosts: fc.integer({ min: 3, max: 9 }),
    links: fc.array(anyLink, { minLength: 16, maxLength: 16 }),
  })
  .map(({ shape, hosts, links }): Wiring & { readonly hosts: number } => {
    const wiring =
      shape === "star"
        ? {
            names: Array.from({ length: hosts + 1 }, (_, node) => `n${node}`),
            isSwitch: Array.from({ length: hosts + 1 }, (_, node) => node === hosts),
            links: Array.from({ length: hosts }, (_, host) => ({ a: host, b: hosts })),
          }
        : leafSpine(2, 2, 3);
    const own = wiring.links.map(({ a, b }, l): WiredLink => ({ a, b, ...links[l] }));
    return { ...wiring, links: own, hosts: wiring.isSwitch.indexOf(true) };
  });

const anyFlow = fc.record({
  from: fc.nat(8),
  // Most go to one or two hosts.
  to: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(0, 1) }, fc.nat(8)),
  bytes: fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.integer({ min: 1, max: 3000 }), fc.constant(1)),
  start: fc.oneof(fc.constant(0), fc.nat(us(20))),
  cls: fc.nat(6),
});

const anyBuffer = fc.oneof(
  fc.record({ name: fc.constant("dt" as const), alpha: fc.constantFrom(1 / 64, 1 / 8, 1, 8, 1024) }),
  fc.record({ name: fc.constant("st" as const) }),
  fc.record({
    name: fc.constant("spfc" as const),
    alpha: fc.constantFrom(1 / 16, 2, 64),
    k: fc.constantFrom(1.5, 5, 1000),
    period: fc.constantFrom(us(1), us(10), undefined),
  }),
);

const anyCase = fc.record({
  wiring: anyFabric,
  flows: fc.array(anyFlow, { minLength: 5, maxLength: 50, size: "max" }),
  classes: fc.integer({ min: 1, max: 7 }),
  buffer: anyBuffer,
  scheduling: fc.constantFrom("strict" as const, "dwrr" as const, "round-robin" as const),
  payload: fc.constantFrom(64, 64, 256, 1000, 4000),
  private: fc.constantFrom(0, 0, 500, 3000),
  pool: fc.constantFrom(1, 500, 3000, 10_000, 40_000, 150_000),
  ackEvery: fc.constantFrom(1, 1_000_000),
  pfc: fc.record({ reaction: fc.constantFrom(0, 60), quanta: fc.constantFrom(65_535, 300), refresh: fc.constant(0.5) }),
  resumeOffset: fc.constantFrom(0, 0, 2000),
});
type Case = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;

function planned({ flows, wiring, classes }: Case): PlannedFlow[] {
  return flows
    .map(({ from, to, bytes, start, cls }) =>
      flow(from % wiring.hosts, to % wiring.hosts, bytes, start, 1 + (cls % classes)),
    )
    .filter(({ source, destination }) => source !== destination)
    .sort((a, b) => a.start - b.start);
}

/** The network of a case. Every switch has `pool` bytes to share, `watch` sees each placement into insurance. */
function build(what: Case, watch: (view: HeadroomView, port: number, size: number) => void, elide = true): Network {
  const { payload, buffer, pfc, resumeOffset } = what;
  const watched = {
    ...dsh,
    create(p: Values<typeof dsh.params>, view: HeadroomView) {
      const policy = dsh.create(p, view);
      return {
        ...policy,
        place(queue: number, size: number, threshold: number): number {
          const segment = policy.place(queue, size, threshold);
          if (segment !== 0) watch(view, queue >> 3, size);
          return segment;
        },
      };
    },
  };
  const make = (memory: ReadonlyMap<number, number>): Network =>
    network(
      input({ ...what.wiring, memory }, planned(what), {
        payload,
        private: what.private,
        memory: 2 ** 50,
        lossless: Array.from({ length: what.classes }, (_, k) => k + 1),
        buffer: choose(policies.buffer[buffer.name], { ...buffer, name: undefined }),
        headroom: choose(watched, { resumeOffset }),
        link: choose(policies.link.pfc, pfc),
        scheduling: choose(policies.scheduling[what.scheduling], { quantum: payload + HEADERS }),
        recovery: choose(policies.recovery["go-back-n"], { ackEvery: what.ackEvery }),
      }),
      {
        elide,
        recorder: {
          onDrop: (port, _packet, cause) => expect.fail(`port ${port} dropped a packet, cause ${cause}`),
        },
      },
    );
  const memory = new Map<number, number>();
  make(memory).switches.forEach((at, node) => {
    if (at !== null) memory.set(node, at.pool.memory - at.pool.capacity + what.pool);
  });
  return make(memory);
}

test("no lossless drop, insurance never above h* and a PFC frame, every flow finishes, and the same again", () => {
  fc.assert(
    fc.property(anyCase, (what) => {
      const flows = planned(what).length;
      fc.pre(flows > 0);
      const frame = what.payload + HEADERS;
      const net = build(what, (view, port, size) => {
        const limit = exactHeadroom({
          frame,
          wireOverhead: OVERHEAD,
          pfcWire: 2 * PFC_WIRE, // a frame of the queues may go before the port's
          rate: view.rate(port),
          delay: view.delay(port),
          reaction: what.pfc.reaction * 64,
        });
        if (view.portHeadroom(port) + size > limit) expect.fail(`insurance of port ${port} above ${limit} B`);
      });
      expect(net.run(Infinity)).toBe("all flows are done");
      const again = build(what, () => {}, false);
      again.run(Infinity);
      expect(again.fabric.digest.toString()).toBe(net.fabric.digest.toString());
    }),
    { numRuns: 150 },
  );
});

/**
 * Packets dropped when host 0 sends to a stopped output, and both its queue's PAUSE and its port's, decided by one packet, wait behind
 * a frame that host 1 sends back to it. Alpha is so large that nothing stops before the pool is full.
 */
function drops(spare: number, rate: number, delay: number, offset: number): number {
  const size = exactHeadroom({ frame: 1000 + HEADERS, pfcWire: 2 * PFC_WIRE, rate, delay }) - spare;
  const net = network(
    input(star(3, rate, delay), [flow(0, 2, 5e6), flow(1, 0, 50e6, offset)], {
      headroom: choose(policies.headroom.dsh, { size }),
      buffer: choose(policies.buffer.dt, { alpha: 1024 }),
      memory: 3 * size + 60_000,
      // Host 0 answers nothing, so that its data have the whole link.
      recovery: choose(policies.recovery["go-back-n"], { ackEvery: 1_000_000 }),
    }),
  );
  net.fabric.stop(net.fabric.peer[net.fabric.portBase[2]], 1, 1 << 3); // by hand: the output to host 2 stays stopped
  net.run(us(150));
  return net.fabric.ledger.dropped;
}

test("one port, rates of 25G to 400G, delays up to 9 us, every alignment of the frame in the way: nothing is dropped", () => {
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

test("a frame less drops at some alignment, so the checks above can fail", () => {
  const parts = Array.from({ length: 20 }, (_, k) => Math.round(k * 1082 * 4));
  expect(Math.max(...parts.map((offset) => drops(1062, gbps(100), us(2), offset)))).toBeGreaterThan(0);
});

test("queues that stop and go with every packet of 126 B, 146 on the wire, never have more than two PFC frames of 84 waiting", () => {
  const most = (amends: boolean): number => {
    let waiting = 0;
    const flows = [1, 2, 3, 4].flatMap((host) => [flow(host, 0, 60_000), flow(0, host, 60_000)]);
    const net = network(
      input(star(5, gbps(100), 0), flows, {
        payload: 64,
        headroom: choose(policies.headroom.dsh, { size: 20_000 }),
        memory: 5 * 20_000 + 1, // all of it insurance: a port stops with each packet, and goes when it has left
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
  expect(most(false)).toBeGreaterThan(5); // so the check can fail
});
