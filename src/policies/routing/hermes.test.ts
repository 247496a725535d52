/**
 * Tests the rules by which Hermes moves a flow, and its probes. Base RTT 10 us, T_low 40 us, T_high 180 us. Classes of
 * paths depend on the RTT alone, as in the simulator of Hermes.
 */
import { expect, test } from "vitest";
import { Clock, routingView } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { ns, us } from "../../base/units.ts";
import { CONGESTED } from "../../base/view.ts";
import { create, params } from "./hermes.ts";

const WORDS = 4;
const LEAF = 2500;
const PORTS = Int32Array.of(10, 11, 12);

/**
 * A leaf that sends packets of 1,000 B. `draws` has the next random numbers in order. Later ones are .9, with which a
 * flow moves.
 */
function bench(...draws: number[]) {
  const clock = new Clock();
  const column = { width: WORDS, at: new Int32Array(WORDS * 64) };
  const probes: { port: number; words: number[] }[] = [];
  const notices: number[][] = [];
  let mark = 0;
  const view = routingView(clock, LEAF, 4, () => draws.shift() ?? 0.9, {
    baseRtt: () => us(10),
    leafOf: Int32Array.from({ length: 4000 }, (_, host) => (host < 1000 ? LEAF : host < 2000 ? 2600 : -1)),
    words: () => column,
    mark: () => mark,
    probe: (_flow, port, words) => void probes.push({ port, words: [...words] }),
    notify: (_here, _flow, words) => void notices.push([...words]),
  });
  const policy = create({ ...defaults(params), signals: "rtt", high: us(170) }, view);
  let packets = 0;
  return {
    clock,
    policy,
    column,
    probes,
    notices,
    marked(to: number): void {
      mark = to;
    },
    /** Sends a packet of the flow and returns its uplink. */
    send(flow = 0, size = 1000): number {
      const packet = (packets++ % 60) + 1;
      const port = PORTS[policy.choose(LEAF, flow, false, 1000 + flow, PORTS, 0, 3, packet)];
      policy.onEnqueue?.(port, packet, flow, size);
      return port;
    },
    /** Delivers a sample: a round trip of `rtt` us by `port`. */
    learn(port: number, rtt: number): void {
      column.at.set([-(port + 1), (clock.now - us(rtt)) / ns(1), 0, 1000], 62 * WORDS);
      policy.onNotice?.(LEAF, 62, 0);
    },
  };
}

/** Path RTTs of 30, 100 and 200 us are good, grey and bad. The flow has chosen the bad path before any measurement. */
function onBadPath(bytes: number, ...draws: number[]) {
  const at = bench(...draws);
  at.clock.runTo(us(500));
  for (const [k, port] of PORTS.entries()) at.learn(port, [400, 400, 20][k]);
  expect(at.send(0, bytes)).toBe(12);
  at.clock.runTo(us(601)); // 101 us later
  at.learn(10, 30);
  for (let sample = 0; sample < 9; sample++) at.learn(10, 30);
  for (let sample = 0; sample < 20; sample++) at.learn(11, 100);
  for (let sample = 0; sample < 20; sample++) at.learn(12, 200);
  return at;
}

test("64,000 B sent on a bad path, not looked at for 101 us, the dice say go: it moves to the good one", () => {
  expect(onBadPath(64_000).send()).toBe(10);
});

test("63,999 B: it stays", () => {
  expect(onBadPath(63_999).send()).toBe(12);
});

test("the dice say stay: it stays, and is not looked at for another 100 us", () => {
  // Two random probes in each of two intervals take one draw each. The last draw decides whether the flow moves.
  const at = onBadPath(64_000, 0, 0, 0, 0, 0.4);
  expect(at.send()).toBe(12);
  at.clock.runTo(us(701));
  expect(at.send()).toBe(12);
  at.clock.runTo(us(702));
  expect(at.send()).toBe(10);
});

test("after a move the count begins anew: the next 63,999 B stay on a path that has turned bad", () => {
  const at = onBadPath(64_000);
  expect(at.send(0, 1000)).toBe(10);
  for (let sample = 0; sample < 20; sample++) {
    at.learn(10, 300);
    at.learn(11, 20);
  }
  at.clock.runTo(us(800));
  expect(at.send(0, 63_000)).toBe(10);
  at.clock.runTo(us(801));
  expect(at.send(0, 1000)).toBe(11);
});

test("a flow on a grey path stays, however much it has sent, unless it was silent for more than 500 us", () => {
  for (const [silence, port] of [
    [500, 11],
    [501, 10],
  ] as const) {
    const at = bench();
    at.clock.runTo(us(500));
    for (const [k, one] of PORTS.entries()) at.learn(one, [400, 50, 400][k]);
    expect(at.send(0, 64_000)).toBe(11);
    at.clock.runTo(us(500 + silence));
    for (let sample = 0; sample < 20; sample++) at.learn(10, 20);
    for (let sample = 0; sample < 20; sample++) at.learn(11, 60);
    expect(at.send()).toBe(port);
  }
});

test("flows are spread over good paths by how many there are; one that is done is not counted", () => {
  const at = bench();
  at.clock.runTo(us(500));
  for (const port of PORTS) at.learn(port, 20);
  const first = [0, 1, 2].map((flow) => at.send(flow));
  expect([...first].sort((a, b) => a - b)).toEqual([10, 11, 12]);
  at.policy.onFinish?.(1);
  expect(at.send(3)).toBe(first[1]);
});

test("each 50 us with data the best path is probed and two at random; an answer says how long it took and whether it was marked", () => {
  const at = bench(0.1, 0.4);
  at.clock.runTo(us(500));
  at.learn(12, 20);
  at.send();
  expect(at.probes.map(({ port }) => port)).toEqual([12, 10, 11]);
  at.clock.runTo(us(549));
  at.send();
  expect(at.probes).toHaveLength(3);
  at.clock.runTo(us(550));
  at.send();
  expect(at.probes).toHaveLength(6);
  at.column.at.set(at.probes[0].words, 61 * WORDS);
  at.marked(CONGESTED);
  at.policy.onProbe?.(LEAF, 61, 0);
  expect(at.notices).toEqual([[-13, 500_000, 1, 78]]);
});
