import { expect, test } from "vitest";
import { us, type Ps } from "../base/units.ts";
import { linkLoad } from "./link-load.ts";

/** A port whose wire was taken for `busy` ps so far; both are moved by hand. */
function bench(window: Ps) {
  const at = { now: 0, ports: 1, taken: 0, busy: () => at.taken };
  const load = linkLoad(at, window);
  const go = (time: Ps, share: number): number => {
    at.now += time;
    at.taken += time * share;
    return load(0);
  };
  return go;
}

test("a full link is 1 at any moment, from the first window's end on", () => {
  const go = bench(us(50));
  expect(go(us(25), 1)).toBe(0.5); // half a window was before the start
  for (const step of [25, 10, 7, 33, 0, 50, 49]) expect(go(us(step), 1)).toBeCloseTo(1, 12);
});

test("stopped at a window's end it falls by 1/50 a microsecond: after 10 us 0.8, after 50 us 0", () => {
  const go = bench(us(50));
  go(us(50), 1);
  expect(go(us(10), 0)).toBeCloseTo(0.8, 12);
  expect(go(us(30), 0)).toBeCloseTo(0.2, 12);
  expect(go(us(10), 0)).toBeCloseTo(0, 12);
});

test("half of the time taken, in turns of 5 us: from .45 to .55", () => {
  const go = bench(us(50));
  for (let turn = 0; turn < 100; turn++) {
    const share = go(us(5), turn % 2);
    if (turn >= 10) expect(Math.abs(share - 0.5)).toBeLessThanOrEqual(0.05 + 1e-9);
  }
});

test("looked at after four windows without a look, a link that was full for two of them was 0.5 in each", () => {
  const go = bench(us(50));
  expect(go(us(200), 0.5)).toBeCloseTo(0.5, 12);
});
