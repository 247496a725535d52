import { expect, test } from "vitest";
import { bufferView, Clock } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { gbps, us } from "../../base/units.ts";
import { create, params } from "./ingress-egress.ts";

/** A switch of `ports` ports of 100G and 1 us, whose ingress use a test sets. */
function bench(ports: number, capacity: number, given: Partial<ReturnType<typeof defaults<typeof params>>> = {}) {
  const held = new Float64Array(ports * 8);
  const view = bufferView(new Clock(), {
    ports,
    capacity,
    rate: () => gbps(100),
    delay: () => us(1),
    backlog: (port, cls) => held[port * 8 + cls],
    occupancy: (port) => held.subarray(port * 8, port * 8 + 8).reduce((sum, bytes) => sum + bytes, 0),
  });
  const policy = create({ ...defaults(params), ...given }, view);
  const take = (port: number, out: number, size = 1048): boolean => {
    if (policy.admits?.(port, 3, size, out) === false) return false;
    held[port * 8 + 3] += size;
    view.used[0] += size;
    policy.onArrive?.(port, 3, size, out);
    return true;
  };
  const give = (port: number, out: number, size = 1048): void => {
    held[port * 8 + 3] -= size;
    view.used[0] -= size;
    policy.onDepart?.(port, 3, size, out);
  };
  return { policy, take, give };
}

test("one output takes half of what all may share, with 9 ports and 1 MiB: 465 packets of 1048 B", () => {
  // E = 1,048,576 - 9 * 8 * 1048 = 973,120. A packet is refused if q - 1049 + 1048 > E - (q - 1049).
  const { take } = bench(9, 1024 * 1024);
  let packets = 0;
  while (take(packets % 8, 8)) packets++;
  expect(packets).toBe(465);
});

test("an empty switch stops a queue above 2096 B and a sixteenth of L = E - 9 * 27,096", () => {
  const { policy } = bench(9, 1024 * 1024);
  expect(policy.threshold(0, 3)).toBe(2096 + (973_120 - 9 * 27_096) / 16);
  // In ConWeave's simulator, the ninth port has a headroom of 14,596 B.
  const other = bench(9, 1024 * 1024, { lastHeadroom: 14_596 });
  expect(other.policy.threshold(0, 3)).toBe(2096 + (973_120 - 8 * 27_096 - 14_596) / 16);
});

test("above the ingress limit a queue has its headroom, 25 packets and a bit, and stops at once; what leaves is taken off that first", () => {
  // Many egress ports, so that only the ingress limit rejects packets.
  const { policy, take, give } = bench(40, 2 * 1024 * 1024, { egressAlpha: 1024 });
  const limit = 2 * 1024 * 1024 - 40 * 8 * 1048 - 40 * 27_096;
  let use = 0;
  for (let k = 0; use <= limit; k++, use += 1048) expect(take(k % 20, 20 + (k % 20))).toBe(true);
  let packets = 0;
  while (take(0, 20)) packets++;
  expect(packets).toBeGreaterThan(24);
  expect(packets).toBeLessThanOrEqual(Math.ceil(27_096 / 1048));
  expect(policy.threshold(0, 3)).toBe(2096);
  give(0, 20);
  expect(take(0, 20)).toBe(true);
});

test("40 ports may hold 1.17 MB when all are stopped: an output queue that may share less refuses some of it", () => {
  const ofAlpha = (egressAlpha: number, isMixed = false) =>
    bench(40, 2 * 1024 * 1024, { egressAlpha }).policy.leak?.(0, isMixed)?.message;
  expect(ofAlpha(1)).toContain("1.97 or more: an output queue reaches 1.168 MB before all its senders are paused");
  expect(ofAlpha(2)).toBeUndefined();
  expect(ofAlpha(2, true)).toContain("next to lossy classes");
});

test("in a lossy class nothing else is asked", () => {
  expect(bench(4, 1024 * 1024).policy.threshold(0, 5)).toBe(Infinity);
});
