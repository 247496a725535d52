import { expect, test } from "vitest";
import { Clocks, clocksBytes, END, GO, HOLD, NEVER } from "./clocks.ts";

const boards = (parts: number): [Clocks, Clocks] => {
  const memory = new SharedArrayBuffer(clocksBytes(parts));
  return [new Clocks(memory, parts), new Clocks(memory, parts)];
};

test("a clock is read as it was set, up to the latest time there is", () => {
  const [one, other] = boards(3);
  for (const time of [0, 1, 2 ** 30 - 1, 2 ** 30, 123_456_789_012_345, NEVER]) {
    one.setClock(1, time);
    expect(other.clock(1)).toBe(time);
  }
  expect(other.clock(2)).toBe(0);
});

test("a part is open until it is closed, and then says since when", () => {
  const [one, other] = boards(2);
  one.open(0);
  expect([other.isOpen(0), other.isOpen(1)]).toEqual([true, false]);
  one.close(0, 12_345.5);
  expect([other.isOpen(0), other.doneAt(0)]).toEqual([false, 12_345.5]);
});

test("all hold at the latest time of any, and end there", () => {
  const [referee, part] = boards(2);
  expect(part.order).toBe(GO);
  referee.hold();
  expect(part.order).toBe(HOLD);
  part.holdsAt(0, 500);
  expect(referee.heldAt).toBeUndefined();
  part.holdsAt(1, 700);
  expect(referee.heldAt).toBe(700);
  referee.endAt(700);
  expect([part.order, part.endTime]).toEqual([END, 700]);
});

test("a verdict, how far the run is, and who is over, are seen by the others", () => {
  const [one, other] = boards(2);
  one.judge(4);
  one.setClock(0, 900);
  one.setClock(1, 800);
  one.tell(0, 10, 2);
  one.tell(1, 20, 3);
  expect(other.judged).toBe(4);
  expect(other.progress).toEqual({ now: 800, hops: 30, awaited: 5 });
  one.noteOver();
  expect(other.allOver).toBe(false);
  one.noteOver();
  expect(other.allOver).toBe(true);
});
