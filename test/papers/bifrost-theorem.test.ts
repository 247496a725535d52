/**
 * Tests Bifrost's Theorem 1: min(BDP + R T, H - R T) <= L + F <= H in every slot. It holds for every behaviour of the
 * drain.
 */
import { describe, expect, test } from "vitest";
import { theorem1 } from "../../src/theory/bifrost.ts";
import { ms, ns, us } from "../../src/base/units.ts";
import { flow } from "../lab-bench.ts";
import { BDP, DRAIN, FRAME, longLink, randomDrain, RT, type LongLink } from "../long-link.ts";

/** The minimum and maximum of L + F and of L over a run. */
function watched(link: Omit<LongLink, "watch">) {
  const seen = { least: Infinity, most: -Infinity, held: 0, slots: 0 };
  const bench = longLink({
    beyond: 2_000_000,
    ...link,
    watch: (_port, held, incoming) => {
      seen.least = Math.min(seen.least, held + incoming);
      seen.most = Math.max(seen.most, held + incoming);
      seen.held = Math.max(seen.held, held);
      seen.slots++;
    },
  });
  return { ...bench, seen };
}

const enough = Math.ceil(BDP + 2 * RT);
const { least, most } = theorem1(BDP, RT, enough);
/** The tolerance for whole packets. A slot may send one packet more than R T, and a grant is rounded to packets. */
const GRAIN = 4 * FRAME;

describe("random drains, H = BDP + 2 R T", () => {
  const drains = [
    ["stops of up to 200 us, five times a round trip", us(200), 0.5],
    ["stops of up to 10 us, a quarter of one", us(10), 0.5],
    ["a drain that hardly ever runs", us(100), 0.95],
  ] as const;
  for (const [title, longest, stopped] of drains) {
    test(`${title}: L + F and L stay at H or below, L + F at BDP + R T or above but for the grain of packets`, () => {
      for (const seed of [1, 2, 3]) {
        const { network, seen } = watched({ buffer: enough });
        randomDrain(network, seed, ms(2), longest, stopped);
        expect(seen.slots).toBeGreaterThan(900);
        expect(seen.most).toBeLessThanOrEqual(most);
        expect(seen.held).toBeLessThanOrEqual(enough);
        expect(seen.least).toBeGreaterThan(least - GRAIN);
      }
    });
  }

  test("with room for k packets and nothing else no packet is lost, although PAUSEs wait for packets on the way back", () => {
    const busy = [flow(0, 2, 1e9), flow(1, 2, 1e9), flow(3, 0, 1e9)];
    for (const seed of [1, 2, 3]) {
      const { network, seen, drops } = watched({ buffer: enough, beyond: FRAME, flows: busy });
      randomDrain(network, seed, ms(2), us(100), 0.7);
      expect(seen.most).toBeLessThanOrEqual(most + FRAME);
      expect(drops.count).toBe(0);
    }
  });
});

test("a fibre whose delay varies by 50 ns makes every PAUSE early or late: room for k packets is enough", () => {
  for (const seed of [1, 2, 3]) {
    const { network, seen, drops } = watched({ buffer: enough, beyond: FRAME, jitter: ns(50) });
    randomDrain(network, seed, ms(2), us(100), 0.7);
    expect(seen.most).toBeLessThanOrEqual(most + FRAME);
    expect(drops.count).toBe(0);
  }
});

test("a switch that needs 1 us of its slot of 2 us to make a frame: the same, although its grants begin later", () => {
  for (const seed of [1, 2, 3]) {
    const { network, seen, drops } = watched({ buffer: enough, beyond: FRAME, values: { internal: us(1) } });
    randomDrain(network, seed, ms(2), us(100), 0.7);
    expect(seen.most).toBeLessThanOrEqual(most + FRAME);
    expect(drops.count).toBe(0);
  }
});

describe.each(["reception", "effect"] as const)("a peer's timer that runs from the %s of a PAUSE", (timer) => {
  for (const reaction of [0, 60, 394]) {
    test(`and acts on it after ${reaction} quanta: L + F stays at H or below, and k packets of room are enough`, () => {
      const busy = [flow(0, 2, 1e9), flow(1, 2, 1e9), flow(3, 0, 1e9)];
      for (const seed of [1, 2, 3]) {
        const { network, seen, drops } = watched({
          ...{ buffer: enough, beyond: FRAME, flows: busy, values: { timer, reaction } },
        });
        randomDrain(network, seed, ms(2), us(100), 0.7);
        expect(seen.most).toBeLessThanOrEqual(most + FRAME);
        expect(drops.count).toBe(0);
      }
    });
  }
});

describe("the check can fail", () => {
  test.each([60, 394])(
    "PAUSEs that ignore the reaction of %i quanta leak the peer's packets in that time: L + F exceeds H, and packets drop",
    (reaction) => {
      const { network, seen, drops } = watched({
        ...{ buffer: enough, beyond: FRAME, values: { timer: "effect", reaction }, peersTimer: "reception" },
      });
      randomDrain(network, 2, ms(2), us(200), 1);
      expect(seen.most).toBeGreaterThan(most + FRAME);
      expect(drops.count).toBeGreaterThan(100);
    },
  );

  test("without overlap, a long-paused drain leaks a packet every other slot: the allowance of k packets is soon used up", () => {
    const busy = [flow(0, 2, 1e9), flow(3, 0, 1e9)];
    const { network, seen } = watched({ buffer: enough, flows: busy, values: { overlap: 0 } });
    randomDrain(network, 2, ms(2), us(200), 1);
    expect(seen.most).toBeGreaterThan(most + 10 * FRAME);
    expect(seen.held).toBeGreaterThan(enough + 10 * FRAME);
  });

  test("H one slot too small starves: a slot in 21 is lost although the drain never pauses; none with H = BDP + 2 R T", () => {
    const sent = (buffer: number): number => {
      const { network } = watched({ buffer });
      network.run(ms(1)); // by then the first packets have arrived, and the first grants are in force
      const before = network.fabric.sentBytes(DRAIN);
      network.run(ms(3));
      return (network.fabric.sentBytes(DRAIN) - before) / (RT * (ms(2) / us(2)));
    };
    expect(sent(Math.ceil(BDP + RT))).toBeLessThan(21 / 22);
    expect(sent(enough)).toBeGreaterThan(0.999);
  });

  test("as printed, L + F never exceeds H, and yet L alone does, by more than a BDP: F has gone below 0", () => {
    let lowest = Infinity;
    let mostHeld = 0;
    const { network, drops } = longLink({
      buffer: enough,
      values: { literal: true },
      watch: (_port, held, incoming) => {
        expect(held + incoming).toBeLessThanOrEqual(enough);
        lowest = Math.min(lowest, incoming);
        mostHeld = Math.max(mostHeld, held);
      },
      beyond: 1_000_000,
    });
    randomDrain(network, 3, ms(4), us(200), 0.5);
    expect(lowest).toBeLessThan(0);
    expect(mostHeld).toBeGreaterThan(enough + BDP);
    expect(drops.count).toBeGreaterThan(0);
  });
});
