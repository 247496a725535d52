import { expect, test } from "vitest";
import { Clock, recoveryBench } from "../../batch/suites/views.ts";
import { us } from "../../base/units.ts";
import { ACK, DISCARDED, MARKED_NACK, NACK } from "../../contracts/recovery.ts";
import { lateCopies } from "./late-copies.ts";

/** Returns the answers to late copies of bytes of flow 0. A copy is given by its first byte and its length. */
function bench(size = 4200) {
  const clock = new Clock();
  const { view } = recoveryBench(clock, 2);
  view.size[0] = size;
  const answer = lateCopies({ nackInterval: us(4), gapMarks: true }, view);
  return { clock, copy: (seq: number, bytes = 1000) => answer(0, seq, bytes) };
}

test("copies from byte 0 on, in order: an ACK each, however often", () => {
  const { copy } = bench();
  expect([copy(0), copy(1000), copy(2000), copy(0), copy(1000), copy(1000)]).toEqual(new Array(6).fill(ACK));
});

test("a copy ahead of the gap: a marked NACK; kept, it gets no answer for 4 us", () => {
  const { clock, copy } = bench();
  expect([copy(2000), copy(2000)]).toEqual([MARKED_NACK, DISCARDED]);
  clock.runTo(us(4) - 1);
  expect(copy(2000)).toBe(DISCARDED);
  clock.runTo(us(4));
  expect(copy(2000)).toBe(MARKED_NACK);
});

test("behind the gap, while a packet is kept: a NACK without a mark; once the gap is filled: an ACK", () => {
  const { copy } = bench();
  expect([copy(2000), copy(0), copy(0), copy(1000), copy(2000)]).toEqual([MARKED_NACK, NACK, NACK, ACK, ACK]);
});

test("the last packet, 200 B, kept: the gap before it fills up to the flow's size", () => {
  const { copy } = bench(1200);
  expect([copy(1000, 200), copy(0), copy(1000, 200)]).toEqual([MARKED_NACK, ACK, ACK]);
});

test("copies a million bytes apart are kept apart", () => {
  const { copy } = bench(2_000_000);
  expect([copy(106_000), copy(212_000), copy(1_106_000)]).toEqual(new Array(3).fill(MARKED_NACK));
});

test("flows have states of their own", () => {
  const { view } = recoveryBench(new Clock(), 2);
  const answer = lateCopies({ nackInterval: us(4), gapMarks: false }, view);
  expect([answer(0, 0, 1000), answer(1, 1000, 1000)]).toEqual([ACK, NACK]);
});
