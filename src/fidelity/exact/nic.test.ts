import { describe, expect, test } from "vitest";
import { NicBench } from "../../../test/nic-bench.ts";
import { us } from "../../base/units.ts";
import { createNic } from "./nic.ts";

/** A NIC with flows 0 to `flows` - 1 on one port. Each flow has 10 packets. */
function bench(flows: number) {
  const at = new NicBench();
  const nic = createNic(at.view);
  for (let flow = 0; flow < flows; flow++) nic.onStart(flow);
  const run = (packets: number): number[] => at.run(nic, packets);
  return { at, nic, run };
}

test("three flows in turn, and round again", () => {
  expect(bench(3).run(7)).toEqual([0, 1, 2, 0, 1, 2, 0]);
});

test("ACKs, NACKs and CNPs go before all data", () => {
  const { at, run } = bench(2);
  expect(run(1)).toEqual([0]);
  at.control = 2;
  expect(run(4)).toEqual([-1, -1, 1, 0]);
});

test("a port that is not idle sends nothing", () => {
  const { at, nic } = bench(2);
  nic.kick(0);
  nic.kick(0);
  expect(at.sent).toEqual([0]);
});

test("a flow whose class is stopped, or whose window is full, is passed over and comes back in its turn", () => {
  const { at, run } = bench(3);
  at.view.cls[1] = 5;
  at.stopped = 1 << 5;
  at.view.limit[2] = 2000; // two packets
  expect(run(6)).toEqual([0, 2, 0, 2, 0, 0]);
  at.stopped = 0;
  at.view.sndUna[2] = 1000;
  expect(run(3)).toEqual([1, 2, 0]);
});

test("a window counts payload in flight: 1999 B with 2000 B allowed may still send a packet, 2000 B may not", () => {
  const { at, run } = bench(1);
  at.view.limit[0] = 2000;
  at.view.sndNxt[0] = 1999;
  expect(run(1)).toEqual([0]);
  at.view.sndNxt[0] = 2000;
  expect(run(1)).toEqual([]);
});

test("a flow that has sent its last byte leaves, the others keep their order", () => {
  const { at, nic, run } = bench(3);
  at.view.sndNxt[1] = 9000; // one packet is left to send
  expect(run(7)).toEqual([0, 1, 2, 0, 2, 0, 2]);
  expect(nic.hasWork(0)).toBe(true);
});

test("with every byte sent the port has no work, with one flow rewound it has", () => {
  const { at, nic, run } = bench(1);
  expect(run(12)).toHaveLength(10);
  expect(nic.hasWork(0)).toBe(false);
  at.view.sndNxt[0] = 8000;
  nic.onRewind(0);
  nic.onRewind(0); // a second call must have no effect
  expect(run(5)).toEqual([0, 0]);
});

test("a finished flow goes, wherever it stands, and the turn stays with the next: 0, 1, (0 gone), 2, 3, 1", () => {
  const { nic, run } = bench(4);
  expect(run(2)).toEqual([0, 1]);
  nic.onFinish(0);
  nic.onFinish(0); // flow 0 has already left the list
  expect(run(4)).toEqual([2, 3, 1, 2]);
});

test("paced flows wait for their time: one timer wakes the port at the earliest, and no kick is needed", () => {
  const { at, nic } = bench(2);
  at.pace[0] = us(3);
  at.pace[1] = us(1);
  nic.kick(0); // sends flow 0 at time 0
  at.clock.runTo(80_000);
  nic.kick(0); // sends flow 1 at 0.08 us; its next packet may leave at 1.08 us
  at.clock.runTo(160_000);
  nic.kick(0);
  expect(at.sent).toEqual([0, 1]);
  at.clock.runTo(1_079_999);
  expect(at.sent).toEqual([0, 1]);
  at.clock.runTo(1_080_000);
  expect(at.sent).toEqual([0, 1, 1]);
});

test("a flow that may go sooner moves the timer: from 3 us to 2 us", () => {
  const { at, nic, run } = bench(1);
  at.pace[0] = us(3);
  expect(run(2)).toEqual([0]);
  at.view.nextSend[0] = us(2);
  nic.onSooner(0);
  at.clock.runTo(us(2) - 1);
  expect(at.sent).toEqual([0]);
  at.clock.runTo(us(2));
  expect(at.sent).toEqual([0, 0]);
});

test("sooner than now is now", () => {
  const { at, nic, run } = bench(1);
  at.pace[0] = us(3);
  run(2);
  at.clock.runTo(us(1));
  at.view.nextSend[0] = 0;
  nic.onSooner(0);
  at.clock.runTo(us(1));
  expect(at.sent).toEqual([0, 0]);
});

test("what is held by a PAUSE or a window alone arms no timer: the frame or the ACK that ends it wakes the port", () => {
  const { at, nic } = bench(2);
  at.stopped = 1 << 3;
  nic.kick(0);
  expect(at.clock.silent).toBe(true);
  at.stopped = 0;
  at.view.limit[0] = at.view.limit[1] = 1000;
  at.view.sndNxt[0] = at.view.sndNxt[1] = 1000;
  nic.kick(0);
  expect([at.sent, at.clock.silent]).toEqual([[], true]);
});

describe("where single packets are sent again", () => {
  function repeating() {
    const column = (value: number): Float64Array => new Float64Array(8).fill(value);
    const repeats = { next: column(-1), landed: column(0), reach: column(Infinity), look: null };
    const at = new NicBench(8, repeats);
    const nic = createNic(at.view);
    nic.onStart(0);
    const run = (packets: number): number => {
      const from = at.sent.length;
      for (let k = 0; k < packets; k++) {
        at.clock.runTo(Math.max(at.clock.now, at.busyUntil));
        nic.kick(0);
      }
      return at.sent.length - from;
    };
    return { at, nic, run, repeats };
  }

  test("one goes whatever the window and the reach say, and once", () => {
    const { at, nic, run, repeats } = repeating();
    at.view.limit[0] = 2000;
    repeats.reach[0] = 2000;
    expect(run(5)).toBe(2);
    repeats.next[0] = 0;
    nic.onRewind(0);
    expect(run(5)).toBe(1);
    expect(at.view.sndNxt[0]).toBe(2000);
  });

  test("a flow that has sent its last byte comes back for it, and leaves again", () => {
    const { nic, run, repeats } = repeating();
    expect(run(12)).toBe(10);
    expect(nic.hasWork(0)).toBe(false);
    repeats.next[0] = 3000;
    nic.onRewind(0);
    expect(nic.hasWork(0)).toBe(true);
    expect(run(3)).toBe(1);
    expect(nic.hasWork(0)).toBe(false);
  });

  test("one called off is not sent, nor anything beyond the last byte", () => {
    const { nic, run, repeats } = repeating();
    run(10);
    repeats.next[0] = 3000;
    nic.onRewind(0);
    repeats.next[0] = -1;
    expect(run(3)).toBe(0);
  });

  test("what has landed behind a gap is not in flight, but counts for the reach", () => {
    const { at, run, repeats } = repeating();
    at.view.limit[0] = 2000;
    repeats.reach[0] = 4000;
    expect(run(5)).toBe(2);
    repeats.landed[0] = 1000;
    expect(run(5)).toBe(1);
    repeats.landed[0] = 3000;
    expect(run(5)).toBe(1); // the window allows two packets
  });
});
