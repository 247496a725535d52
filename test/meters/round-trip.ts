import { expect } from "vitest";
import type * as trips from "../../src/policies/routing/round-trip.ts";
import { between, draws, type Meter } from "./meter.ts";

export const roundTrip: Meter<typeof trips> = {
  file: "policies/routing/round-trip.ts",
  says: "a round trip is the time in the fabric, to 2 ns, also when the clock of 32 bits wraps around",
  property({ goBack, leave, PATH, roundTrip: measured, turn }) {
    const random = draws("round trip");
    const words = new Int32Array(8);
    for (let k = 0; k < 5000; k++) {
      const at = k % 6;
      const left = between(random, 0, 10 ** 16);
      const [there, behind, back] = [0, 0, 0].map(() => between(random, 0, 2 ** random.int(30)) * 300);
      leave(words, at, 5, left);
      turn(words, at, left + there);
      goBack(words, at, left + there + behind);
      const expected = (there + back) / 1000;
      expect(Math.abs(measured(words, at, left + there + behind + back) - expected)).toBeLessThanOrEqual(2);
      expect(words[at + PATH]).toBe(-5);
    }
  },
  mutations: [
    ["(now / 1000) | 0", "(now / 1024) | 0"],
    ["words[at + SENT] -= stampOf(now);", "words[at + SENT] = 0;"],
    ["words[at + SENT] += stampOf(now);", ""],
    ["(stampOf(now) - words[at + SENT]) | 0", "stampOf(now) - words[at + SENT]"],
  ],
};
