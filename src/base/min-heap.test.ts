import { expect, test } from "vitest";
import { MinHeap } from "./min-heap.ts";
import { stream } from "./random.ts";

test("1,000 random keys come out in order, each with its item", () => {
  const draw = stream(1, "heap");
  const keys = Array.from({ length: 1000 }, () => draw.int(100));
  const heap = new MinHeap();
  keys.forEach((key, item) => {
    heap.push(key, item);
  });
  const out: number[] = [];
  while (heap.size > 0) {
    const { least } = heap;
    const item = heap.pop();
    expect(keys[item]).toBe(least);
    out.push(least);
  }
  expect(out).toEqual([...keys].sort((a, b) => a - b));
  expect(heap.least).toBe(Infinity);
});
