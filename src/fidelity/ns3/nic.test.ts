import { expect, test } from "vitest";
import { NicBench } from "../../../test/nic-bench.ts";
import { us } from "../../base/units.ts";
import { createNic } from "./nic.ts";

function bench(flows: number) {
  const at = new NicBench();
  let acksStopped = false;
  const nic = createNic(at.view, () => acksStopped);
  for (let flow = 0; flow < flows; flow++) nic.onStart(flow);
  const run = (packets: number): number[] => at.run(nic, packets);
  return {
    at,
    nic,
    run,
    stopAcks: (stopped: boolean): void => void (acksStopped = stopped),
    /** Marks all bytes of `flow` as sent and acknowledged. */
    finish: (flow: number): void => {
      at.view.sndNxt[flow] = at.view.sndUna[flow] = at.view.size[flow];
      nic.onRewind(flow); // recounts the bytes left to send
      nic.onFinish(flow);
    },
  };
}

test("the pointer starts at 0 and the scan behind it: of three pairs the second is served first", () => {
  expect(bench(3).run(7)).toEqual([1, 2, 0, 1, 2, 0, 1]);
});

test("ACKs go before data, unless a PAUSE holds them back; then data go", () => {
  const { at, run, stopAcks } = bench(1);
  at.control = 2;
  expect(run(1)).toEqual([-1]);
  stopAcks(true);
  expect(run(1)).toEqual([0]);
  stopAcks(false);
  expect(run(2)).toEqual([-1, 0]);
});

test("a finished pair that the scan does not meet stays in the list; one that it meets leaves with all finished ones behind it", () => {
  const { at, nic, run, finish } = bench(5);
  expect(run(2)).toEqual([1, 2]);
  finish(1);
  finish(4);
  expect(nic.hasWork(0)).toBe(true);
  expect(run(1)).toEqual([3]); // the scan met neither 1 nor 4, so both are still in the list
  // The scan from 3 meets 4 and removes it. 1 precedes 3, so it stays.
  expect(run(1)).toEqual([0]);
  // The scan from 0 meets 1 and removes it. 2 then has the place of 1.
  expect(run(3)).toEqual([2, 3, 0]);
  finish(0);
  finish(2);
  finish(3);
  at.clock.runTo(us(10));
  nic.kick(0);
  expect(nic.hasWork(0)).toBe(false);
});

test("when nothing may go the pointer stays as the list shrinks: served 3 of 0 to 3, 0 leaves, and 2 is next, not 1", () => {
  const { at, run, finish } = bench(4);
  expect(run(3)).toEqual([1, 2, 3]);
  finish(0);
  at.view.limit.fill(1000);
  at.view.sndNxt.fill(1000, 1, 4); // the windows of pairs 1 to 3 are full
  expect(run(1)).toEqual([]); // the list without 0 is 1, 2, 3. The pointer is still 3, beyond the last place, which means place 0
  at.view.limit.fill(Infinity);
  expect(run(3)).toEqual([2, 3, 1]);
});

test("when one may go its new place is remembered: 1 leaves, 2 moves to its place, and 3 is next", () => {
  const { run, finish } = bench(4);
  expect(run(4)).toEqual([1, 2, 3, 0]);
  finish(1);
  expect(run(3)).toEqual([2, 3, 0]);
});

test("a pair with a full window or a stopped class is passed over", () => {
  const { at, run } = bench(3);
  at.view.cls[1] = 5;
  at.stopped = 1 << 5;
  at.view.limit[2] = 1000;
  expect(run(4)).toEqual([2, 0, 0, 0]);
});

test("with nothing to send now, the wake-up is at the earliest time of any pair with bytes left, stopped ones included", () => {
  const { at, nic } = bench(2);
  at.view.nextSend[0] = us(5);
  at.view.nextSend[1] = us(2);
  at.view.cls[1] = 5;
  at.stopped = 1 << 5;
  nic.kick(0);
  expect(at.clock.runTo(us(2))).toBe(1); // the wake-up for pair 1 finds nothing to send
  expect(at.sent).toEqual([]);
  // The time of pair 1 is the earliest, but no longer in the future. So no wake-up is scheduled until another kick.
  expect(at.clock.silent).toBe(true);
});

test("a pending wake-up is not moved by an earlier need: 5 us stays, though another pair could go at 3 us", () => {
  const { at, nic } = bench(1);
  at.view.nextSend[0] = us(5);
  nic.kick(0);
  at.view.nextSend[1] = us(3);
  nic.onStart(1);
  nic.kick(0);
  at.clock.runTo(us(4));
  expect(at.sent).toEqual([]);
  at.clock.runTo(us(5));
  expect(at.sent).toHaveLength(1);
});

test("a pair that is told it may go sooner does move it, to now at the earliest", () => {
  const { at, nic } = bench(1);
  at.view.nextSend[0] = us(5);
  nic.kick(0);
  at.clock.runTo(us(1));
  at.view.nextSend[0] = 0;
  nic.onSooner(0);
  at.clock.runTo(us(1));
  expect(at.sent).toEqual([0]);
});

test("sent to the last byte and not yet acknowledged, a pair is neither work nor finished; rewound, it is work again", () => {
  const { at, nic, run } = bench(1);
  expect(run(11)).toHaveLength(10);
  expect(nic.hasWork(0)).toBe(false);
  at.view.sndNxt[0] = 9000;
  nic.onRewind(0);
  expect(nic.hasWork(0)).toBe(true);
  expect(run(2)).toEqual([0]);
});
