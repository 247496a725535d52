import { expect, test } from "vitest";
import { Clock, routingView } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { us } from "../../base/units.ts";
import { create, params } from "./conga-sampled.ts";

const [HERE, FAR_FLOW, LOCAL_FLOW] = [2009, 0, 1];
const UPLINKS = Int32Array.of(4, 5);

/**
 * Leaf HERE has two uplinks. Flow 0 goes to another leaf, and flow 1 between two hosts of this one. A tie is drawn as
 * the first port.
 */
function bench() {
  const clock = new Clock();
  const column = { width: 2, at: new Int32Array(64) };
  const view = routingView(clock, HERE, 2, () => 0, { words: () => column });
  view.destination[LOCAL_FLOW] = 7;
  const policy = create(defaults(params), view);
  /** Routes a packet to `port`, without later events of this packet. Returns the metric that it carries. */
  const route = (flow: number, port: number, size: number): number => {
    column.at.fill(0);
    policy.onRoute?.(port, 1, flow, size);
    return column.at[2] >> 16;
  };
  const choose = (): number => policy.choose(HERE, FAR_FLOW, false, 1000, UPLINKS, 0, 2, 1);
  return { clock, route, choose };
}

test("X counts a packet that the buffer drops: a new flow leaves the uplink that 2,500,000 B were routed to, m = 6", () => {
  const { route, choose } = bench();
  expect(route(FAR_FLOW, 4, 2_500_000)).toBe(6);
  expect(choose()).toBe(1);
});

test("the metric is not clamped: 6,250,000 B, twice C tau, are 16", () => {
  expect(bench().route(FAR_FLOW, 4, 6_250_000)).toBe(16);
});

test("the clock starts with a packet between two hosts of the leaf: X shrinks 50 us after that packet", () => {
  const { clock, route } = bench();
  expect(route(LOCAL_FLOW, 0, 1000)).toBe(0);
  clock.runTo(us(30));
  expect(route(FAR_FLOW, 4, 2_500_000)).toBe(6);
  clock.runTo(us(50) - 1);
  expect(route(FAR_FLOW, 4, 0)).toBe(6);
  clock.runTo(us(50));
  expect(route(FAR_FLOW, 4, 0)).toBe(5); // 2,000,000 B
});

test("a port to a host of the leaf has no X", () => {
  const { route } = bench();
  route(LOCAL_FLOW, 4, 2_500_000);
  expect(route(FAR_FLOW, 4, 1)).toBe(0);
});
