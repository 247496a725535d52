import { expect, test } from "vitest";
import { Clock, routingView } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { gbps, ms, us } from "../../base/units.ts";
import { create, params } from "./conga.ts";

const [NEAR, FAR, SPINE] = [100, 101, 200];
const UPLINKS = Int32Array.of(4, 5);
const BYTES_A_US = 12_500; // 100 Gb/s

/**
 * Two leaves joined by two spines. NEAR has hosts 0 to 9 and FAR hosts 10 to 19. Port 4 + s of a leaf leads to spine s. Port 0 of a spine
 * leads to NEAR, port 1 to FAR. Flow f runs from host f to host 10 + f, and flow 10 + f the other way.
 */
function fabric(random = 0) {
  const clock = new Clock();
  const column = { width: 2, at: new Int32Array(128) };
  const source = Int32Array.from({ length: 20 }, (_, flow) => flow);
  const nodeOf = Int32Array.from(
    [NEAR, FAR, SPINE, SPINE + 1].flatMap((node, k) => new Array<number>(k < 2 ? 6 : 2).fill(node)),
  );
  const policy = create(
    defaults(params),
    routingView(clock, NEAR, 20, () => random, {
      ports: nodeOf.length,
      nodeOf,
      firstPort: Int32Array.from({ length: 4001 }, (_, node) => nodeOf.filter((one) => one < node).length),
      leafOf: Int32Array.from({ length: 4000 }, (_, host) => (host < 10 ? NEAR : host < 20 ? FAR : -1)),
      source,
      destination: source.map((host) => (host + 10) % 20),
      words: () => column,
      rate: () => gbps(100),
    }),
  );
  const port = (node: number, local: number): number => nodeOf.indexOf(node) + local;

  /**
   * Sends a packet of `flow` to its host and returns the chosen uplink. A large `size` has the effect of many packets.
   */
  const send = (flow: number, size = 1000, uplink?: number): number => {
    const [here, there, down] = flow < 10 ? [NEAR, FAR, 1] : [FAR, NEAR, 0];
    const packet = 1;
    column.at.fill(0);
    policy.onArrive?.(port(here, 0), packet, flow, false, size);
    const chosen = uplink ?? policy.choose(here, flow, false, (flow + 10) % 20, UPLINKS, 0, 2, packet);
    policy.onEnqueue?.(port(here, UPLINKS[chosen]), packet, flow, size);
    policy.onDequeue?.(port(here, UPLINKS[chosen]), packet, flow, size);
    policy.onEnqueue?.(port(SPINE + chosen, down), packet, flow, size);
    policy.onDequeue?.(port(SPINE + chosen, down), packet, flow, size);
    tag.metric = column.at[packet * 2] >> 16;
    policy.onArrive?.(port(there, UPLINKS[chosen]), packet, flow, false, size);
    expect([...column.at]).toEqual(new Array(128).fill(0)); // the leaf has removed the tag
    return chosen;
  };
  const tag = { metric: 0 };
  return { clock, send, tag };
}

/** The metric of a path with `share` of 100 Gb/s, after it has settled: just before and just after each decay. */
function settled(share: number): [before: number, after: number] {
  const { clock, send, tag } = fabric();
  for (let period = 1; period <= 100; period++) {
    send(0, share * BYTES_A_US * 50 - 2, 0); // the bytes of 50 us, less two bytes that are sent to read the metric
    send(0, 1, 0);
    const before = tag.metric;
    clock.runTo(us(50 * period));
    send(0, 1, 0);
    if (period === 100) return [before, tag.metric];
  }
  throw new Error("unreachable");
}

test("C tau = 100 Gb/s x 50 us / 0.2 = 3,125,000 B. Full load: X is 3,125,000 before a decay, 2,500,000 after: m = 7 (clamped), 6", () => {
  expect(settled(1)).toEqual([7, 6]);
});

test("half load: X is 1,562,500 before and 1,250,000 after: m = 4 and 3", () => {
  expect(settled(0.5)).toEqual([4, 3]);
});

test("idle from full load: X shrinks by 0.8 each 50 us: m = 6, 5, 4, 4 (4.096), 3, ... and 0 in the end", () => {
  const { clock, send, tag } = fabric();
  send(0, 3_125_000, 0);
  const seen = [];
  for (let period = 1; period <= 5; period++) {
    clock.runTo(us(50 * period));
    send(0, 0, 0);
    seen.push(tag.metric);
  }
  // The values before rounding down are 6.4, 5.12 and 4.096, then 3.277 and 2.62.
  expect(seen).toEqual([6, 5, 4, 3, 2]);
  clock.runTo(ms(10));
  send(0, 0, 0);
  expect(tag.metric).toBe(0);
});

test("path 0 at m = 6, path 1 idle: a new flow takes path 1", () => {
  const { send } = fabric();
  send(0, 2_500_000, 0);
  expect(send(1)).toBe(1);
});

test("a flow on path 0 with gaps of up to T_fl, 100 us, never moves; after a longer one it does", () => {
  const { clock, send } = fabric();
  expect(send(1)).toBe(0);
  for (let k = 0; k < 50; k++) {
    send(2, 2_500_000, 0); // path 0 is full
    clock.runTo(clock.now + us(100));
    expect(send(1)).toBe(0);
  }
  send(2, 2_500_000, 0);
  clock.runTo(clock.now + us(101));
  expect(send(1)).toBe(1);
});

test("a tie is the flow's last path's; a flow without one draws", () => {
  const { clock, send } = fabric(0.99);
  expect(send(1)).toBe(1);
  expect(send(2, 1000, 0)).toBe(0);
  clock.runTo(us(200));
  expect(send(1)).toBe(1);
});

test("load beyond the spine, which only packets bring to the far leaf and only its own packets bring back, moves a new flow", () => {
  const { clock, send } = fabric();
  // Flows of other leaves fill spine 0's port to FAR. Their bytes are counted here as on this uplink, but the uplink
  // has decayed since then.
  send(0, 3_125_000, 0);
  clock.runTo(us(250));
  send(0, 1, 0); // the uplink has 1,024,000 B, so m = 2; FAR receives 2
  send(10, 1, 1); // FAR feeds it back on a packet of the other direction, over the other spine
  clock.runTo(us(260));
  expect(send(1)).toBe(1);
});

test("what was told more than T_age, 500 us, ago is forgotten", () => {
  const { clock, send } = fabric();
  send(0, 30_000_000, 0);
  send(10, 1, 1);
  clock.runTo(us(499));
  expect(send(1)).toBe(1);
  clock.runTo(ms(20)); // by then the leaf's own uplinks are idle too
  expect(send(2)).toBe(0); // a tie: the draw gives 0
});

test("changed entries are fed back first: of two that are known, the one that changed is told by the next packet", () => {
  const { clock, send } = fabric();
  send(0, 3_125_000, 0); // at FAR, path 0 has m = 7
  send(0, 3_125_000, 1); // path 1 has m = 7 too
  send(10, 1, 1); // One of the two metrics is fed back.
  send(10, 1, 1); // The next packet feeds back the other metric.
  clock.runTo(us(240));
  send(0, 1, 1); // path 1 has 1,280,000 B, so m = 3, which differs from the old value
  send(10, 1, 1); // So it is fed back before path 0.
  clock.runTo(us(260));
  expect(send(1)).toBe(1);
});
