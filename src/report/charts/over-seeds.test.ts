import { expect, test } from "vitest";
import { meanCdf, meanCourse, within } from "./over-seeds.ts";

test("1 and 3: a mean of 2, within 2 ± 12.706; what one seed alone has is drawn without an interval", () => {
  const { points, intervals } = meanCourse(
    [0, 1, 2],
    [
      [1, 1, 5],
      [3, 3, NaN],
    ],
  );
  expect(points.map(({ y }) => y)).toEqual([2, 2, 5]);
  expect(intervals?.map(({ x }) => x)).toEqual([0, 1]);
  expect(intervals?.[0].high).toBeCloseTo(2 + 12.706);
});

test("a single run has no interval", () => {
  expect(meanCourse([0, 1], [[4, 5]])).toEqual({
    points: [
      { x: 0, y: 4 },
      { x: 1, y: 5 },
    ],
  });
});

test("distributions of 2 runs: at 10 half of one and all of the other, so 75%; seeds without values have no say", () => {
  const { points, intervals } = meanCdf([Float64Array.of(10, 20), Float64Array.of(5, 10), Float64Array.of()]);
  expect(points.find(({ x }) => x === 5)?.y).toBe(0.25);
  expect(points.at(-1)).toEqual({ x: 20, y: 1 });
  expect(intervals?.every(({ low, high }) => low >= 0 && high <= 1)).toBe(true);
});

test("no band leaves its chart", () => {
  const course = { points: [], intervals: [{ x: 0, low: -3, high: 9 }] };
  expect(within(course, [1, 5]).intervals).toEqual([{ x: 0, low: 1, high: 5 }]);
});
