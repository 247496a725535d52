import { expect, test } from "vitest";
import { InvariantError } from "../../base/invariant.ts";
import { EventQueue } from "./event-queue.ts";
import { Handlers, loop, type Brake } from "./run.ts";

function bench() {
  const queue = new EventQueue("asked");
  const handlers = new Handlers();
  const brake: Brake = { stop: false };
  return { queue, handlers, brake, runTo: loop(queue, handlers, brake).all };
}

test("events at `until` run, events a picosecond later wait for the next call", () => {
  const { queue, handlers, runTo } = bench();
  const ran: number[] = [];
  const kind = handlers.add((subject) => void ran.push(subject));
  for (const time of [100, 101, 99]) queue.schedule(time, kind, time);
  expect(runTo(100)).toBe(2);
  expect(ran).toEqual([99, 100]);
  expect(runTo(101)).toBe(1);
  expect(ran).toEqual([99, 100, 101]);
});

test("each event goes to the handler of its kind, with its subject", () => {
  const { queue, handlers, runTo } = bench();
  const ran: string[] = [];
  const kinds = ["a", "b", "c"].map((name) => handlers.add((subject) => void ran.push(`${name}${subject}`)));
  expect(kinds).toEqual([0, 1, 2]);
  queue.schedule(3, kinds[0], 7);
  queue.schedule(1, kinds[2], 8);
  queue.schedule(2, kinds[1], 9);
  runTo(Infinity);
  expect(ran).toEqual(["c8", "b9", "a7"]);
});

test("what a handler schedules for its own time runs in the same call, behind what was there", () => {
  const { queue, handlers, runTo } = bench();
  const ran: number[] = [];
  const kind = handlers.add((subject) => {
    ran.push(subject);
    if (subject < 3) queue.schedule(queue.now, kind, subject + 10);
  });
  queue.schedule(50, kind, 1);
  queue.schedule(50, kind, 2);
  expect(runTo(50)).toBe(4);
  expect(ran).toEqual([1, 2, 11, 12]);
});

test("the brake ends the run after the event that pulled it, and released, the run goes on from there", () => {
  const { queue, handlers, brake, runTo } = bench();
  const ran: number[] = [];
  const kind = handlers.add((subject) => {
    ran.push(subject);
    if (subject === 2) brake.stop = true;
  });
  for (const subject of [1, 2, 3]) queue.schedule(10, kind, subject);
  expect(runTo(Infinity)).toBe(2);
  expect(runTo(Infinity)).toBe(0);
  brake.stop = false;
  expect(runTo(Infinity)).toBe(1);
  expect(ran).toEqual([1, 2, 3]);
});

test("a clock set ahead of an event that still waits breaks the invariant that time runs forward", () => {
  const { queue, handlers, runTo } = bench();
  queue.schedule(
    10,
    handlers.add(() => undefined),
    0,
  );
  queue.now = 11;
  expect(() => runTo(Infinity)).toThrow("invariant broken: time runs forward (11, 10)");
});

test("there are 127 kinds of event, and no 128th", () => {
  const { handlers } = bench();
  for (let k = 0; k < 127; k++) expect(handlers.add(() => undefined)).toBe(k);
  expect(() => handlers.add(() => undefined)).toThrow(InvariantError);
});
