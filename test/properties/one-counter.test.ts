/**
 * The headroom policy one-counter keeps lossless classes lossless under every buffer policy and under the extreme conditions of
 * `unkind-fabric.ts`. These include SPFC's victims, whose threshold reaches the end of the memory, and unlimited thresholds.
 *
 * ONE_COUNTER=20000 runs 20,000 cases of the victim's rule.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import * as oneCounter from "../../src/policies/headroom/one-counter.ts";
import type { Network } from "../../src/sim/model/network.ts";
import { policies } from "../../src/policies/policies.ts";
import { exactHeadroom } from "../../src/theory/headroom.ts";
import { gbps, us } from "../../src/base/units.ts";
import { choose, flow, input, network, star } from "../lab-bench.ts";
import { anyCase, build, planned, type Case } from "./unkind-fabric.ts";

const RUNS = Number(process.env["ONE_COUNTER"] ?? 200);

/** Expects that no packet is dropped (in `build`), no switch stores more than its memory, and every flow finishes. */
function keepsItsPromise(what: Case): Network {
  const net = build(what, oneCounter);
  expect(net.run(Infinity)).toBe("all flows are done");
  for (const at of net.switches)
    if (at !== null)
      expect(at.pool.peak).toBeLessThanOrEqual(at.pool.capacity + at.policies.headroom.reserved[at.node]);
  return net;
}

const victims = fc.record({
  name: fc.constant("spfc" as const),
  alpha: fc.oneof(fc.constantFrom(1 / 16, 1, 2, 64), fc.double({ min: 1 / 64, max: 64, noNaN: true })),
  k: fc.oneof(fc.constantFrom(1.5, 5, 1000), fc.double({ min: 1, max: 1000, noNaN: true })),
  period: fc.oneof(fc.constantFrom(us(1), us(10), undefined), fc.integer({ min: us(1), max: us(50) })),
  literal: fc.boolean(),
});

test(
  "victims, whose threshold is what memory bears, or as printed: nothing is lost",
  () => {
    let beyond = 0;
    fc.assert(
      fc.property(anyCase, victims, (what, buffer) => {
        fc.pre(planned(what).length > 0);
        const { switches } = keepsItsPromise({ ...what, buffer });
        if (switches.some((at) => at !== null && at.pool.peak > at.pool.capacity)) beyond++;
      }),
      { numRuns: RUNS },
    );
    expect(beyond).toBeGreaterThan(RUNS / 4); // otherwise the pool was large enough
  },
  900_000 + RUNS * 1000,
);

test("other buffer policies, including one with a threshold beyond all memory: nothing is lost", () => {
  const more = fc.record({ name: fc.constant("st" as const), xoff: fc.constant(1e9) });
  fc.assert(
    fc.property(anyCase, fc.option(more), (what, boundless) => {
      fc.pre(planned(what).length > 0);
      keepsItsPromise(boundless === null ? what : { ...what, buffer: boundless });
    }),
    { numRuns: 60 },
  );
});

test("eight hosts send to a paused output and are paused: h* for each is enough and half of it is not, so the checks above can fail", () => {
  const need = exactHeadroom({ frame: 1062, rate: gbps(100), delay: us(1) });
  const drops = (size: number): number => {
    const net = network(
      input(
        star(9),
        Array.from({ length: 8 }, (_, host) => flow(host, 8, 1e6)),
        {
          headroom: choose(policies.headroom["one-counter"], { size }),
          buffer: choose(policies.buffer.dt, { alpha: 1024 }),
          memory: 9 * size + 200_000,
        },
      ),
    );
    net.fabric.stop(net.fabric.peer[net.fabric.portBase[8]], 1, 1 << 3); // the test pauses the port to host 8, so it does not resume
    net.run(us(150));
    return net.fabric.ledger.dropped;
  };
  expect(drops(need)).toBe(0);
  expect(drops(need / 2)).toBeGreaterThan(0);
});
