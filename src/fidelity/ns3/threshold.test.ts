import { expect, test } from "vitest";
import { bufferView, Clock } from "../../batch/suites/views.ts";
import { gbps, MiB } from "../../base/units.ts";
import { createThreshold, thresholdShift } from "./threshold.ts";

test.each([
  [25, 3],
  [100, 3],
  [200, 2],
  [400, 1],
  [800, 0],
  [1600, 0],
  [101, 2], // 101 is above the threshold of 100, and 50 is not
])("on hosts of 100G, a port of %iG has the free pool shifted right by %i", (rate, shift) => {
  expect(thresholdShift(gbps(rate), gbps(100))).toBe(shift);
});

test("12 MiB free: 12,582,912 / 8 = 1,572,864 B at a host's port, / 2 = 6,291,456 B at a 400G port, fractions cut off", () => {
  const view = bufferView(new Clock(), {
    capacity: MiB(16),
    used: MiB(4),
    rate: (port) => gbps(port === 0 ? 100 : 400),
  });
  const policy = createThreshold(gbps(100), view);
  expect([policy.threshold(0, 3), policy.threshold(1, 3)]).toEqual([1_572_864, 6_291_456]);
  view.used[0] = MiB(4) + 7;
  expect(policy.threshold(0, 3)).toBe(1_572_863); // 12,582,905 / 8 = 1,572,863.125
});

test("a buffer 1 B smaller than what is taken from it wraps round: (2^32 - 1) >> 3 = 536,870,911 B, and PFC never fires", () => {
  const view = bufferView(new Clock(), { capacity: -1, used: 0 });
  expect(createThreshold(gbps(100), view).threshold(0, 3)).toBe(536_870_911);
});

test("so does a pool in use beyond its end, 1000 of 999 B", () => {
  const view = bufferView(new Clock(), { capacity: 999, used: 1000 });
  expect(createThreshold(gbps(100), view).threshold(0, 3)).toBe(536_870_911);
});
