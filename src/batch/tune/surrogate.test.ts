import { expect, test } from "vitest";
import { surrogate } from "./surrogate.ts";

const at = [0, 0.1, 0.25, 0.5, 0.6, 0.8, 1].flatMap((x) => [0, 0.5, 1].map((y) => [x, y]));
const bowl = ([x]: readonly number[]): number => 3 + (x - 0.4) * (x - 0.4);
const model = surrogate(at.map((place) => ({ at: place, value: bowl(place), noise: 1e-8 })));

test("it predicts a smooth function between its points, and knows the points themselves", () => {
  for (const place of [[0.35, 0.2], [0.7, 0.9]]) 
    expect(Math.abs(model.predict(place).mean - bowl(place))).toBeLessThan(0.01); // prettier-ignore
  expect(model.predict(at[3]).deviation).toBeLessThan(0.001);
  expect(model.predict([0.35, 0.2]).deviation).toBeGreaterThan(model.predict(at[3]).deviation);
});

test("a difference has less deviation than its two sides together", () => {
  const [one, other] = [[0.36, 0.2], [0.38, 0.2]]; // prettier-ignore
  const { mean, deviation } = model.difference(one, other);
  expect(mean).toBeCloseTo(bowl(one) - bowl(other), 2);
  expect(deviation).toBeLessThan(model.predict(one).deviation + model.predict(other).deviation);
});
