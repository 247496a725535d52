import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { fabricScale, moveFabric, showRange, showWholeFabric, visible, zoomFabric } from "./visible.ts";

beforeEach(showWholeFabric);

test("a zoom keeps the place under the pointer, and zooming out again shows the whole fabric", () => {
  zoomFabric(0.5, 0.25); // the pointer is at a quarter of the drawing, so at 0.25 of the fabric
  expect(visible.value).toEqual([0.125, 0.625]);
  expect(fabricScale()).toBe(2);
  moveFabric(0.5);
  expect(visible.value).toEqual([0.375, 0.875]);
  zoomFabric(4);
  expect(visible.value).toEqual([0, 1]);
});

test("no input leads out of the fabric, or to a range narrower than 1/64", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(showRange, zoomFabric, moveFabric), fc.double({ min: -2, max: 9, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))), // prettier-ignore
      (steps) => {
        for (const [step, a, b] of steps) step(a, b);
        const [from, to] = visible.value;
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeLessThanOrEqual(1 + 1e-12);
        expect(to - from).toBeGreaterThan(1 / 64 - 1e-12);
      },
    ),
  );
});
