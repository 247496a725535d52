import fc from "fast-check";
import { expect, test } from "vitest";
import { Clock, routingView } from "../../batch/suites/views.ts";
import { create } from "./ecmp.ts";

const FLOWS = 10_000;
const none = new Int32Array(0);
type Seed = "per-switch" | "shared" | "drawn";
const make = (seed: Seed, hashSeed = (node: number) => node) => {
  const view = routingView(new Clock(), 2005, FLOWS, () => 0.5, { hashSeed });
  // Flows as in a run: hosts from 11.0.0.1, and source ports from 10000.
  for (let flow = 0; flow < FLOWS; flow++)
    view.keys.set([0x0b000001 + ((flow % 97) << 8), 0x0b000001 + ((flow % 89) << 8), 10_000 + flow, 4791], flow * 4);
  return create({ seed }, view);
};

/**
 * The number of flows on each pair of links: one link of a switch of the first tier, and one of the second. Each switch
 * has 4 links.
 */
function pairs(seed: Seed): number[] {
  const policy = make(seed);
  const count = new Array<number>(16).fill(0);
  for (let flow = 0; flow < FLOWS; flow++)
    count[policy.choose(20, flow, false, 0, none, 0, 4, 0) * 4 + policy.choose(21, flow, false, 0, none, 0, 4, 0)]++;
  return count;
}

test("10,000 flows through two tiers of 4 links, a seed a switch: each of 16 pairs has 625, within 4 x 24.2", () => {
  // Standard deviation: sqrt(10,000 * 1/16 * 15/16) = 24.2.
  for (const flows of pairs("per-switch")) expect(Math.abs(flows - 625)).toBeLessThan(4 * 24.2);
});

test("the same with one seed for all: 4 pairs with 2500 each, within 4 x 43.3, and 12 with none (polarisation)", () => {
  const count = pairs("shared");
  const diagonal = count.filter((_, pair) => pair % 5 === 0);
  expect(count.filter((_, pair) => pair % 5 !== 0)).toEqual(new Array(12).fill(0));
  // Standard deviation: sqrt(10,000 * 1/4 * 3/4) = 43.3.
  for (const flows of diagonal) expect(Math.abs(flows - 2500)).toBeLessThan(4 * 43.3);
});

test("with seeds that the run draws the paths of eight flows differ from draw to draw, and stay with the draw", () => {
  const paths = (draw: number): string => {
    const policy = make("drawn", () => Math.floor(draw * 2 ** 31));
    return Array.from({ length: 8 }, (_, flow) => policy.choose(2005, flow, false, 0, none, 0, 2, 0)).join("");
  };
  const draws = Array.from({ length: 20 }, (_, k) => (k + 0.5) / 20);
  expect(draws.map(paths)).toEqual(draws.map(paths));
  // The number of flows on a link differs between draws. With one seed for all runs it would be equal.
  expect(new Set(draws.map(paths)).size).toBeGreaterThan(15);
});

test("a flow keeps its path, whichever packet it is and whichever list of ports is asked about", () => {
  const policy = make("per-switch");
  const any = fc.record({ flow: fc.nat(FLOWS - 1), reverse: fc.boolean(), count: fc.integer({ min: 2, max: 255 }) });
  fc.assert(
    fc.property(any, fc.nat(1000), fc.nat(1000), ({ flow, reverse, count }, packet, from) => {
      const first = policy.choose(5, flow, reverse, 0, none, 0, count, 0);
      expect(policy.choose(5, flow, reverse, 0, none, from, count, packet)).toBe(first);
      expect(first).toBeGreaterThanOrEqual(0);
      expect(first).toBeLessThan(count);
    }),
  );
});

test("what travels back hashes its own direction: as a flow with the two ends, and the two ports, swapped", () => {
  const view = routingView(new Clock(), 2009, 2, () => 0.5);
  const [a, b] = [0x0b000101, 0x0b000201];
  view.keys.set([a, b, 10_000 | (4791 << 16), 4791 | (10_000 << 16)], 0);
  view.keys.set([b, a, 4791 | (10_000 << 16), 10_000 | (4791 << 16)], 4);
  const policy = create({ seed: "per-switch" }, view);
  for (const count of [2, 3, 4, 16, 64, 255])
    expect(policy.choose(9, 0, true, 0, none, 0, count, 0)).toBe(policy.choose(9, 1, false, 0, none, 0, count, 0));
});
