/**
 * Tests every recovery policy in a network that loses and reorders packets. Every flow ends, and no byte is lost or
 * added.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { policies } from "../../src/policies/policies.ts";
import type { RoutingPolicy, RoutingView } from "../../src/contracts/routing.ts";
import { ms, us } from "../../src/base/units.ts";
import { choose, flow, input, network } from "../lab-bench.ts";
import { partsAddUp } from "../fct-breakdown-adds-up.ts";
import { leafSpine } from "../tiny-network.ts";

/** Each packet takes one of these paths at random. */
const anyWay = {
  about: "",
  params: {},
  create: (_values: unknown, view: RoutingView): RoutingPolicy => ({
    choose: (here, _flow, _reverse, _to, _ports, _from, count) => Math.floor(view.random(here) * count),
  }),
};

const anyRun = fc.record({
  seed: fc.nat(1_000_000),
  /** The probability that a frame is lost on a link. */
  loss: fc.constantFrom(0, 0.001, 0.02, 0.1),
  /** The additional distance of the second spine. */
  longer: fc.constantFrom(0, 3, 50),
  bytes: fc.array(fc.integer({ min: 1, max: 120_000 }), { minLength: 1, maxLength: 5 }),
  window: fc.constantFrom("bdp" as const, 0, 20_000),
  /** True if full buffers drop packets too. The switch then has 40 kB and sends no PAUSE. */
  lossy: fc.boolean(),
  congestion: fc.constantFrom("none" as const, "newreno" as const, "dcqcn" as const),
});

/** Timeouts that last for seconds and grow would make runs of hours. */
const values: Readonly<Record<string, Record<string, number>>> = {
  tcp: { minRto: ms(1), initialRto: ms(1), maxRto: ms(20) },
};

const cases = [
  ...Object.entries(policies.recovery).map(([name, recovery]) => ({ name, recovery: choose(recovery, values[name]) })),
  {
    name: "irn, which sends everything again on a timeout",
    recovery: choose(policies.recovery.irn, { onTimeout: "everything" }),
  },
];

for (const { name, recovery } of cases) {
  describe(`recovery/${name}`, () => {
    test("every flow ends, and every created packet was delivered or dropped", () => {
      fc.assert(
        fc.property(anyRun, ({ seed, loss, longer, bytes, window, lossy, congestion }) => {
          const even = leafSpine(2, 2, 3);
          const links = even.links.map((link, l) => ({
            ...link,
            frameErrorRate: loss,
            delay: l >= 6 && l % 2 === 1 ? link.delay + us(longer) : link.delay,
          }));
          const flows = bytes.map((size, k) => flow(k % 3, 3 + (k % 2), size));
          const net = network(
            input({ ...even, links }, flows, {
              ...{ seed, window },
              ...(lossy ? { lossless: [], memory: 40_000 } : {}),
              congestion: choose(policies.congestion[congestion]),
              recovery,
              routing: choose(anyWay),
            }),
          );
          net.run(ms(100_000));
          expect(net.unfinished).toBe(0);
          expect(Array.from(net.flows.rcvNxt.subarray(0, flows.length))).toEqual(bytes);
          partsAddUp(net, () => 1);
          net.run(net.queue.now + ms(100));
          const { created, delivered, dropped } = net.fabric.ledger;
          expect(delivered + dropped).toBe(created);
        }),
        { numRuns: 40 },
      );
    });
  });
}
