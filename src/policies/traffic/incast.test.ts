import fc from "fast-check";
import { expect, test } from "vitest";

import { stream } from "../../base/random.ts";
import { gbps, ms, us } from "../../base/units.ts";
import type { TrafficView } from "../../contracts/traffic.ts";
import { check, create } from "./incast.ts";

const all = Array.from({ length: 17 }, (_, host) => host);
const view: TrafficView = {
  ...{ hosts: all, until: ms(1), rate: () => gbps(100), leafOf: () => 17 },
  stream: (purpose, component) => stream(1, purpose, component),
};
const values = {
  ...{ from: all, to: [0], fanIn: undefined, fanInLeast: undefined, size: 64_000, cdf: "none", start: 0, cls: 3 },
  ...{ every: undefined, count: undefined, load: undefined, stop: undefined },
  queuePair: "new" as const,
};

test("without a fan-in all but the receiver send, once, and nothing is drawn", () => {
  check(values, view);
  const { flows } = create(values, view);
  expect(flows.map(({ source }) => source)).toEqual(all.slice(1));
  expect(flows[0]).toEqual({ source: 1, destination: 0, bytes: 64_000, start: 0, cls: 3 });
});

test("every 100 us in 1 ms, from 0: ten times; a count makes it fewer", () => {
  const starts = (more: object) =>
    new Set(create({ ...values, ...more }, view).flows.map(({ start }) => start / us(1)));
  expect([...starts({ every: us(100) })]).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
  expect([...starts({ every: us(100), start: us(950) })]).toEqual([950]);
  expect([...starts({ every: us(100), count: 2 })]).toEqual([0, 100]);
});

test("drawn: each time one receiver and as many different senders, none of them the receiver; the same for the same seed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 16 }), fc.nat(1000), (fanIn, seed) => {
      const seeded = { ...view, stream: (purpose: string, component?: number) => stream(seed, purpose, component) };
      const drawn = { ...values, to: all, fanIn, every: us(100) };
      check(drawn, seeded);
      const { flows } = create(drawn, seeded);
      expect(flows).toHaveLength(10 * fanIn);
      for (let k = 0; k < 10; k++) {
        const round = flows.slice(k * fanIn, (k + 1) * fanIn);
        const [receiver, ...others] = new Set(round.map(({ destination }) => destination));
        expect(others).toEqual([]);
        expect(new Set([receiver, ...round.map(({ source }) => source)]).size).toBe(fanIn + 1);
      }
      expect(create(drawn, seeded).flows).toEqual(flows);
    }),
  );
});

test("each sender is drawn about as often: 16,000 draws of 16 hosts, 1000 each within 5 sigma", () => {
  const drawn = { ...values, fanIn: 4, every: 1, count: 4000 };
  const times = new Map<number, number>();
  for (const { source } of create(drawn, view).flows) times.set(source, (times.get(source) ?? 0) + 1);
  for (const host of all.slice(1)) expect(Math.abs((times.get(host) ?? 0) - 1000)).toBeLessThan(5 * Math.sqrt(750));
});

test("fan-in 1 to 15: each about as often, 1000 of 15,000 within 5 sigma", () => {
  const drawn = { ...values, fanIn: 15, fanInLeast: 1, every: 1, count: 15_000 };
  const seen = new Map<number, number>();
  const { flows } = create(drawn, view);
  for (const { start } of flows) seen.set(start, (seen.get(start) ?? 0) + 1);
  const times = Array.from({ length: 15 }, (_, k) => [...seen.values()].filter((fanIn) => fanIn === k + 1).length);
  for (const n of times) expect(Math.abs(n - 1000)).toBeLessThan(5 * Math.sqrt(933));
});

test("load 0.5 of four receivers at 100G for 1 ms: 25 MB of payload, whatever the fan-in and the sizes", () => {
  const receivers = { ...values, to: [0, 1, 2, 3], load: 0.5 };
  const offered = (more: object): number => {
    let bytes = 0;
    for (let seed = 1; seed <= 40; seed++) {
      const seeded = { ...view, stream: (purpose: string, component?: number) => stream(seed, purpose, component) };
      const drawn = { ...receivers, ...more };
      check(drawn, seeded);
      for (const flow of create(drawn, seeded).flows) bytes += flow.bytes;
    }
    return bytes / 40 / 25e6;
  };
  expect(offered({ fanIn: 4, size: 10_000 })).toBeCloseTo(1, 1);
  expect(offered({ fanIn: 15, fanInLeast: 1, size: 10_000 })).toBeCloseTo(1, 1);
  expect(offered({ fanIn: 5, fanInLeast: 1, cdf: "fb-hadoop-intracluster-parsimon", size: 1 })).toBeGreaterThan(0.5);
  expect(offered({ fanIn: 4, size: 10_000, start: ms(0.25), stop: ms(0.75) })).toBeCloseTo(0.5, 1);
});

test("random moments start no two incasts in step, and a distribution gives each sender its own size", () => {
  const { flows } = create({ ...values, fanIn: 3, cdf: "fb-hadoop-hpcc", load: 0.5 }, view);
  const [one, two, three] = flows;
  expect([one.start, two.start]).toEqual([three.start, three.start]);
  expect(new Set([one.bytes, two.bytes, three.bytes]).size).toBe(3);
  const gaps = flows
    .filter((_, k) => k % 3 === 0)
    .map(({ start }, k, all) => start - (all[k - 1] ?? { start: 0 }).start);
  expect(new Set(gaps).size).toBe(gaps.length);
});

test.each([
  [{ fanIn: 17 }, "fanIn: expected at most 16, the senders there are, got 17"],
  [{ from: [1, 2], fanIn: 3 }, "fanIn: expected at most 2, the senders there are, got 3"],
  [{ from: [1, 2], to: [2, 5], fanIn: 2 }, "fanIn: expected at most 1"],
  [{ from: [0] }, "from: expected a host other than the receiver, got [0]"],
  [{ count: 3 }, "every: expected the time between two incasts, got nothing. `count` asks for more than one."],
  [{ every: 1 }, "every: expected at most 3,000,000 flows"],
  [{ fanIn: 4, fanInLeast: 5 }, "fanInLeast: expected at most 4, the fan-in, got 5"],
  [{ load: 0.5, every: us(1) }, "every: expected `every` or `load`, not both, got 1000000. `load` sets the times."],
  [{ load: 0.5, count: 3 }, "count: expected `count` or `load`, not both, got 3. With `load`, set `stop`."],
  [{ stop: us(1) }, "stop: expected a `load` that it ends, got 1000000"],
  [{ load: 2, size: 1 }, "load: expected at most 3,000,000 flows"],
  [{ start: ms(1) }, "start: expected a time before the run ends at 1 ms"],
])("%o is refused", (more, message) => {
  expect(() => check({ ...values, ...more }, view)).toThrow(message);
});
