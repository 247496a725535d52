/** Tests the PAUSEs of a long link under an incast, in a fluid model. The bound of bifrost/fig11 follows from them. */
import { expect, test } from "vitest";

const ROUND_TRIP_US = 800;

/**
 * Simulates in steps of 1 us. The link sends at rate 1 unless it is paused, and the queue drains at rate `drain`.
 * Returns whether the sender may send, for each step of the last 20 ms.
 */
function sendingUnder(threshold: number, drain: number): boolean[] {
  const length = 60_000;
  const sent: boolean[] = [];
  const isAbove: boolean[] = [];
  let queue = 0;
  for (let us = 0; us < length; us++) {
    const [asked, arrived] = [isAbove[us - ROUND_TRIP_US / 2], sent[us - ROUND_TRIP_US / 2]];
    sent.push(!asked);
    queue = Math.max(0, queue + (arrived ? 1 : 0) - drain);
    isAbove.push(queue > threshold);
  }
  return sent.slice(-20_000);
}

/** The mean time in us until the sender may send, over all starting times for which this time is known. */
function meanWait(sending: readonly boolean[]): number {
  const known = sending.lastIndexOf(true);
  let [wait, total] = [0, 0];
  for (let us = known; us >= 0; us--) {
    wait = sending[us] ? 0 : wait + 1;
    total += wait;
  }
  return total / (known + 1);
}

test.each([500, 1000, 3000])(
  "three links into one, X_OFF of %s us at line rate: a message waits 0.8 ms on average",
  (threshold) => {
    const sending = sendingUnder(threshold, 1 / 3);
    const share = sending.filter(Boolean).length / sending.length;
    expect(share).toBeCloseTo(1 / 3, 1);
    expect(meanWait(sending)).toBeGreaterThan(650);
    expect(meanWait(sending)).toBeLessThan(950);
  },
);

test("a stop lasts three round trips, for every threshold that the queue never empties below", () => {
  for (const threshold of [500, 2000]) {
    const runs = sendingUnder(threshold, 1 / 3)
      .map((go) => (go ? "g" : "s"))
      .join("")
      .split(/g+/)
      .slice(1, -1)
      .filter((one) => one !== "");
    expect(runs.length).toBeGreaterThan(3);
    for (const one of runs) expect(Math.abs(one.length - 3 * ROUND_TRIP_US)).toBeLessThan(20);
  }
});
