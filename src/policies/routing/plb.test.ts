/**
 * Tests algorithm 1 at a spine and at the source leaf, in both readings. Tests the information that probes, notices and
 * ACKs bring to the leaf. Links have 40G, so a byte takes .2 ns.
 */
import { expect, test } from "vitest";
import { Clock, routingView } from "../../batch/suites/views.ts";
import { defaults } from "../../base/params.ts";
import { gbps, us } from "../../base/units.ts";
import type { RoutingView } from "../../contracts/routing.ts";
import { create, params } from "./plb.ts";

const [LEAF, SPINE] = [2500, 2700];
const CLS = 3;
// The words of a packet, in the order in which the policy uses them.
const [PATH, , LOAD, LEFT] = [0, 1, 2, 3];
const WORDS = 5;

type Given = Partial<ReturnType<typeof defaults<typeof params>>>;

/** Flow 0 has its source under LEAF, and its destination under another leaf. `spine`: the node is a switch without hosts. */
function bench(given: Given = {}, spine = false) {
  const clock = new Clock();
  const column = { width: WORDS, at: new Int32Array(WORDS * 64) };
  const seen = { probes: [] as { port: number; words: number[] }[], notices: [] as number[][] };
  const queued = new Map<number, number>();
  const node = spine ? SPINE : LEAF;
  const more: Partial<RoutingView> = {
    rate: () => gbps(40),
    queued: (port) => queued.get(port) ?? 0,
    busyWithin: (window) => (port) => (port === 3 ? window : 0),
    leafOf: Int32Array.from({ length: 4000 }, (_, host) => (host < 1000 ? LEAF : host < 2000 ? 2600 : -1)),
    words: () => column,
    probe: (_flow, port, words) => void seen.probes.push({ port, words: [...words] }),
    notify: (_here, _flow, words) => void seen.notices.push([...words]),
    ...(spine ? { neighbour: (port: number) => 2000 + port } : {}),
  };
  const view = routingView(clock, node, 4, () => 0, more);
  const policy = create({ ...defaults(params), ...given }, view);
  const PORTS = Int32Array.of(10, 11);
  let packets = 0;
  return {
    clock,
    seen,
    queued,
    policy,
    column,
    /** Sends the flow's next packet. Returns its uplink and its words. */
    send(flow = 0): { port: number; packet: number; left: number } {
      const packet = (packets++ % 60) + 1;
      const port = PORTS[policy.choose(node, flow, false, 1000 + flow, PORTS, 0, 2, packet)];
      return { port, packet, left: column.at[packet * WORDS + LEFT] };
    },
    stop(port: number): void {
      policy.onStopped?.(port, CLS);
    },
    start(port: number): void {
      policy.onStarted?.(port, CLS);
    },
    /** A packet of path 5 that tolerates `left` ns is queued at a spine's `port`. */
    enqueue(port: number, packet: number, left: number): void {
      column.at.set([5, 0, 0, left, 0], packet * WORDS);
      policy.onEnqueue?.(port, packet, 0, 1000);
    },
    /** The answer to the last probe of `port` arrives, `rtt` us after the probe was sent, with this utilisation. */
    answer(port: number, load: number): void {
      const probe = seen.probes.filter((one) => one.port === port).at(-1)!;
      column.at.set([-probe.words[PATH], probe.words[1], load * 65_536, 0, 0], 62 * WORDS);
      policy.onNotice?.(node, 62, 0);
    },
  };
}

test("an egress that is not stopped kicks nobody out, however long its queue", () => {
  const at = bench({}, true);
  at.queued.set(3, 1e6);
  at.enqueue(3, 1, 0);
  expect(at.seen.notices).toEqual([]);
});

test.each([
  // t_pd = 5,000 B x .2 ns = 1,000 ns. The packet's own 1,000 B do not count, because it does not wait for itself.
  ["t_td 1,000 >= t_pd 1,000: waits", 1000, false, []],
  ["t_td 999 < t_pd 1,000: kicked out", 999, false, [-5]],
  ["as printed, t_td 1,000 is not < 1,000: kicked out", 1000, true, [-5]],
  ["as printed, t_td 999 < 1,000: waits", 999, true, []],
])("algorithm 1, line 5: %s", (_what, left, literal, kicked) => {
  const at = bench({ literal }, true);
  at.stop(3);
  at.queued.set(3, 6000);
  at.enqueue(3, 1, left);
  expect(at.seen.notices.map((words) => words[PATH])).toEqual(kicked);
});

test("t_pd grows by the time for which the egress has been stopped: 1,000 ns of queue and 2,000 of PAUSE; without `pauseCounts` not", () => {
  for (const [pauseCounts, kicked] of [
    [true, 1],
    [false, 0],
  ] as const) {
    const at = bench({ pauseCounts }, true);
    at.stop(3);
    at.clock.runTo(us(2));
    at.queued.set(3, 6000);
    at.enqueue(3, 1, 3000);
    expect(at.seen.notices).toHaveLength(0);
    at.enqueue(3, 2, 2999);
    expect(at.seen.notices).toHaveLength(kicked);
  }
});

test("lines 7 and 8: 8 us at a stopped egress come off t_td, and 1/8 of them is the average, by which the next is judged", () => {
  const at = bench({ pauseCounts: false }, true);
  at.stop(3);
  at.enqueue(3, 1, 20_000);
  at.clock.runTo(us(8));
  at.start(3);
  at.policy.onDequeue?.(3, 1, 0, 1000);
  expect(at.column.at[WORDS + LEFT]).toBe(12_000);
  at.stop(4); // another egress port of the switch, which shares the switch's average
  at.enqueue(4, 2, 1000);
  expect(at.seen.notices).toHaveLength(0);
  at.enqueue(4, 3, 999);
  expect(at.seen.notices).toHaveLength(1);
});

test("line 8 as printed averages averages, and never learns", () => {
  const at = bench({ literal: true }, true);
  at.stop(3);
  at.queued.set(3, 6000);
  at.enqueue(3, 1, 500); // waits under the printed rule, because 500 < 1,000
  at.clock.runTo(us(8));
  at.start(3);
  at.policy.onDequeue?.(3, 1, 0, 1000);
  at.stop(4);
  at.enqueue(4, 2, 0); // t_td is 0, which is not less than max(0, 0)
  expect(at.seen.notices).toHaveLength(1);
});

test("a packet that has waited longer than it tolerates has its path kicked out when it leaves; without a PAUSE meanwhile, never", () => {
  for (const [stops, kicked] of [
    [true, 1],
    [false, 0],
  ] as const) {
    const at = bench({}, true);
    at.enqueue(3, 1, 5000); // the port is paused after the packet's arrival
    if (stops) at.stop(3);
    at.clock.runTo(us(6));
    if (stops) at.start(3);
    at.policy.onDequeue?.(3, 1, 0, 1000);
    expect(at.seen.notices).toHaveLength(kicked);
    expect(at.column.at[WORDS + LEFT]).toBe(stops ? -1000 : 5000);
  }
});

test("the same kick-out is told once, whatever follows; that of another path is told too", () => {
  const at = bench({}, true);
  at.stop(3);
  at.queued.set(3, 6000);
  for (const packet of [1, 2, 3]) at.enqueue(3, packet, 0);
  expect(at.seen.notices).toHaveLength(1);
  at.column.at.set([6, 0, 0, 0, 0], 4 * WORDS);
  at.policy.onEnqueue?.(3, 4, 0, 1000);
  expect(at.seen.notices.map((words) => words[PATH])).toEqual([-5, -6]);
});

test("the first data to another leaf, and each 50 us from then on, has every path probed; nothing is probed without data", () => {
  const at = bench();
  at.send();
  expect(at.seen.probes.map(({ port }) => port)).toEqual([10, 11]);
  at.clock.runTo(us(49));
  at.send();
  at.clock.runTo(us(200));
  expect(at.seen.probes).toHaveLength(2);
  at.send();
  expect(at.seen.probes).toHaveLength(4);
});

test("answers classify paths: 21 us and 100 us fully used: the flow keeps to the first and tolerates 79 us", () => {
  const at = bench();
  at.send();
  at.clock.runTo(us(21));
  at.answer(10, 0.3);
  at.clock.runTo(us(100));
  at.answer(11, 1);
  expect(at.send()).toMatchObject({ port: 10, left: 79_000 });
});

test("a notice kicks the path out: the next packet takes the other one, until an answer to a later probe is there", () => {
  const at = bench();
  const { port, packet } = at.send();
  expect(port).toBe(10);
  at.clock.runTo(us(10));
  at.column.at.set([-at.column.at[packet * WORDS + PATH], 0, 0, 1, 0], 61 * WORDS);
  at.policy.onNotice?.(LEAF, 61, 0);
  expect(at.send().port).toBe(11);
  at.answer(10, 0); // the answer to a probe that was sent before
  expect(at.send(1).port).toBe(11);
  at.clock.runTo(us(60));
  at.send();
  at.clock.runTo(us(80));
  at.answer(10, 0); // the answer to a probe that was sent after; its RTT of 20 us makes the path free again
  at.answer(11, 1);
  expect(at.send(2).port).toBe(10);
});

test("at its own leaf a packet need not wait to be told: its stopped uplink is kicked out, and it takes the other one at once", () => {
  const at = bench();
  expect(at.send().port).toBe(10);
  at.stop(10);
  at.queued.set(10, 1000); // a queue of 200 ns; the paths are equal, so t_td is 0
  expect(at.send().port).toBe(11);
});

test("where the only other path is far slower it waits behind the PAUSE, until the PAUSE has lasted as long as that costs", () => {
  const at = bench({ pauseCounts: true });
  at.send();
  at.clock.runTo(us(20));
  at.answer(10, 0.3);
  at.clock.runTo(us(45));
  at.answer(11, 1); // an RTT that is longer by 25 us
  at.stop(10);
  at.clock.runTo(us(69));
  expect(at.send().port).toBe(10);
  at.clock.runTo(us(71));
  expect(at.send().port).toBe(11);
});

test("a packet carries the highest utilisation of its links: .61 so far, then idle port 4, then port 3, full for the last 50 us", () => {
  const at = bench({}, true);
  at.clock.runTo(us(50));
  const words: number[] = [];
  at.column.at.set([5, 0, 40_000, 0, 0], WORDS);
  for (const port of [4, 3]) {
    at.policy.onEnqueue?.(port, 1, 0, 1000);
    at.policy.onDequeue?.(port, 1, 0, 1000);
    words.push(at.column.at[WORDS + LOAD]);
  }
  expect(words).toEqual([40_000, 65_536]);
});
