import { expect, test } from "vitest";
import { bufferView, Clock } from "../../batch/suites/views.ts";
import { MiB } from "../../base/units.ts";
import { create } from "./st.ts";

test("32 ports, 16 MiB: each queue pauses at 16 MiB / 32 = 512 KiB, however full the pool is", () => {
  const view = bufferView(new Clock(), { ports: 32, capacity: MiB(16) });
  const policy = create({ xoff: undefined }, view);
  expect(policy.threshold(0, 3)).toBe(524_288);
  view.used[0] = MiB(16);
  expect(policy.threshold(31, 3)).toBe(524_288);
});

test("the share is of what the pool is when asked: headroom is taken out after the policy is made", () => {
  const view = bufferView(new Clock(), { ports: 4, capacity: 0 });
  const policy = create({ xoff: undefined }, view);
  view.capacity[0] = 4000;
  expect(policy.threshold(2, 3)).toBe(1000);
});

test("a threshold of one's own, 288 KB, stands whatever the pool; 0 pauses at once", () => {
  const view = bufferView(new Clock(), { ports: 4, capacity: 100 });
  expect(create({ xoff: 288_000 }, view).threshold(0, 3)).toBe(288_000);
  expect(create({ xoff: 0 }, view).threshold(0, 3)).toBe(0);
});
