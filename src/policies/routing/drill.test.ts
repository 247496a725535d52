import { expect, test } from "vitest";
import { Clock, routingView } from "../../batch/suites/views.ts";
import { stream } from "../../base/random.ts";
import type { RoutingPolicy } from "../../contracts/routing.ts";
import { create } from "./drill.ts";

/** Uplinks are ports 4, 5 and so on. The test sets their queues. */
function bench(
  paths: number,
  d = 2,
  m = 1,
): { next: () => number; queue: number[]; asked: number[]; policy: RoutingPolicy } {
  const draws = stream(1, "test");
  const queue = new Array<number>(paths).fill(0);
  const asked: number[] = [];
  const ports = Int32Array.from({ length: paths }, (_, k) => 4 + k);
  const queued = (port: number): number => {
    asked.push(port - 4);
    return queue[port - 4];
  };
  const policy = create(
    { d, m, remember: "candidates", draw: "few" },
    routingView(new Clock(), 2009, 1, () => draws.next(), { queued }),
  );
  return { policy, queue, asked, next: () => policy.choose(2009, 0, false, 1000, ports, 0, paths, 1) };
}

/** A bench of two uplinks that remembers `port`. */
function remembering(port: number): ReturnType<typeof bench> {
  const made = bench(2);
  made.queue[1 - port] = 1;
  expect(made.next()).toBe(port);
  made.queue[1 - port] = 0;
  return made;
}

test("queues of 3,000 and 1,000 B, port 0 remembered, d = 2: chooses port 1 and remembers it", () => {
  const { next, queue } = remembering(0);
  queue[0] = 3000;
  queue[1] = 1000;
  expect(next()).toBe(1);
  queue[0] = 1000; // equal queues: the remembered port is kept
  expect(next()).toBe(1);
});

test.each([0, 1])("both queues empty, port %i remembered: stays there, as only a shorter queue wins", (port) => {
  const { next } = remembering(port);
  for (let packet = 0; packet < 100; packet++) expect(next()).toBe(port);
});

test("looks at d = 2 of 8 queues, never one twice, and at the remembered one", () => {
  const { next, asked } = bench(8);
  next();
  for (let packet = 0; packet < 500; packet++) {
    const before = asked.length;
    next();
    const looked = asked.slice(before);
    expect(looked).toHaveLength(3);
    expect(looked[1]).not.toBe(looked[2]);
  }
  for (let port = 0; port < 8; port++) expect(asked.filter((one) => one === port).length).toBeGreaterThan(60);
});

test("the queue of the remembered port counts as it is now, not as it was", () => {
  const { next, queue } = remembering(0);
  queue[0] = 1_000_000;
  expect(next()).toBe(1);
});

test("m = 2 keeps the two shortest: with d = 1 of 8 queues it finds the two empty ones and stays on the first", () => {
  const { next, queue } = bench(8, 1, 2);
  queue.fill(5000);
  queue[2] = queue[6] = 0;
  for (let packet = 0; packet < 200; packet++) next();
  const first = next();
  expect([2, 6]).toContain(first);
  queue[first] = 10;
  expect(next()).toBe(first === 2 ? 6 : 2);
});

test("one flow of 100 Gb/s over 2 idle uplinks of 50 Gb/s: shares within a packet of equal, whatever is drawn", () => {
  const { next, queue } = bench(2);
  const sent = [0, 0];
  for (let packet = 0; packet < 1000; packet++) {
    const port = next();
    sent[port]++;
    queue[port] += 1062;
    // In the time in which a packet arrives, each uplink sends half of one.
    for (const k of [0, 1]) queue[k] = Math.max(0, queue[k] - 531);
    expect(Math.abs(sent[0] - sent[1])).toBeLessThanOrEqual(1);
  }
});
