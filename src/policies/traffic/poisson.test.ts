import { expect, test } from "vitest";

import { defaults } from "../../base/params.ts";
import { stream } from "../../base/random.ts";
import { gbps, ms, us } from "../../base/units.ts";
import type { TrafficView } from "../../contracts/traffic.ts";
import * as burstsKind from "./bursts.ts";
import * as incastKind from "./incast.ts";
import { planTraffic } from "./plan.ts";
import { check, create, params } from "./poisson.ts";

const seeded = (seed: number, hosts: number): TrafficView => ({
  hosts: Array.from({ length: hosts }, (_, host) => host),
  until: ms(10),
  rate: (host) => gbps(host % 2 === 0 ? 100 : 25),
  leafOf: () => hosts,
  stream: (purpose, component) => stream(seed, purpose, component),
});
const view = seeded(1, 128);
const values = { ...defaults(params), from: view.hosts, to: view.hosts, cls: 3 };

test("load .5: over ten seeds payload takes half of the senders' link rates, within 3%", () => {
  const { hosts } = view;
  const asked = hosts.reduce((sum, host) => sum + (0.5 * view.rate(host) * 0.01) / 8, 0);
  let offered = 0;
  for (let seed = 1; seed <= 10; seed++) {
    for (const { bytes } of create(values, seeded(seed, 128)).flows) offered += bytes / 10;
  }
  expect(Math.abs(offered / asked - 1)).toBeLessThan(0.03);
});

test("gaps are exponential: mean 1 and variance 1, in units of the mean; a sender at 25 Gbps has a quarter of the flows", () => {
  const { flows } = create({ ...values, cdf: "googlerpc2008", from: [0, 1] }, view);
  const starts = flows.filter(({ source }) => source === 0).map(({ start }) => start);
  const gaps = starts.slice(1).map((start, k) => start - starts[k]);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const variance = gaps.reduce((sum, gap) => sum + (gap / mean - 1) ** 2, 0) / gaps.length;
  expect(gaps.length).toBeGreaterThan(15_000);
  expect(Math.abs(variance - 1)).toBeLessThan(0.1);
  expect((flows.length - starts.length) / starts.length).toBeCloseTo(0.25, 1);
});

test("all-to-all: every other host is a receiver, about as often as any, and never the sender", () => {
  const few = { ...values, cdf: "googlerpc2008", from: [0, 2, 4, 6], to: [0, 2, 4, 6, 8] };
  const times = new Map<string, number>();
  for (const { source, destination } of create(few, view).flows) {
    const pair = `${source}-${destination}`;
    times.set(pair, (times.get(pair) ?? 0) + 1);
  }
  expect(times.size).toBe(4 * 4);
  for (const [pair, count] of times) {
    expect(pair).not.toMatch(/^(\d)-\1$/);
    expect(Math.abs(count / 5400 - 1)).toBeLessThan(0.1);
  }
});

test("one-to-one among the same hosts: a cycle through all of them", () => {
  const { flows } = create({ ...values, pattern: "one-to-one", cdf: "googlerpc2008" }, view);
  const next = new Map(flows.map(({ source, destination }) => [source, destination]));
  expect(new Set(flows.map(({ source, destination }) => `${source} ${destination}`)).size).toBe(128);
  let host = 0;
  for (let step = 1; step < 128; step++) expect((host = next.get(host)!)).not.toBe(0);
  expect(next.get(host)).toBe(0);
});

test("one-to-one from one set to another: by position", () => {
  const { flows } = create({ ...values, pattern: "one-to-one", cdf: "googlerpc2008", from: [0, 1], to: [5, 4] }, view);
  expect(new Set(flows.map(({ source, destination }) => `${source} ${destination}`))).toEqual(new Set(["0 5", "1 4"]));
});

test("flows start from start to stop; a host's arrivals are its own, whoever else sends", () => {
  const within = create({ ...values, start: ms(1), stop: ms(2), from: [0] }, view).flows;
  expect(within.every(({ start }) => start >= ms(1) && start < ms(2))).toBe(true);
  const more = create({ ...values, start: ms(1), stop: ms(2), from: [0, 1, 2] }, view).flows;
  expect(more.filter(({ source }) => source === 0)).toEqual(within);
});

test("three priorities at 28, 32 and 40 %: each gets its share of the flows within 4 sigma, and nothing else changes", () => {
  const classes = [
    { class: 1, share: 0.28 },
    { class: 2, share: 0.32 },
    { class: 5, share: 0.4 },
  ];
  const mixed = { ...values, cdf: "googlerpc2008", from: [0, 2, 4, 6], classes };
  check(mixed, view);
  const { flows } = create(mixed, view);
  const plain = create({ ...mixed, classes: [] }, view).flows;
  expect(flows.map((flow) => ({ ...flow, cls: 3 }))).toEqual(plain);
  for (const { class: cls, share } of classes) {
    const sigma = Math.sqrt((share * (1 - share)) / flows.length);
    const found = flows.filter((flow) => flow.cls === cls).length / flows.length;
    expect(Math.abs(found - share)).toBeLessThan(4 * sigma);
  }
});

test("shares are weights: 1 and 3 are a quarter and three quarters; one class alone takes all", () => {
  const mixed = (classes: { class: number; share: number }[]) => {
    const { flows } = create({ ...values, cdf: "googlerpc2008", from: [0, 2], classes }, view);
    return flows.filter(({ cls }) => cls === 7).length / flows.length;
  };
  const half = [
    { class: 6, share: 1 },
    { class: 7, share: 3 },
  ];
  expect(mixed(half)).toBeCloseTo(0.75, 2);
  expect(mixed([{ class: 7, share: 0.01 }])).toBe(1);
});

test("bursts and incasts on top, in entries of their own, leave its flows as they are", () => {
  const poisson = { kind: "poisson", values: { ...values, classes: [{ class: 2, share: 1 }] } };
  const incast = { kind: "incast", values: { ...defaults(incastKind.params), from: view.hosts, to: [3], cls: 4 } };
  const bursts = { kind: "bursts", values: { ...defaults(burstsKind.params), from: [1, 2], to: 5, cls: 6 } };
  const kinds = { poisson: { create }, incast: incastKind, bursts: burstsKind };
  const alone = planTraffic([poisson], kinds, view, 1);
  const together = planTraffic([poisson, incast, bursts], kinds, view, 1);
  expect(together.flows.filter(({ cls }) => cls === 2)).toEqual(alone.flows);
  expect(together.flows.filter(({ cls }) => cls === 4)).toHaveLength(127);
  expect(together.trains.map(({ cls }) => cls)).toEqual([6, 6]);
});

test("a single receiver is left out of the senders", () => {
  const values2 = { ...values, to: [3] };
  check(values2, view);
  expect(create(values2, view).flows.some(({ source }) => source === 3)).toBe(false);
});

test.each<[more: Partial<Parameters<typeof check>[0]>, message: string]>([
  [{ from: [3], to: [3] }, "from: expected a host other than the receiver, got [3]"],
  [{ pattern: "one-to-one", from: [1, 2], to: [3] }, "to: expected as many receivers as senders, 2, got 1"],
  [{ pattern: "one-to-one", from: [1, 2], to: [3, 2] }, "to: expected a receiver for each sender, other than itself"],
  [
    { classes: [1, 2, 1].map((cls) => ({ class: cls, share: 1 })) },
    "classes[2].class: expected each class once, got 1. classes[0] has this class too: remove one.",
  ],
  [{ start: us(10_000) }, "start: expected a time before the end of the run at 10 ms"],
])("%o is refused", (more, message) => {
  expect(() => check({ ...values, ...more }, view)).toThrow(message);
});

test("more flows than fit are refused before they are made: 128 hosts, 10 s at 62.5 Gbps of 2.9 KB flows", () => {
  const long = { ...view, until: ms(10_000) };
  expect(() => check({ ...values, cdf: "googlerpc2008" }, long)).toThrow("load: expected at most 3,000,000 flows, got");
});

test("synchronous: all senders start at the same moments, with sizes of their own; links of two rates are refused", () => {
  const same = { ...view, rate: () => gbps(100) };
  const together = { ...values, from: [0, 1, 2], synchronous: true };
  const { flows } = create(together, same);
  const of = (sender: number) => flows.filter(({ source }) => source === sender);
  expect(of(1).map(({ start }) => start)).toEqual(of(0).map(({ start }) => start));
  expect(of(1).map(({ bytes }) => bytes)).not.toEqual(of(0).map(({ bytes }) => bytes));
  expect(() => {
    check(together, view);
  }).toThrow("senders whose links have one rate");
});

test("sizeStreams: with one stream all senders send the same flows, with two every other one", () => {
  const same = { ...view, rate: () => gbps(100) };
  const flowsOf = (sizeStreams: number) => {
    const { flows } = create({ ...values, from: [0, 1, 2], synchronous: true, sizeStreams }, same);
    return (sender: number) =>
      flows.filter(({ source }) => source === sender).map(({ start, bytes }) => ({ start, bytes }));
  };
  const [one, two] = [flowsOf(1), flowsOf(2)];
  expect(one(0).length).toBeGreaterThan(1);
  expect(one(1)).toEqual(one(0));
  expect(one(2)).toEqual(one(0));
  expect(two(2)).toEqual(two(0));
  expect(two(1)).not.toEqual(two(0));
});
