import fc from "fast-check";
import { expect, test } from "vitest";
import { FarFuture } from "./far-future.ts";

interface Entry {
  readonly time: number;
  readonly seq: number;
}

/** A step: push a time, or pop. The times come from a small set, so that many are equal. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.oneof(fc.nat(20), fc.nat(2 ** 31), fc.maxSafeNat()) },
  { weight: 2, arbitrary: fc.constant("pop" as const) },
);

test("the top is always the earliest by (time, number), as in a sorted array, and carries its own payload", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 1500, size: "max" }), (steps) => {
      const heap = new FarFuture();
      const sorted: Entry[] = [];
      let seq = 0;
      for (const what of steps) {
        if (what !== "pop") {
          seq++;
          heap.push(what, seq, seq * 3);
          sorted.push({ time: what, seq });
          sorted.sort((a, b) => a.time - b.time || a.seq - b.seq);
        } else if (sorted.length > 0) {
          sorted.shift();
          heap.pop();
        }
        // `expect` is slow, so it is called only for a difference.
        if (heap.size !== sorted.length) expect(heap.size).toBe(sorted.length);
        if (sorted.length === 0) continue;
        const [{ time, seq: first }] = sorted;
        if (heap.time !== time || heap.seq !== first || heap.payload !== first * 3)
          expect([heap.time, heap.seq, heap.payload]).toEqual([time, first, first * 3]);
      }
    }),
    { numRuns: 40 },
  );
});

test("of equal times the lowest number comes first, in whatever order they were pushed", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(100_000), { minLength: 1, maxLength: 600, size: "max" }), (numbers) => {
      const heap = new FarFuture();
      for (const number of numbers) heap.push(42, number, 0);
      const order: number[] = [];
      while (heap.size > 0) {
        order.push(heap.seq);
        heap.pop();
      }
      expect(order).toEqual([...numbers].sort((a, b) => a - b));
    }),
  );
});

test("the heap doubles beyond its first 256 entries and loses none of 10,000", () => {
  const heap = new FarFuture();
  for (let k = 0; k < 10_000; k++) heap.push((k * 7919) % 10_007, k, k);
  let before = -1;
  let count = 0;
  while (heap.size > 0) {
    if (heap.time < before || heap.time !== (heap.payload * 7919) % 10_007) expect(heap.time).toBe(before);
    before = heap.time;
    count++;
    heap.pop();
  }
  expect(count).toBe(10_000);
});
