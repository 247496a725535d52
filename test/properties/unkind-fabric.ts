/**
 * Fabrics with extreme conditions for a lossless class:
 *
 * - pools of a few packets that are full most of the time,
 * - rates and delays that differ from port to port,
 * - packets as small as PFC frames,
 * - up to seven classes that pause and resume at the same time,
 * - thresholds that jump.
 */
import fc from "fast-check";
import { expect } from "vitest";
import type { HeadroomPolicy, HeadroomView } from "../../src/contracts/headroom.ts";
import type { Network } from "../../src/sim/model/network.ts";
import type { PolicyModule } from "../../src/base/params.ts";
import { policies } from "../../src/policies/policies.ts";
import type { WiredLink, Wiring } from "../../src/contracts/topology.ts";
import type { PlannedFlow } from "../../src/contracts/traffic.ts";
import { gbps, us } from "../../src/base/units.ts";
import { choose, flow, input, network } from "../lab-bench.ts";
import { leafSpine } from "../tiny-network.ts";

export const HEADERS = 62;

/** Hosts 0 to n - 1 and the switches between them. Each link has a random rate and delay. */
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
  // Most flows go to one or two hosts.
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

export const anyCase = fc.record({
  wiring: anyFabric,
  flows: fc.array(anyFlow, { minLength: 5, maxLength: 50, size: "max" }),
  classes: fc.integer({ min: 1, max: 7 }),
  buffer: anyBuffer,
  scheduling: fc.constantFrom(...(Object.keys(policies.scheduling) as (keyof typeof policies.scheduling)[])),
  payload: fc.constantFrom(64, 64, 256, 1000, 4000),
  private: fc.constantFrom(0, 0, 500, 3000),
  pool: fc.constantFrom(1, 500, 3000, 10_000, 40_000, 150_000),
  ackEvery: fc.constantFrom(1, 1_000_000),
  pfc: fc.record({ reaction: fc.constantFrom(0, 60), quanta: fc.constantFrom(65_535, 300), refresh: fc.constant(0.5) }),
  resumeOffset: fc.constantFrom(0, 0, 2000),
});
type Generated = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;
export interface Case extends Omit<Generated, "buffer"> {
  /** A buffer policy with its parameters. */
  readonly buffer: { readonly name: keyof typeof policies.buffer; readonly [param: string]: unknown };
}

export function planned({ flows, wiring, classes }: Case): PlannedFlow[] {
  return flows
    .map(({ from, to, bytes, start, cls }) =>
      flow(from % wiring.hosts, to % wiring.hosts, bytes, start, 1 + (cls % classes)),
    )
    .filter(({ source, destination }) => source !== destination)
    .sort((a, b) => a.start - b.start);
}

/** The network of a case under a headroom policy. Every switch has a pool of `pool` bytes. A dropped packet fails the test. */
export function build(what: Case, headroom: PolicyModule<HeadroomView, HeadroomPolicy>, elide = true): Network {
  const { payload, buffer, pfc, resumeOffset } = what;
  const make = (memory: ReadonlyMap<number, number>): Network =>
    network(
      input({ ...what.wiring, memory }, planned(what), {
        payload,
        private: what.private,
        memory: 2 ** 50,
        lossless: Array.from({ length: what.classes }, (_, k) => k + 1),
        buffer: choose(policies.buffer[buffer.name], { ...buffer, name: undefined }),
        headroom: choose(headroom, { resumeOffset }),
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
