import { expect, test } from "vitest";
import { ns, us } from "../../base/units.ts";
import { goBack, leave, PATH, roundTrip, SENT, turn } from "./round-trip.ts";

test("20 us there, 7 us behind the far leaf, 15 us back: the fabric's round trip is 35 us, whatever the time of day", () => {
  for (const start of [0, us(1234), us(2_147_480), us(4_294_960), us(1e9)]) {
    const words = new Int32Array(5);
    leave(words, 2, 9, start);
    expect(words[2 + PATH]).toBe(9);
    turn(words, 2, start + us(20));
    expect(words[2 + PATH]).toBe(-9);
    goBack(words, 2, start + us(27));
    expect(roundTrip(words, 2, start + us(42))).toBe(35_000);
  }
});

test("the far leaf's clock may be wrong: its two readings 7 us apart are all that is asked of it", () => {
  const words = new Int32Array(2);
  leave(words, 0, 1, us(10));
  turn(words, 0, us(777));
  goBack(words, 0, us(784));
  expect(roundTrip(words, 0, us(52))).toBe(35_000);
});

test("a probe is answered at the far leaf itself: its time stays as it was written", () => {
  const words = new Int32Array(2);
  leave(words, 0, 3, ns(500));
  expect(words[SENT]).toBe(500);
  expect(roundTrip(words, 0, ns(20_500))).toBe(20_000);
});
