/**
 * Tests SWING's far relay in a fluid model, as Bifrost's paper describes it: a relay "accommodates packets and forwards
 * the signal". The bound of bifrost/tab1 follows from this model.
 */
import { expect, test } from "vitest";
import { stream } from "../../src/base/random.ts";

test("a relay that forwards each stop of the switch never runs dry, and holds the bytes of the stops of one round trip", () => {
  const random = stream(7, "swing");
  const roundTrip = 40;
  // In each slot the switch pauses the relay or lets it send. Before slot 0 it did not pause it.
  const goes = Array.from({ length: 5000 }, () => random.next() < 0.6);
  const goAt = (slot: number): boolean => slot < 0 || goes[slot];
  let stored = 0;
  goes.forEach((go, slot) => {
    stored += goAt(slot - roundTrip) ? 1 : 0;
    if (go) {
      expect(stored).toBeGreaterThan(0);
      stored--;
    }
    const stops = Array.from({ length: roundTrip }, (_, back) => goAt(slot - back)).filter((one) => !one).length;
    expect(stored).toBe(stops);
  });
});
