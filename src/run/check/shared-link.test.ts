import { expect, test } from "vitest";
import { gbps, us } from "../../base/units.ts";
import { shareLink } from "./shared-link.ts";

/**
 * Each flow has a start in us, its bytes, and sometimes an end in us. The link of 100 Gbps carries 12,500 B in a us.
 */
function shared(flows: readonly (readonly [number, number, number?])[], horizon: number) {
  const column = (of: (flow: readonly [number, number, number?]) => number) => Float64Array.from(flows, of);
  const carried = { done: new Float64Array(flows.length).fill(Infinity), bytes: new Float64Array(flows.length) };
  const demands = {
    start: column(([start]) => us(start)),
    bytes: column(([, bytes]) => bytes),
    stop: column(([, , stop]) => (stop === undefined ? Infinity : us(stop))),
  };
  shareLink(demands, Int32Array.from(flows.keys()), gbps(100), us(horizon), carried);
  return { done: Array.from(carried.done, (at) => at / us(1)), bytes: [...carried.bytes] };
}

test("two flows of 1 us each that begin together are both done at 2 us", () => {
  expect(shared([[0, 12_500], [0, 12_500]], 10)).toEqual({ done: [2, 2], bytes: [12_500, 12_500] }); // prettier-ignore
});

test("a flow of 4 us that one of 1 us joins at 1 us: that one is done at 3 us, the first at 5 us", () => {
  expect(shared([[0, 50_000], [1, 12_500]], 10).done).toEqual([5, 3]); // prettier-ignore
});

test("at the horizon of 3 us three flows without an end have carried a third of 37,500 B each", () => {
  const { done, bytes } = shared([[0, Infinity], [0, Infinity], [0, Infinity]], 3); // prettier-ignore
  expect(done).toEqual([Infinity, Infinity, Infinity]);
  for (const carried of bytes) expect(carried).toBeCloseTo(12_500, 6);
});

test("a train that stops at 2 us leaves the link to the other flow: half of 4 us, then all of 1 us", () => {
  const { done, bytes } = shared([[0, 25_000], [0, Infinity, 2]], 10); // prettier-ignore
  expect(done).toEqual([3, 2]);
  expect(bytes[1]).toBeCloseTo(12_500, 6);
});

test("a link that is idle between two flows serves the second from its start", () => {
  expect(shared([[0, 12_500], [5, 12_500]], 10).done).toEqual([1, 6]); // prettier-ignore
});
