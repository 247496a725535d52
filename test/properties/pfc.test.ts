/** Tests PFC as 802.1Qbb defines it: frames on the wire, quanta that expire, refreshes and separate classes. */
import { expect, test } from "vitest";
import { policies } from "../../src/policies/policies.ts";
import { gbps, us } from "../../src/base/units.ts";
import { choose, flow, input, network, star } from "../lab-bench.ts";

const RATE = gbps(100);
/** Times in ps at 100G for a full frame with preamble and gap. The next constants are a PFC frame and one pause quantum. */
const FRAME_TIME = 1082 * 80;
const PFC_TIME = 84 * 80;
const QUANTUM = 64 * 80;

/** Host 0 sends to host 2, whose egress port the test pauses without end. `reverse` traffic returns to host 0. */
function paused(pfc: Record<string, number>, reverseStart: number | null = null) {
  const stops: number[] = [];
  const starts: number[] = [];
  const flows = [flow(0, 2, 5e6)];
  if (reverseStart !== null) flows.push(flow(1, 0, 50e6, reverseStart));
  const net = network(
    input(star(3, RATE, us(2)), flows, {
      headroom: choose(policies.headroom.sih, { size: 60_000 }),
      memory: 3 * 60_000 + 100_000,
      link: choose(policies.link.pfc, pfc),
      recovery: choose(policies.recovery["go-back-n"], { ackEvery: 1_000_000 }),
    }),
    {
      recorder: {
        onStopped: () => stops.push(net.queue.now),
        onStarted: () => starts.push(net.queue.now),
      },
    },
  );
  net.fabric.stop(net.fabric.peer[net.fabric.portBase[2]], 1, 1 << 3);
  stops.length = 0;
  return { net, stops, starts };
}

test("a PAUSE leaves at once on an idle wire and takes effect after 84 B, the delay and 60 quanta: to the picosecond", () => {
  const { net, stops } = paused({ reaction: 60 });
  net.run(us(100));
  // The pool is 100,000 B and alpha is 1. Frame 48 is the first that lifts the queue to T = 100,000 - q.
  const trigger = us(2) + 48 * FRAME_TIME;
  expect(stops[0]).toBe(trigger + PFC_TIME + us(2) + 60 * QUANTUM);
});

test("a PAUSE that finds a full frame on its wire waits for its end, to the picosecond", () => {
  const trigger = us(2) + 48 * FRAME_TIME;
  // The frames of the reverse stream start at the switch's port to host 0 at start + 2 us + k frames. One of them
  // starts 1 ns before the trigger.
  const start = trigger - 1000 - us(2) - 20 * FRAME_TIME;
  const { net, stops } = paused({ reaction: 0 }, start);
  net.run(us(100));
  expect(stops[0]).toBe(trigger - 1000 + FRAME_TIME + PFC_TIME + us(2));
});

test("a PAUSE is refreshed while it is needed, each time after half its quanta, and never expires", () => {
  const { net, stops, starts } = paused({ quanta: 2000, reaction: 0 });
  net.run(us(200));
  const halves = stops.slice(1).map((at, k) => at - stops[k]);
  expect(halves.length).toBeGreaterThan(30);
  expect(new Set(halves)).toEqual(new Set([1000 * QUANTUM]));
  expect(starts).toEqual([]);
});

test.each([0, 60, 394])(
  "a PAUSE with refresh 1 and a reaction of %i quanta is still repeated in time, behind full packets",
  (reaction) => {
    for (let offset = 0; offset < 10; offset++) {
      // Each PAUSE frame finds the reverse wire at another point of a packet's transmission.
      const { net, starts, stops } = paused({ quanta: 600, refresh: 1, reaction }, offset * 9100);
      net.run(us(100));
      expect(stops.length).toBeGreaterThan(15);
      expect(starts).toEqual([]);
    }
  },
);

test("pausing one class does not pause the others", () => {
  const net = network(
    input(star(3, RATE, us(2)), [flow(0, 2, 5e6, 0, 3), flow(0, 1, 5e6, 0, 4)], { lossless: [3, 4], memory: 2 ** 20 }),
  );
  net.fabric.stop(net.fabric.peer[net.fabric.portBase[2]], 1, 1 << 3);
  net.run(us(2000));
  expect(net.flows.received[0]).toBeNaN();
  expect(net.fabric.stopped(net.fabric.portBase[0])).toBe(1 << 3);
  expect(net.flows.received[1]).toBeLessThan(us(1000));
});

test("a PAUSE of the whole port is separate: a queue's resume does not clear it", () => {
  const net = network(input(star(2), [flow(0, 1, 1e6)]));
  const { fabric } = net;
  fabric.stop(0, 2, 0b1000);
  fabric.stop(0, 1, 0b1000);
  fabric.start(0, 1, 0b1000);
  expect(fabric.stopped(0)).toBe(0b1000);
  fabric.start(0, 2, 0b1000);
  expect(fabric.stopped(0)).toBe(0);
});
