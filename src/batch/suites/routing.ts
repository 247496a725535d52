/** The contract of routing policies. Every built-in policy must pass these checks. `xoff test` applies them to a user's policy. */
import fc from "fast-check";
import { always } from "./always.ts";
import { suite, type Check } from "./check.ts";
import { expect, ExpectationError } from "./expect.ts";
import { anyModes, anyValues, briefly } from "./any-values.ts";
import { FLOWS as HELD_FLOWS, HoldingBench, PATHS } from "./holding-bench.ts";
import { Clock, routingView } from "./views.ts";
import type { PolicyModule } from "../../base/params.ts";
import { Stream } from "../../base/random.ts";
import { ms, us } from "../../base/units.ts";
import type { RoutingPolicy, RoutingView } from "../../contracts/routing.ts";

const FLOWS = 20;
const PORTS = 64;
/** Number of packets in the test of policies that hold packets. */
const HELD_PACKETS = 300;
/** After the last arrival of a packet, the policy must release all held packets within this time. */
const PATIENCE = ms(100);
/** The node number of a switch. Hosts have smaller numbers. */
const anySwitch = fc.integer({ min: 2000, max: 2999 });

/**
 * A step of the test: a packet arrives, is routed to one of the candidate ports, waits and leaves. Its port may be
 * paused and resumed meanwhile.
 */
const anyPacket = fc.record({
  flow: fc.nat(FLOWS - 1),
  reverse: fc.boolean(),
  candidates: fc.uniqueArray(fc.nat(PORTS - 1), { minLength: 1, maxLength: 32 }),
  packet: fc.integer({ min: 1, max: 500 }),
  size: fc.integer({ min: 64, max: 9216 }),
  wait: fc.nat(us(20)),
  stops: fc.boolean(),
});
type Packet = ReturnType<typeof anyPacket.generate>["value"];

/** Routes a packet and returns the index of the chosen candidate. */
function route(policy: RoutingPolicy, here: number, clock: Clock, what: Packet): number {
  const { flow, reverse, candidates, packet, size, wait, stops } = what;
  if (!reverse) expect([true, false, undefined]).toContain(policy.holds?.(0, packet, flow, size));
  policy.onArrive?.(0, packet, flow, reverse, size);
  const ports = Int32Array.of(-1, -1, ...candidates); // The candidates are a range within a longer list.
  const chosen = policy.choose(here, flow, reverse, 1000 + flow, ports, 2, candidates.length, packet);
  const port = candidates[chosen];
  if (!reverse) policy.onRoute?.(port, packet, flow, size);
  policy.onEnqueue?.(port, packet, flow, size);
  if (stops) policy.onStopped?.(port, 3);
  clock.runTo(clock.now + wait);
  if (stops) policy.onStarted?.(port, 3);
  policy.onDequeue?.(port, packet, flow, size);
  return chosen;
}

export function routingChecks(module: PolicyModule<RoutingView, RoutingPolicy>): Check[] {
  const { test, checks } = suite();
  const anyDay = briefly(fc.array(anyPacket, { maxLength: 80, size: "max" }));
  const make = (given: object, node: number, seed: number): [RoutingPolicy, Clock] => {
    const clock = new Clock();
    const source = new Stream(seed, node, 1);
    const view = routingView(clock, node, FLOWS, () => source.next());
    return [module.create(given as never, view), clock];
  };

  test("chooses one of the candidates: a whole number from 0 to count - 1", () => {
    always(
      fc.property(anyValues(module.params), anySwitch, fc.nat(), anyDay, (given, node, seed, day) => {
        const [policy, clock] = make(given, node, seed);
        for (const what of day) {
          const chosen = route(policy, node, clock, what);
          expect(Number.isInteger(chosen)).toBe(true);
          expect(chosen).toBeGreaterThanOrEqual(0);
          expect(chosen).toBeLessThan(what.candidates.length);
        }
      }),
    );
  });

  test("the same packets and the same draws take the same ways", () => {
    always(
      fc.property(anyValues(module.params), anySwitch, fc.nat(), anyDay, (given, node, seed, day) => {
        const ways = (): number[] => {
          const [policy, clock] = make(given, node, seed);
          return day.map((what) => route(policy, node, clock, what));
        };
        expect(ways()).toEqual(ways());
      }),
    );
  });

  test("leaves the list of candidates as it is", () => {
    always(
      fc.property(anyValues(module.params), fc.nat(), anyPacket, (given, seed, what) => {
        const [policy] = make(given, 2007, seed);
        const ports = Int32Array.from(what.candidates);
        policy.choose(2007, what.flow, what.reverse, 0, ports, 0, ports.length, what.packet);
        expect([...ports]).toEqual(what.candidates);
      }),
    );
  });

  const anyPaths = fc.record({
    delays: fc.array(fc.nat(us(30)), { minLength: PATHS, maxLength: PATHS }),
    loss: fc.constantFrom(0, 0.01, 0.2),
  });

  test(`releases each packet that it holds within ${PATIENCE / ms(1)} ms, even if other packets are lost`, () => {
    always(
      // `anyModes` keeps numbers at their defaults. With a random time limit, a correct policy might hold packets for a
      // second and fail this test.
      fc.property(anyModes(module.params), anyPaths, fc.nat(), (given, paths, seed) => {
        const source = new Stream(seed, 1, 2);
        const bench = new HoldingBench((view) => module.create(given, view), paths, source);
        for (let k = 0; k < HELD_PACKETS; k++) {
          bench.send(Math.floor(source.next() * HELD_FLOWS));
          bench.clock.runTo(bench.clock.now + Math.floor(source.next() * us(1)));
        }
        bench.clock.runTo(bench.clock.now + PATIENCE);
        const flow = bench.held.findIndex((packets) => packets.length > 0);
        if (flow < 0) return;
        throw new ExpectationError(
          `expected view.release for each held packet within ${PATIENCE / ms(1)} ms of the last arrival, got ${bench.held[flow].length} still held of flow ${flow}. Release them by a timer, since the packet that they wait for may be lost.`,
        );
      }),
      { numRuns: 20 },
    );
  });
  return checks;
}
