/**
 * Tests the busy time of a link that routing policies read. It must equal the sum of all transmissions on that link,
 * including ACKs and PAUSE frames.
 *
 * Hosts 0 to 3 are on two leaves with two spines. An incast pauses the fabric. The times are compared at 10,000 random moments of any
 * switch port.
 */
import { expect, test } from "vitest";
import { policies } from "../src/policies/policies.ts";
import { stream } from "../src/base/random.ts";
import { gbps, us } from "../src/base/units.ts";
import type { RoutingView } from "../src/contracts/routing.ts";
import { choose, flow, input, network, sentBy } from "./lab-bench.ts";
import { leafSpine } from "./tiny-network.ts";

const WINDOW = us(50);
const READINGS = 10_000;

test(`${READINGS} readings of busy time in the last 50 us are exact, and a link whose queue never empties is busy throughout`, () => {
  const random = stream(5, "busy within");
  let within: ReturnType<RoutingView["busyWithin"]> = () => NaN;
  const { ecmp } = policies.routing;
  const metered = {
    ...ecmp,
    create(values: never, view: RoutingView) {
      within = view.busyWithin(WINDOW);
      return ecmp.create(values, view);
    },
  };
  const wiring = leafSpine(2, 2, 3, gbps(40), us(5));
  const flows = [
    ...[0, 1, 2].map((host) => flow(host, 3, 4_000_000)),
    ...Array.from({ length: 40 }, (_, k) => flow(4, k % 3, 1 + random.int(60_000), k * us(60))),
    flow(5, 0, 100_000_000, us(500)),
  ];
  const lab = network(input(wiring, flows, { memory: 400_000, routing: choose(metered) }));
  const { fabric } = lab;
  const sent = sentBy(lab);
  const ports = Array.from({ length: fabric.ports }, (_, port) => port).filter(
    (port) => wiring.isSwitch[fabric.node[port]],
  );
  let [full, some] = [0, 0];
  for (let k = 0; k < READINGS; k++) {
    lab.run(lab.queue.now + 1 + random.int(us(0.3)));
    const { now } = lab.queue;
    const port = ports[random.int(ports.length)];
    let busy = 0;
    for (let at = sent[port].length - 1; at >= 0 && sent[port][at].to > now - WINDOW; at--)
      busy += Math.min(now, sent[port][at].to) - Math.max(now - WINDOW, sent[port][at].from);
    expect(within(port)).toBe(busy);
    if (busy === WINDOW) full++;
    else if (busy > 0) some++;
  }
  expect(full).toBeGreaterThan(500);
  expect(some).toBeGreaterThan(1000);
  expect(sent.flat().filter(({ size }) => size === 64).length).toBeGreaterThan(10); // PAUSE frames
});
