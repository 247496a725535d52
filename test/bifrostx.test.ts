/**
 * Tests BifrostX in a network: it loses no packet with one buffer for all classes, and its tokens limit single classes.
 */
import { expect, test } from "vitest";
import { ms, us, type Ps } from "../src/base/units.ts";
import { flow } from "./lab-bench.ts";
import { BDP, DRAIN, FRAME, longLink, randomDrain, RT } from "./long-link.ts";

const buffer = Math.ceil(BDP + 2 * RT);
const ofClass = (cls: number, from: number, to: number, bytes: number, start: Ps = 0) => ({
  ...flow(from, to, bytes),
  ...{ cls, start },
});

test("random drains of both classes: L + F and L within H and three packets, nothing lost", () => {
  for (const seed of [1, 2, 3]) {
    let most = 0;
    let held = 0;
    const { network, drops } = longLink({
      policy: "bifrostx",
      buffer,
      beyond: 3 * FRAME,
      flows: [ofClass(3, 0, 2, 1e9), ofClass(4, 1, 2, 1e9)],
      watch: (_port, here, incoming) => {
        held = Math.max(held, here);
        most = Math.max(most, here + incoming);
      },
    });
    randomDrain(network, seed, ms(2), us(100), 0.6);
    expect(most).toBeLessThanOrEqual(buffer + 3 * FRAME);
    expect(held).toBeLessThanOrEqual(buffer + 3 * FRAME);
    expect(drops.count).toBe(0);
  }
});

test("a limit of the tokens: a high class that drains at a third does not grow, so it keeps its token and uses the grants of both", () => {
  const flows = [ofClass(3, 0, 2, 1e9), ofClass(4, 1, 3, 1e9)];
  const { network } = longLink({ policy: "bifrostx", buffer, beyond: 3 * FRAME, flows });
  for (let now = us(10); now < ms(2); now += us(10)) {
    network.run(now);
    if (Math.round(now / us(10)) % 3 === 0) network.fabric.start(DRAIN, 1, 1 << 3);
    else network.fabric.stop(DRAIN, 1, 1 << 3);
  }
  const [high, low] = network.flows.rcvNxt;
  expect(high).toBeGreaterThan((RT * (ms(2) / us(2))) / 4);
  expect(low).toBeLessThan(high / 100);
});
