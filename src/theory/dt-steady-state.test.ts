import fc from "fast-check";
import { expect, test } from "vitest";

import { MiB } from "../base/units.ts";
import { steadyFree, steadyQueue, steadyQueues } from "./dt-steady-state.ts";

test.each([
  ["one queue, alpha 2: 2/3 of 16 MiB, 11,184,810 B (SPFC's figure 2)", 2, 1, 11_184_810],
  ["one queue, alpha 1/16: 1/17 of 16 MiB, 986,895 B (DSH)", 1 / 16, 1, 986_895],
  ["four queues, alpha 1: 1/5 of 16 MiB each, 3,355,443 B", 1, 4, 3_355_443],
  ["31 queues, alpha 2: 2/63 of 16 MiB each, 532,610 B", 2, 31, 532_610],
])("%s", (_title, alpha, queues, bytes) => {
  expect(Math.floor(steadyQueue(MiB(16), alpha, queues))).toBe(bytes);
});

test("alphas 1, 2 and 1/4 in 17 MB: 4, 8 and 1 MB, and 4 MB stay free", () => {
  expect(steadyQueues(17e6, [1, 2, 1 / 4])).toEqual([4e6, 8e6, 1e6]);
  expect(steadyFree(17e6, [1, 2, 1 / 4])).toBe(4e6);
});

test("nobody there: all of it is free", () => {
  expect(steadyFree(MiB(16), [])).toBe(MiB(16));
});

test("every queue stands at its own threshold, alpha times the free rest", () => {
  const alphas = fc.array(fc.double({ min: 1 / 128, max: 16, noNaN: true }), { minLength: 1, maxLength: 64 });
  fc.assert(
    fc.property(alphas, (list) => {
      const held = steadyQueues(MiB(16), list);
      const free = MiB(16) - held.reduce((total, bytes) => total + bytes, 0);
      held.forEach((bytes, i) => expect(bytes / (list[i] * free)).toBeCloseTo(1, 6));
    }),
  );
});

test("filling below the threshold and draining above it, in small steps, arrives at the same point", () => {
  const alphas = [2, 1, 1 / 4];
  const held = [0, 0, 0];
  for (let step = 0; step < 20_000; step++) {
    const free = 1e6 - held[0] - held[1] - held[2];
    const i = step % 3;
    held[i] += held[i] < alphas[i] * free ? 100 : -100;
  }
  steadyQueues(1e6, alphas).forEach((bytes, i) => expect(Math.abs(held[i] - bytes)).toBeLessThan(400));
});
