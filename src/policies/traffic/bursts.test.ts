import { expect, test } from "vitest";

import { gbps, ms } from "../../base/units.ts";
import { check, create } from "./bursts.ts";
import type { TrafficView } from "../../contracts/traffic.ts";

const view: TrafficView = {
  ...{ hosts: [0, 1, 2], until: ms(12), rate: () => gbps(100), leafOf: () => 3 },
  stream() {
    throw new Error("bursts draw nothing");
  },
};
const values = {
  from: [0, 1, 2],
  to: 2,
  size: 64_000,
  start: ms(1),
  stop: undefined,
  queuePair: "new" as const,
  cls: 3,
};

test("one train from each sender but the receiver, to the end of the run", () => {
  check(values, view);
  const { flows, trains } = create(values, view);
  expect(flows).toEqual([]);
  expect(trains).toEqual(
    [0, 1].map((source) => ({ source, destination: 2, bytes: 64_000, start: ms(1), stop: ms(12), cls: 3 })),
  );
});

test("a stop ends them; one after the end of the run does not outlast it", () => {
  expect(create({ ...values, stop: ms(3) }, view).trains[0].stop).toBe(ms(3));
  expect(create({ ...values, stop: ms(30) }, view).trains[0].stop).toBe(ms(12));
});

test("they cannot stop before they start, or be the receiver's own", () => {
  expect(() => check({ ...values, stop: ms(1) }, view)).toThrow("stop: expected a time after its start at 1 ms");
  expect(() => check({ ...values, from: [2] }, view)).toThrow("from: expected a host other than the receiver");
});

test("trains that keep their queue pair say so", () => {
  expect(create({ ...values, queuePair: "kept" }, view).trains.map(({ keepsPair }) => keepsPair)).toEqual([true, true]);
});
