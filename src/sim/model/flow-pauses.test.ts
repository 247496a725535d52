/** Tests pauses of single flows: the model counts each of them, for any number of flows. */
import { expect, test } from "vitest";
import { FlowPauses } from "./flow-pauses.ts";

test("200 pauses of 3 ps, one every 10 ps: any time since then contains 3 ps of each, and part of the one that it cuts", () => {
  const pauses = new FlowPauses(Int32Array.of(0, 0));
  for (let k = 0; k < 200; k++) {
    expect(pauses.set(1, true, k * 10)).toBe(false);
    expect(pauses.set(1, false, k * 10 + 3)).toBe(true);
  }
  expect(pauses.within(1, 0, 2000)).toBe(600);
  expect(pauses.within(1, 502, 2000)).toBe(1 + 149 * 3);
  pauses.set(1, true, 2000);
  expect(pauses.within(1, 1990, 2005)).toBe(3 + 5);
  expect(pauses.within(0, 0, 2005)).toBe(0);
});
