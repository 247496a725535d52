import { expect, test } from "vitest";
import { seedEffects } from "./seed-effects.ts";

test("settings with different numbers of seeds are comparable: a hard seed does not count against those that ran under it", () => {
  const { settings, noise } = seedEffects([
    new Map([
      [0, 1],
      [1, 11],
    ]),
    new Map([
      [0, 2],
      [1, 12],
    ]),
    new Map([[0, 3]]),
  ]);
  expect(settings[1] - settings[0]).toBeCloseTo(1);
  expect(settings[2] - settings[0]).toBeCloseTo(2);
  expect(noise).toBeCloseTo(0);
});

test("the noise is the variance of the rest, with one degree of freedom less for each setting and each further seed", () => {
  const { noise } = seedEffects([
    new Map([
      [0, 1],
      [1, 3],
    ]),
    new Map([
      [0, 3],
      [1, 1],
    ]),
  ]);
  expect(noise).toBeCloseTo(4);
  expect(seedEffects([new Map([[0, 1]]), new Map([[0, 2]])]).noise).toBeNaN();
});
