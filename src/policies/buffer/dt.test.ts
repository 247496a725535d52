import { expect, test } from "vitest";
import { bufferView, Clock } from "../../batch/suites/views.ts";
import { KiB, MiB } from "../../base/units.ts";
import { create } from "./dt.ts";

test("half a pool in use, alpha 1/2: 1/2 * (1024 - 512) = 256 KiB, for every port and class", () => {
  const policy = create({ alpha: 1 / 2 }, bufferView(new Clock(), { capacity: KiB(1024), used: KiB(512) }));
  expect(policy.threshold(0, 3)).toBe(KiB(256));
  expect(policy.threshold(31, 6)).toBe(KiB(256));
});

test("the threshold follows the pool: empty 2 B, full 0", () => {
  const view = bufferView(new Clock(), { capacity: 1000, used: 0 });
  const policy = create({ alpha: 2 }, view);
  expect(policy.threshold(0, 3)).toBe(2000);
  view.used[0] = 600;
  expect(policy.threshold(0, 3)).toBe(800);
  view.used[0] = 1000;
  expect(policy.threshold(0, 3)).toBe(0);
});

/** The largest whole number of bytes that each of `queues` equal queues can hold without exceeding the threshold. */
function steady(alpha: number, queues: number): number {
  const view = bufferView(new Clock(), { capacity: MiB(16) });
  const policy = create({ alpha }, view);
  let low = 0;
  let high = MiB(16);
  while (low < high) {
    const each = Math.ceil((low + high) / 2);
    view.used[0] = Math.min(each * queues, MiB(16));
    if (each <= policy.threshold(0, 3)) low = each;
    else high = each - 1;
  }
  return low;
}

test.each([
  [1, 2, "2/3 B = 11,184,810 B (SPFC, figure 2)", 11_184_810],
  [1, 1 / 16, "B/17 = 986,895 B", 986_895],
  [4, 1, "B/5 = 3,355,443 B", 3_355_443],
])("%i queue(s) that are never drained, alpha %d, 16 MiB: each stops at %s", (queues, alpha, _text, bytes) => {
  expect(steady(alpha, queues)).toBe(bytes);
});

test("a pool used beyond its capacity, by late bytes that count there: T is 0, not less", () => {
  const policy = create({ alpha: 2 }, bufferView(new Clock(), { capacity: 1000, used: 1500 }));
  expect(policy.threshold(0, 3)).toBe(0);
});
