import { expect, test } from "vitest";
import { headroomBench } from "../../batch/suites/views.ts";
import { FOOTROOM, HEADROOM, REFUSED } from "../../contracts/headroom.ts";
import { create } from "./shp.ts";

const base = { size: 3000, mtu: undefined, rule: "exact", resumeOffset: 0, overSubscribe: 2, pool: undefined } as const;

test("4 ports, 2 classes, 3000 B each: 24,000 B promised, half of it kept, 1500 B for each queue", () => {
  const { reserved, kept } = create(base, headroomBench({ ports: 4, lossless: [3, 4] }).view);
  expect([reserved[0], kept?.bytes[2]]).toEqual([12_000, 1500]);
});

test("the pool's size as it is given, though never more than all queues may need", () => {
  const reserved = (pool: number): number => create({ ...base, pool }, headroomBench().view).reserved[0];
  expect([reserved(5000), reserved(50_000)]).toEqual([5000, 12_000]);
});

test("a pool of 4000 B: a queue may take its 3000 B, another 1000 B; what leaves makes room for the other again", () => {
  const { view, stored } = headroomBench({ ports: 2 });
  const policy = create({ ...base, pool: 4000 }, view);
  const [one, other] = [3, 11];
  const arrive = (queue: number, size: number): number => {
    const segment = policy.place(queue, size, 0);
    if (segment === HEADROOM) stored[queue] += size;
    return segment;
  };
  const leave = (queue: number, size: number): void => {
    stored[queue] -= size;
    policy.onRelease!(queue);
  };
  expect([arrive(one, 1000), arrive(one, 1000), arrive(one, 1000), arrive(one, 1000)]).toEqual([
    ...[HEADROOM, HEADROOM, HEADROOM],
    REFUSED, // the queue's own 3000 B are full
  ]);
  expect([arrive(other, 1000), arrive(other, 1000)]).toEqual([HEADROOM, REFUSED]); // now the pool is full too
  leave(one, 1000);
  expect(arrive(other, 1000)).toBe(HEADROOM);
  expect(policy.place(one, 1000, 10_000)).not.toBe(FOOTROOM); // A packet must not overtake packets in headroom, so it joins them.
});
